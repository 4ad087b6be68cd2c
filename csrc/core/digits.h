/* Decimal digits: written in pairs from a table, read several at once in one
 * word.
 */
#ifndef GNOMON_CORE_DIGITS_H
#define GNOMON_CORE_DIGITS_H

#include "bytes.h"

/* "00" to "99", one after the other. */
extern const char gn_digit_pairs[201];

/* "07" */
static inline void
gn_digits_put2(char *out, uint32_t number)
{
    memcpy(out, gn_digit_pairs + 2 * (size_t)number, 2);
}

/* "1994" */
static inline void
gn_digits_put4(char *out, uint32_t number)
{
    gn_digits_put2(out, number / 100);
    gn_digits_put2(out + 2, number % 100);
}

/* From digits 0-9 in bytes, tens first, to the two-digit number in the byte of
 * the tens (the byte of the units holds rubbish). */
static inline uint64_t
gn_digits_join(uint64_t digits)
{
    return digits * 10 + (digits >> 8);
}

/* The two-digit number whose tens are in that byte of the joined digits. */
static inline uint32_t
gn_digits_pair(uint64_t joined, int byte)
{
    return joined >> (8 * byte) & 0xFF;
}

/* Eight digits 0-9 in bytes to their number: pairs, fours, eight. */
static inline uint32_t
gn_digits_join8(uint64_t digits)
{
    uint64_t pairs = gn_digits_join(digits) & UINT64_C(0x00FF00FF00FF00FF);
    uint64_t fours =
        (pairs * 100 + (pairs >> 16)) & UINT64_C(0x0000FFFF0000FFFF);
    return (uint32_t)(fours * 10000 + (fours >> 32));
}

#endif
