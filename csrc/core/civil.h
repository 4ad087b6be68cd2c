/* Civil dates: Unix seconds to year, month, day, hour, minute, second and
 * weekday, and back, in the proleptic Gregorian calendar, years 0000-9999.
 */
#ifndef GNOMON_CORE_CIVIL_H
#define GNOMON_CORE_CIVIL_H

#include <stdbool.h>
#include <stdint.h>

#define GN_SECONDS_PER_DAY 86400
#define GN_UNIX_MIN INT64_C(-62167219200)    /* 0000-01-01T00:00:00Z */
#define GN_UNIX_YEAR_1 INT64_C(-62135596800) /* 0001-01-01T00:00:00Z */
#define GN_UNIX_MAX INT64_C(253402300799)    /* 9999-12-31T23:59:59Z */

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

/* The fields of a Unix time; the caller has asked gn_civil_holds first. */
gn_civil gn_civil_from_unix(int64_t unix_seconds);

/* Days from 1970-01-01 to a date that exists. */
int32_t gn_civil_days(uint32_t year, uint32_t month, uint32_t day);

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
