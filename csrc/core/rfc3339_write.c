/* RFC 3339 date-time in UTC: "----------T--:--:--Z", with a fraction where
 * digits are asked for.
 */
#include "digits.h"
#include "rfc3339.h"

/* From byte 19: the point, the digits and the Z. */
static inline void
write_fraction(char *out, uint32_t nanos, int digits)
{
    uint64_t eight = gn_digits8(nanos / 10);
    uint64_t first = '.' | eight << 8; /* the point and seven digits */
    switch (digits) {
    case 3:
        gn_store32(out, (uint32_t)first);
        break;
    case 6:
        gn_store64(out, first);
        break;
    case 7:
    case 8:
    case 9:
        gn_store64(out, first);
        out[8] = (char)(eight >> 56);
        break;
    default: /* 1, 2, 4, 5 */
        for (int i = 0; i <= digits; i++) {
            out[i] = (char)(first >> 8 * i);
        }
    }
    if (digits == 9) {
        out[9] = (char)('0' + nanos % 10);
    }
    out[digits + 1] = 'Z';
}

void
gn_rfc3339_write(char *out, int64_t unix_seconds, uint32_t nanos, int digits)
{
    gn_civil c = gn_civil_from_unix(unix_seconds);
    uint64_t month = GN_WORD4('-', 0, 0, '-') | gn_digits2(c.month) << 8;
    gn_store64(out, gn_digits4(c.year) | month << 32);
    gn_store32(out + 8, gn_digits2(c.day) | (uint32_t)'T' << 16);
    gn_store64(out + 11, gn_digits_time(c.hour, c.minute, c.second));
    if (digits == 0) {
        out[19] = 'Z';
    }
    else {
        write_fraction(out + 19, nanos, digits);
    }
}
