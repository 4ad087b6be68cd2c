/* The packed word: a whole HTTP date in 43 bits, and above them a guard.
 *
 *   bits  0-5   second      12-16 hour    22-25 month     29-42 year
 *         6-11  minute      17-21 day     26-28 weekday   43-63 guard
 *
 * The guard is the low 21 bits of the Unix second: a reader compares it with
 * the clock and knows at once whether the word is of this second. A word of 0
 * is no date (its month would be 0) and means that there is none.
 */
#ifndef GNOMON_CORE_WORD_H
#define GNOMON_CORE_WORD_H

#include "civil.h"
#include "status.h"

enum { GN_WORD_BITS = 43 };

static inline uint64_t
gn_word_pack(gn_civil c)
{
    return (uint64_t)c.second | (uint64_t)c.minute << 6 |
           (uint64_t)c.hour << 12 | (uint64_t)c.day << 17 |
           (uint64_t)c.month << 22 | (uint64_t)c.weekday << 26 |
           (uint64_t)c.year << 29;
}

/* The fields as they stand in the word, whether or not they make a date. */
static inline gn_civil
gn_word_fields(uint64_t word)
{
    return (gn_civil){
        .second = word & 63,
        .minute = word >> 6 & 63,
        .hour = word >> 12 & 31,
        .day = word >> 17 & 31,
        .month = word >> 22 & 15,
        .weekday = word >> 26 & 7,
        .year = word >> 29 & 16383,
    };
}

/* The word of a Unix second of years 0000-9999, guard included. */
static inline uint64_t
gn_word_of(int64_t unix_seconds)
{
    return gn_word_pack(gn_civil_from_unix(unix_seconds)) |
           (uint64_t)unix_seconds << GN_WORD_BITS;
}

/* Whether the word's guard is that of this Unix second. */
static inline bool
gn_word_guards(uint64_t word, int64_t unix_seconds)
{
    return ((word ^ (uint64_t)unix_seconds << GN_WORD_BITS) >> GN_WORD_BITS) ==
           0;
}

/* The fields of a word that pack() could have made, without a guard: GN_OK,
 * or GN_RANGE for a word that is no date of the calendar. */
gn_status gn_word_unpack(uint64_t word, gn_civil *out);

#endif
