/* Civil dates by Euclidean affine functions: C. Neri and L. Schneider,
 * "Euclidean affine functions and their application to calendar algorithms",
 * Software: Practice and Experience, 2022 (doi 10.1002/spe.3172), figures 12
 * and 13. Their computational year starts on 1 March, so that the leap day is
 * the last of it; every division below is by a constant.
 *
 * csrc/tests/test_civil.c proves both directions on every day of the range.
 */
#include "civil.h"

/* The paper shifts dates by whole 400-year eras of 146,097 days to keep them
 * positive. One era is enough: year 0 begins 60 days before its 1 March. */
#define ERA_YEARS 400
#define ERA_DAYS 146097
/* Days from 0000-03-01 to 1970-01-01, and from -0400-03-01. */
#define UNIX_EPOCH_DAYS 719468
#define SHIFT (UNIX_EPOCH_DAYS + ERA_DAYS)

/* Monday is 0. 0000-01-01 was a Saturday. */
#define YEAR_0_WEEKDAY 5
/* Days from -0400-03-01 to 0000-01-01. */
#define YEAR_0_SHIFTED (ERA_DAYS - 60)

gn_civil
gn_civil_from_unix(int64_t unix_seconds)
{
    /* Counted from year 0, so never negative: no floor to think of. 86,400 is
     * 128 * 675, and the range over 128 fits 32 bits. */
    uint64_t seconds = (uint64_t)(unix_seconds - GN_UNIX_MIN);
    uint32_t day_number = (uint32_t)(seconds >> 7) / 675;
    uint32_t day_second =
        (uint32_t)(seconds - (uint64_t)day_number * GN_SECONDS_PER_DAY);

    /* Figure 12. Century, then year of the century, then day of the year. */
    uint32_t n1 = 4 * (day_number + YEAR_0_SHIFTED) + 3;
    uint32_t century = n1 / ERA_DAYS;
    uint32_t n2 = n1 % ERA_DAYS | 3;
    uint64_t p2 = UINT64_C(2939745) * n2;
    uint32_t year_of_century = (uint32_t)(p2 >> 32);
    uint32_t day_of_year = (uint32_t)p2 / 2939745 / 4;
    uint32_t year = 100 * century + year_of_century;

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

    return (gn_civil){
        .year = (uint16_t)(year + next_year - ERA_YEARS),
        .month = (uint8_t)(next_year ? month - 12 : month),
        .day = (uint8_t)(day + 1),
        .hour = (uint8_t)(hours >> 27),
        .minute = (uint8_t)(minutes >> 25),
        .second = (uint8_t)(second_bits >> 23),
        .weekday = (uint8_t)((day_number + YEAR_0_WEEKDAY) % 7),
    };
}

int32_t
gn_civil_days(uint32_t year, uint32_t month, uint32_t day)
{
    /* Figure 13. */
    uint32_t early = month <= 2;
    uint32_t y = year + ERA_YEARS - early;
    uint32_t m = early ? month + 12 : month;
    uint32_t century = y / 100;
    uint32_t year_days = 1461 * y / 4 - century + century / 4;
    uint32_t month_days = (979 * m - 2919) / 32;
    return (int32_t)(year_days + month_days + (day - 1)) - SHIFT;
}
