#include "plain.h"

/* year_days[y]: days from 1970-01-01 to the first day of year y. */
static int year_days[10000 + 1];

static int
days_to_year(int year)
{
    if (year_days[0] == 0) { /* not filled yet */
        int days[10000 + 1];
        days[0] = 0;
        for (int y = 0; y < 10000; y++) {
            days[y + 1] = days[y] + (plain_is_leap(y) ? 366 : 365);
        }
        for (int y = 0; y <= 10000; y++) {
            year_days[y] = days[y] - days[1970];
        }
    }
    return year_days[year];
}

bool
plain_is_leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int
plain_month_days(int year, int month)
{
    static const int DAYS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (month == 2 && plain_is_leap(year)) {
        return 29;
    }
    return DAYS[month - 1];
}

int
plain_days(int year, int month, int day)
{
    int days = days_to_year(year);
    for (int m = 1; m < month; m++) {
        days += plain_month_days(year, m);
    }
    return days + day - 1;
}

int
plain_weekday(int days)
{
    int weekday = (days + 3) % 7; /* 1970-01-01 was a Thursday */
    return weekday < 0 ? weekday + 7 : weekday;
}

bool
plain_exists(plain_date d)
{
    if (d.year < 0 || d.year > 9999 || d.month < 1 || d.month > 12 ||
        d.day < 1 || d.day > plain_month_days(d.year, d.month) || d.hour < 0 ||
        d.hour > 23 || d.minute < 0 || d.minute > 59) {
        return false;
    }
    if (d.second == 60) {
        return d.hour == 23 && d.minute == 59;
    }
    return d.second >= 0 && d.second <= 59;
}

int64_t
plain_unix(plain_date d)
{
    int64_t days = plain_days(d.year, d.month, d.day);
    return ((days * 24 + d.hour) * 60 + d.minute) * 60 + d.second;
}

plain_date
plain_from_unix(int64_t unix_seconds)
{
    int days = (int)(unix_seconds / 86400);
    int rest = (int)(unix_seconds % 86400);
    if (rest < 0) {
        rest += 86400;
        days -= 1;
    }
    plain_date d = {.hour = rest / 3600,
                    .minute = rest / 60 % 60,
                    .second = rest % 60,
                    .weekday = plain_weekday(days)};

    d.year = 1970 + days / 366; /* too near to 1970, if anything */
    while (days_to_year(d.year) > days) {
        d.year--;
    }
    while (days_to_year(d.year + 1) <= days) {
        d.year++;
    }
    d.month = 1;
    d.day = 1 + days - days_to_year(d.year);
    while (d.day > plain_month_days(d.year, d.month)) {
        d.day -= plain_month_days(d.year, d.month);
        d.month++;
    }
    return d;
}

gn_civil
plain_civil(plain_date d)
{
    return (gn_civil){.year = (uint16_t)d.year,
                      .month = (uint8_t)d.month,
                      .day = (uint8_t)d.day,
                      .hour = (uint8_t)d.hour,
                      .minute = (uint8_t)d.minute,
                      .second = (uint8_t)d.second,
                      .weekday = (uint8_t)d.weekday};
}
