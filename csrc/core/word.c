/* Back from a packed word, where somebody hands one in. */
#include "word.h"

gn_status
gn_word_unpack(uint64_t word, gn_civil *out)
{
    gn_civil c = gn_word_fields(word);
    if (c.month < 1 || c.month > 12 || c.day < 1 || c.year > 9999 ||
        c.day > gn_civil_month_days(c.year, c.month)) {
        return GN_RANGE;
    }
    int64_t unix_seconds =
        gn_civil_to_unix(c.year, c.month, c.day, c.hour, c.minute, c.second);
    /* An hour of 24, a minute of 60, the wrong weekday, a bit too many: none
     * of them comes out again as it went in. */
    if (!gn_civil_holds(unix_seconds) ||
        gn_word_pack(gn_civil_from_unix(unix_seconds)) != word) {
        return GN_RANGE;
    }
    *out = c;
    return GN_OK;
}
