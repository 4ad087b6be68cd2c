/* Civil dates to days: C. Neri and L. Schneider (see civil.h), figure 13. */
#include "civil.h"

/* Days from 0000-03-01 to 1970-01-01, and from -0400-03-01. */
#define UNIX_EPOCH_DAYS 719468
#define SHIFT (UNIX_EPOCH_DAYS + GN_ERA_DAYS)

int32_t
gn_civil_days(uint32_t year, uint32_t month, uint32_t day)
{
    uint32_t early = month <= 2;
    uint32_t y = year + GN_ERA_YEARS - early;
    uint32_t m = early ? month + 12 : month;
    uint32_t century = y / 100;
    uint32_t year_days = 1461 * y / 4 - century + century / 4;
    uint32_t month_days = (979 * m - 2919) / 32;
    return (int32_t)(year_days + month_days + (day - 1)) - SHIFT;
}
