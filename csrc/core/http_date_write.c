/* IMF-fixdate, RFC 9110 section 5.6.7: a template and its holes. */
#include "digits.h"
#include "http_date.h"
#include "names.h"
#include "turn.h"

static inline void
write_imf(char *out, gn_civil c)
{
    memcpy(out, "---, -- --- ---- --:--:-- GMT", GN_IMF_SIZE);
    gn_store32(out, gn_weekday_text[c.weekday]);
    gn_digits_put2(out + 5, c.day);
    gn_store32(out + 8, gn_month_text[c.month]);
    gn_digits_put4(out + 12, c.year);
    gn_digits_put2(out + 17, c.hour);
    gn_digits_put2(out + 20, c.minute);
    gn_digits_put2(out + 23, c.second);
}

GN_AT_TURN void
gn_http_date_write(char *out, gn_civil civil)
{
    write_imf(out, civil);
}

void
gn_http_date_write_unix(char *out, int64_t unix_seconds)
{
    write_imf(out, gn_civil_from_unix(unix_seconds));
}
