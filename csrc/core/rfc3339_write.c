/* RFC 3339 date-time in UTC: a template and its holes, with a fraction where
 * digits are asked for.
 */
#include "digits.h"
#include "rfc3339.h"

/* From byte 19: the point, the digits and the Z.
 *
 * The nanos become a fixed-point number, 32 bits above the point and 32 below:
 * the first digit, then by multiplication two more at a time (James Anhalt's
 * method, from jeaiii's integer printing). 1441151881 is 2^57 / 10^8 rounded
 * up, and 1 is added for what the shift has cut, so that it is at most 9 units
 * too large; a digit would be wrong from 42 on. */
static inline void
write_fraction(char *out, uint32_t nanos, int digits)
{
    uint64_t rest = (nanos * UINT64_C(1441151881) >> 25) + 1;
    char *end = out + 1 + digits;
    *out++ = '.';
    *out++ = (char)('0' + (rest >> 32));
    while (end - out >= 2) {
        rest = (rest & UINT32_MAX) * 100;
        gn_digits_put2(out, (uint32_t)(rest >> 32));
        out += 2;
    }
    if (out != end) {
        rest = (rest & UINT32_MAX) * 10;
        *out++ = (char)('0' + (rest >> 32));
    }
    *out = 'Z';
}

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
        write_fraction(out + 19, nanos, digits);
    }
}
