/* Decimal digits, several at once in one word: every lane of the word holds a
 * number below 100 and becomes two characters, the tens first.
 */
#ifndef GNOMON_CORE_DIGITS_H
#define GNOMON_CORE_DIGITS_H

#include "bytes.h"

/* Split lanes of 16 bits or more into tens (low byte) and units (the byte
 * above). x * 103 >> 10 is x / 10 for every x up to 178, and 99 * 103 needs
 * 14 bits, so that lanes do not touch. `tens` masks the four bits of each
 * quotient. */
static inline uint64_t
gn_digits_split(uint64_t lanes, uint64_t tens)
{
    uint64_t t = (lanes * 103 >> 10) & tens;
    return t + ((lanes - 10 * t) << 8);
}

/* "07" */
static inline uint32_t
gn_digits2(uint32_t number)
{
    return (uint32_t)gn_digits_split(number, 0xF) | GN_WORD4('0', '0', 0, 0);
}

/* "1994"; n * 5243 >> 19 is n / 100 for every n below 10,000 */
static inline uint32_t
gn_digits4(uint32_t number)
{
    uint32_t hundreds = number * 5243 >> 19;
    uint32_t lanes = hundreds | (number - 100 * hundreds) << 16;
    return (uint32_t)gn_digits_split(lanes, 0xF000F) |
           GN_WORD4('0', '0', '0', '0');
}

/* "00123456"; n * 10486 >> 20 is n / 100 for every n below 10,000, here in
 * two lanes of 32 bits */
static inline uint64_t
gn_digits8(uint32_t number)
{
    uint64_t last_four = number % 10000;
    uint64_t halves = number / 10000 | last_four << 32;
    uint64_t hundreds = (halves * 10486 >> 20) & UINT64_C(0x7F0000007F);
    uint64_t lanes = hundreds + ((halves - 100 * hundreds) << 16);
    return gn_digits_split(lanes, UINT64_C(0x000F000F000F000F)) |
           UINT64_C(0x3030303030303030);
}

/* "08:49:37" */
static inline uint64_t
gn_digits_time(uint32_t hour, uint32_t minute, uint32_t second)
{
    uint64_t lanes = hour | (uint64_t)minute << 24 | (uint64_t)second << 48;
    return gn_digits_split(lanes, UINT64_C(0x000F00000F00000F)) |
           GN_WORD8('0', '0', ':', '0', '0', ':', '0', '0');
}

/* The way back: from digits 0-9 in bytes, tens first, to the two-digit number
 * in the byte of the tens (the byte of the units holds rubbish). */
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
