/* Civil dates: every day of years 0000-9999 both ways, every second of a day,
 * against a calendar that only counts forward.
 */
#include "check.h"
#include "civil.h"
#include "plain.h"

enum { FIRST_DAY = -719528, DAYS_IN_ALL = 3652425 };

static bool
same_date(gn_civil c, plain_date d)
{
    return c.year == d.year && c.month == d.month && c.day == d.day &&
           c.weekday == d.weekday;
}

static bool
same_time(gn_civil c, plain_date d)
{
    return c.hour == d.hour && c.minute == d.minute && c.second == d.second;
}

/* One day: its number, its first second and its last. */
static void
check_day(plain_date d, int days)
{
    if (check_skips()) {
        return;
    }
    int64_t start = days * INT64_C(86400);
    gn_civil first = gn_civil_from_unix(start);
    gn_civil last = gn_civil_from_unix(start + 86399);
    CHECK_INT(
        gn_civil_days((uint32_t)d.year, (uint32_t)d.month, (uint32_t)d.day),
        days);
    CHECK(same_date(first, d) && same_date(last, d));
    CHECK(first.hour == 0 && first.minute == 0 && first.second == 0);
    CHECK(last.hour == 23 && last.minute == 59 && last.second == 59);
}

static void
test_every_day(void)
{
    int days = FIRST_DAY;
    plain_date d = {.weekday = 5}; /* 0000-01-01 was a Saturday */
    for (d.year = 0; d.year <= 9999; d.year++) {
        for (d.month = 1; d.month <= 12; d.month++) {
            int month_days = plain_month_days(d.year, d.month);
            CHECK_INT(gn_civil_month_days((uint32_t)d.year, (uint32_t)d.month),
                      month_days);
            for (d.day = 1; d.day <= month_days; d.day++) {
                check_day(d, days);
                days++;
                d.weekday = (d.weekday + 1) % 7;
            }
        }
    }
    CHECK_INT(days - FIRST_DAY, DAYS_IN_ALL);
}

static void
test_every_second(int first_day)
{
    int64_t start = first_day * INT64_C(86400);
    plain_date day = plain_from_unix(start);
    plain_date d = day;
    int64_t now = start;
    for (d.hour = 0; d.hour < 24; d.hour++) {
        for (d.minute = 0; d.minute < 60; d.minute++) {
            for (d.second = 0; d.second < 60; d.second++) {
                gn_civil c = gn_civil_from_unix(now);
                CHECK(same_date(c, day) && same_time(c, d));
                now++;
            }
        }
    }
    CHECK_INT(now - start, 86400);
}

static void
test_limits(void)
{
    CHECK_INT(GN_UNIX_MIN, FIRST_DAY * INT64_C(86400));
    CHECK_INT(GN_UNIX_MAX, (FIRST_DAY + DAYS_IN_ALL) * INT64_C(86400) - 1);
    CHECK_INT(GN_UNIX_YEAR_1, GN_UNIX_MIN + 366 * INT64_C(86400));

    CHECK(gn_civil_holds(GN_UNIX_MIN));
    CHECK(gn_civil_holds(0));
    CHECK(gn_civil_holds(GN_UNIX_MAX));
    CHECK(!gn_civil_holds(GN_UNIX_MIN - 1));
    CHECK(!gn_civil_holds(GN_UNIX_MAX + 1));
    CHECK(!gn_civil_holds(INT64_MIN));
    CHECK(!gn_civil_holds(INT64_MAX));
}

/* The oracle of the other tests, against the same calendar. */
static void
test_plain(void)
{
    CHECK_INT(plain_days(1970, 1, 1), 0);
    CHECK_INT(plain_days(0, 1, 1), FIRST_DAY);
    CHECK_INT(plain_weekday(FIRST_DAY), 5);
    for (int days = FIRST_DAY; days < FIRST_DAY + DAYS_IN_ALL; days++) {
        if (check_skips()) {
            continue;
        }
        int64_t start = days * INT64_C(86400);
        plain_date d = plain_from_unix(start + 43210);
        CHECK(same_date(gn_civil_from_unix(start), d));
        CHECK_INT(plain_days(d.year, d.month, d.day), days);
        CHECK_INT(plain_unix(d), start + 43210);
    }
}

int
main(void)
{
    test_every_day();
    test_every_second(FIRST_DAY);
    test_every_second(-1);
    test_every_second(0);
    test_every_second(FIRST_DAY + DAYS_IN_ALL - 1);
    test_limits();
    test_plain();
    return check_report();
}
