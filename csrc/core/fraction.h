/* Nanoseconds of a second as the digits of a fraction. */
#ifndef GNOMON_CORE_FRACTION_H
#define GNOMON_CORE_FRACTION_H

#include "digits.h"

enum { GN_NANOS_MAX = 999999999 };

/* The digits that the proto3 JSON mapping asks for: 0, 3, 6 or 9, the fewest
 * that lose nothing. */
static inline int
gn_fraction_digits(uint32_t nanos)
{
    if (nanos == 0) {
        return 0;
    }
    if (nanos % 1000 != 0) {
        return 9;
    }
    return nanos % 1000000 != 0 ? 6 : 3;
}

/* Write the point and 1 to 9 digits, cut and never rounded; returns their end.
 *
 * The nanos become a fixed-point number, 32 bits above the point and 32 below:
 * the first digit, then by multiplication two more at a time (James Anhalt's
 * method, from jeaiii's integer printing). 1441151881 is 2^57 / 10^8 rounded
 * up, and 1 is added for what the shift has cut, so that it is at most 9 units
 * too large; a digit would be wrong from 42 on. */
static inline char *
gn_fraction_write(char *out, uint32_t nanos, int digits)
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
        *out = (char)('0' + (rest >> 32));
    }
    return end;
}

#endif
