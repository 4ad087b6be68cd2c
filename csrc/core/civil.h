/* Civil dates: Unix seconds to year, month, day, hour, minute, second and
 * weekday, and back, in the proleptic Gregorian calendar, years 0000-9999.
 *
 * csrc/tests/test_civil.c proves both directions on every day of the range.
 */
#ifndef GNOMON_CORE_CIVIL_H
#define GNOMON_CORE_CIVIL_H

#include <stdbool.h>
#include <stdint.h>

#define GN_SECONDS_PER_DAY 86400
#define GN_UNIX_MIN INT64_C(-62167219200)    /* 0000-01-01T00:00:00Z */
#define GN_UNIX_YEAR_1 INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define GN_UNIX_MAX INT64_C(253402300799)    /* 9999-12-31T23:59:59Z */

/* Dates are shifted by a whole era of 400 years to keep them positive: year 0
 * begins 60 days before its 1 March. */
#define GN_ERA_YEARS 400
#define GN_ERA_DAYS 146097
#define GN_YEAR_0_DAYS (GN_ERA_DAYS - 60) /* -0400-03-01 to 0000-01-01 */
#define GN_YEAR_0_WEEKDAY 5               /* 0000-01-01 was a Saturday */

typedef struct {
    uint16_t year;   /* 0-9999 */
    uint8_t month;   /* 1-12 */
    uint8_t day;     /* 1-31 */
    uint8_t hour;    /* 0-23 */
    uint8_t minute;  /* 0-59 */
    uint8_t second;  /* 0-59 */
    uint8_t weekday; /* 0 is Monday, as in Python */
} gn_civil;

_Static_assert(sizeof(gn_civil) == 8, "gn_civil fits one register");

/* Whether a Unix time lies in years 0000-9999. */
static inline bool
gn_civil_holds(int64_t unix_seconds)
{
    return unix_seconds >= GN_UNIX_MIN && unix_seconds <= GN_UNIX_MAX;
}

/* The nearest Unix time of these years: for a wall clock that was set beyond
 * them, which must not lead out of the tables of names. */
static inline int64_t
gn_civil_clamp(int64_t unix_seconds)
{
    if (unix_seconds < GN_UNIX_MIN) {
        return GN_UNIX_MIN;
    }
    return unix_seconds > GN_UNIX_MAX ? GN_UNIX_MAX : unix_seconds;
}

/* The fields of a Unix time; the caller has asked gn_civil_holds first.
 *
 * C. Neri and L. Schneider, "Euclidean affine functions and their application
 * to calendar algorithms", Software: Practice and Experience, 2022 (doi
 * 10.1002/spe.3172), figure 12: years start on 1 March, so that the leap day
 * is their last, and every division is by a constant. One thing differs: the
 * days that the Gregorian calendar leaves out are counted in again first, so
 * that one division gives the year, not its century and the year of that.
 *
 * Inline, since to pack the fields into a result and to take them out again
 * costs a writer as much as the calendar does. */
static inline gn_civil
gn_civil_from_unix(int64_t unix_seconds)
{
    /* Counted from year 0, so never negative: no floor to think of. 86,400 is
     * 128 * 675, and the range over 128 fits 32 bits. */
    uint64_t seconds = (uint64_t)(unix_seconds - GN_UNIX_MIN);
    uint32_t day_number = (uint32_t)(seconds >> 7) / 675;
    uint32_t day_second = (uint32_t)seconds - day_number * GN_SECONDS_PER_DAY;

    uint32_t n1 = 4 * (day_number + GN_YEAR_0_DAYS) + 3;
    uint32_t century = n1 / GN_ERA_DAYS;
    uint32_t n2 = n1 + 4 * century - (century & ~3u);
    /* 2939745 is 2^32 / 1461 rounded up: right for n2 below 28 million, and
     * year 9999 ends at 16. */
    uint64_t p2 = UINT64_C(2939745) * n2;
    uint32_t year = (uint32_t)(p2 >> 32);
    uint32_t day_of_year = (uint32_t)p2 / 2939745 / 4;

    uint32_t n3 = 2141 * day_of_year + 197913;
    uint32_t month = n3 >> 16; /* 3 to 14: March to the next February */
    uint32_t day = (n3 & 0xFFFF) / 2141;
    uint32_t next_year = day_of_year >= 306; /* 1 January is day 306 */

    /* A fixed-point fraction of the day, 27 bits below the hour; then 60ths
     * of what is left, twice. Exact for 0 to 86,399 (every one is tested);
     * the method is James Anhalt's, from jeaiii's integer printing. */
    uint32_t hours = day_second * 37283;
    uint32_t minutes = (hours & 0x7FFFFFF) * 15;
    uint32_t second_bits = (minutes & 0x1FFFFFF) * 15;

    /* Sevenths in a fraction of 32 bits, whole weeks wrapped away: r / 7 has
     * r for its top three bits. */
    uint32_t week = (day_number + GN_YEAR_0_WEEKDAY) * (UINT32_MAX / 7 + 1);

    return (gn_civil){
        .year = (uint16_t)(year + next_year - GN_ERA_YEARS),
        .month = (uint8_t)(next_year ? month - 12 : month),
        .day = (uint8_t)(day + 1),
        .hour = (uint8_t)(hours >> 27),
        .minute = (uint8_t)(minutes >> 25),
        .second = (uint8_t)(second_bits >> 23),
        .weekday = (uint8_t)(week >> 29),
    };
}

/* Days from 1970-01-01 to a date that exists. */
int32_t gn_civil_days(uint32_t year, uint32_t month, uint32_t day);

/* The Unix time of a date that exists and a time of its day; second 60 is the
 * first of the next minute. */
static inline int64_t
gn_civil_to_unix(uint32_t year, uint32_t month, uint32_t day, uint32_t hour,
                 uint32_t minute, uint32_t second)
{
    return (int64_t)gn_civil_days(year, month, day) * GN_SECONDS_PER_DAY +
           hour * 3600 + minute * 60 + second;
}

/* Days in a month, 1-12, of a year 0-9999. */
static inline uint32_t
gn_civil_month_days(uint32_t year, uint32_t month)
{
    /* y is leap when 4 divides it, or 16 where 100 does: among multiples of
     * 25, 400 = 25 * 16 divides exactly those that 16 divides. */
    uint32_t leap = (year & (year % 25 != 0 ? 3 : 15)) == 0;
    /* 31 for 1 3 5 7 8 10 12, 30 for 4 6 9 11: bit 0 flips after July. */
    uint32_t other = 30 + ((month ^ (month >> 3)) & 1);
    return month == 2 ? 28 + leap : other;
}

#endif
