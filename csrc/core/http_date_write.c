/* IMF-fixdate, RFC 9110 section 5.6.7: "---, -- --- ---- --:--:-- GMT", in
 * five stores.
 */
#include "digits.h"
#include "http_date.h"
#include "names.h"

void
gn_http_date_write(char *out, gn_civil c)
{
    uint64_t day = GN_WORD4(' ', 0, 0, ' ') | gn_digits2(c.day) << 8;
    uint64_t year = gn_digits4(c.year);
    gn_store64(out, gn_weekday_text[c.weekday] | day << 32);
    gn_store64(out + 8, gn_month_text[c.month] | year << 32);
    out[16] = ' ';
    gn_store64(out + 17, gn_digits_time(c.hour, c.minute, c.second));
    gn_store32(out + 25, GN_WORD4(' ', 'G', 'M', 'T'));
}
