/* RFC 3339 date-time in UTC: a template and its holes, with a fraction where
 * digits are asked for.
 */
#include "rfc3339.h"

void
gn_rfc3339_write(char *out, int64_t unix_seconds, uint32_t nanos, int digits)
{
    gn_civil c = gn_civil_from_unix(unix_seconds);
    memcpy(out, "----------T--:--:--Z", GN_RFC3339_MIN_SIZE);
    gn_digits_put4(out, c.year);
    gn_digits_put2(out + 5, c.month);
    gn_digits_put2(out + 8, c.day);
    gn_digits_put2(out + 11, c.hour);
    gn_digits_put2(out + 14, c.minute);
    gn_digits_put2(out + 17, c.second);
    if (digits != 0) {
        *gn_fraction_write(out + 19, nanos, digits) = 'Z';
    }
}
