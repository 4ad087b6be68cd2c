/* Reading: each step takes what it knows from the front, or says no; then the
 * field that was begun last, and where, is what is wrong.
 */
#include <string.h>

#include "plain.h"

typedef struct {
    gn_span left;
    const char *begin; /* of the whole text */
    gn_field field;    /* begun last */
    size_t start[GN_FIELD_COUNT];
} reader;

static void
begin(reader *r, gn_field field)
{
    r->field = field;
    r->start[field] = (size_t)(r->left.data - r->begin);
}

static bool
take(reader *r, const char *what)
{
    size_t size = strlen(what);
    if (r->left.size < size || memcmp(r->left.data, what, size) != 0) {
        return false;
    }
    r->left.data += size;
    r->left.size -= size;
    return true;
}

static bool
take_digit(reader *r, int *digit)
{
    if (r->left.size == 0 || *r->left.data < '0' || *r->left.data > '9') {
        return false;
    }
    *digit = *r->left.data - '0';
    r->left.data++;
    r->left.size--;
    return true;
}

static bool
take_digits(reader *r, int digits, int *number)
{
    *number = 0;
    for (int i = 0; i < digits; i++) {
        int digit;
        if (!take_digit(r, &digit)) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return true;
}

static bool
separator(reader *r, const char *what)
{
    begin(r, GN_FIELD_SEPARATOR);
    return take(r, what);
}

static bool
name(reader *r, gn_field field, const char *const names[], int count,
     int *index)
{
    begin(r, field);
    for (int i = 0; i < count; i++) {
        if (take(r, names[i])) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool
number(reader *r, gn_field field, int digits, int *n)
{
    begin(r, field);
    return take_digits(r, digits, n);
}

static bool
month_name(reader *r, int *month)
{
    if (!name(r, GN_FIELD_MONTH, plain_months, 12, month)) {
        return false;
    }
    *month += 1;
    return true;
}

/* "06", or " 6" */
static bool
padded_day(reader *r, int *day)
{
    begin(r, GN_FIELD_DAY);
    return take_digits(r, take(r, " ") ? 1 : 2, day);
}

static bool
time_of_day(reader *r, plain_date *d)
{
    return number(r, GN_FIELD_HOUR, 2, &d->hour) && separator(r, ":") &&
           number(r, GN_FIELD_MINUTE, 2, &d->minute) && separator(r, ":") &&
           number(r, GN_FIELD_SECOND, 2, &d->second);
}

static bool
gmt(reader *r)
{
    begin(r, GN_FIELD_ZONE);
    return take(r, "GMT");
}

static bool
end(reader *r)
{
    begin(r, GN_FIELD_END);
    return r->left.size == 0;
}

static bool
read_imf(reader *r, plain_date *d)
{
    return name(r, GN_FIELD_WEEKDAY, plain_days_short, 7, &d->weekday) &&
           separator(r, ",") && separator(r, " ") &&
           number(r, GN_FIELD_DAY, 2, &d->day) && separator(r, " ") &&
           month_name(r, &d->month) && separator(r, " ") &&
           number(r, GN_FIELD_YEAR, 4, &d->year) && separator(r, " ") &&
           time_of_day(r, d) && separator(r, " ") && gmt(r) && end(r);
}

/* The year as it stands, 0-99. */
static bool
read_rfc850(reader *r, plain_date *d)
{
    return name(r, GN_FIELD_WEEKDAY, plain_days_long, 7, &d->weekday) &&
           separator(r, ",") && separator(r, " ") &&
           number(r, GN_FIELD_DAY, 2, &d->day) && separator(r, "-") &&
           month_name(r, &d->month) && separator(r, "-") &&
           number(r, GN_FIELD_YEAR, 2, &d->year) && separator(r, " ") &&
           time_of_day(r, d) && separator(r, " ") && gmt(r) && end(r);
}

static bool
read_asctime(reader *r, plain_date *d)
{
    return name(r, GN_FIELD_WEEKDAY, plain_days_short, 7, &d->weekday) &&
           separator(r, " ") && month_name(r, &d->month) &&
           separator(r, " ") && padded_day(r, &d->day) && separator(r, " ") &&
           time_of_day(r, d) && separator(r, " ") &&
           number(r, GN_FIELD_YEAR, 4, &d->year) && end(r);
}

/* Blame what was begun last. */
static bool
refuse(const reader *r, gn_error *err)
{
    *err = (gn_error){GN_INVALID, r->field, r->start[r->field]};
    return false;
}

/* Blame this field if the condition does not hold. */
static bool
holds(bool condition, reader *r, gn_field field)
{
    if (!condition) {
        r->field = field;
    }
    return condition;
}

/* Each number, by itself and in this order, is one of some date's. */
static bool
in_range(reader *r, plain_date d)
{
    return holds(d.month >= 1 && d.month <= 12, r, GN_FIELD_MONTH) &&
           holds(d.day >= 1 && d.day <= 31, r, GN_FIELD_DAY) &&
           holds(d.hour <= 23, r, GN_FIELD_HOUR) &&
           holds(d.minute <= 59, r, GN_FIELD_MINUTE) &&
           holds(d.second <= 60, r, GN_FIELD_SECOND) &&
           holds(d.day <= plain_month_days(2000, d.month), r, GN_FIELD_DAY);
}

static bool
is_later(plain_date a, plain_date b)
{
    const int first[] = {a.year, a.month, a.day, a.hour, a.minute, a.second};
    const int other[] = {b.year, b.month, b.day, b.hour, b.minute, b.second};
    for (int i = 0; i < 6; i++) {
        if (first[i] != other[i]) {
            return first[i] > other[i];
        }
    }
    return false;
}

/* The latest year with the last two digits of d.year that puts d not more
 * than fifty years after now; -1 if there is none. */
static int
latest_year(plain_date d, int64_t now)
{
    int digits = d.year;
    plain_date limit = plain_from_unix(now);
    limit.year += 50;
    for (d.year = limit.year; d.year >= 0; d.year--) {
        if (d.year % 100 == digits && !is_later(d, limit)) {
            return d.year;
        }
    }
    return -1;
}

static bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The fourth character tells the forms apart: a comma, a space, or a letter
 * of a weekday's whole name. */
typedef enum { IMF, ASCTIME, RFC850 } form;

static form
form_of(gn_span text)
{
    if (text.size > 3 && text.data[3] == ' ') {
        return ASCTIME;
    }
    return text.size > 3 && text.data[3] >= 'a' && text.data[3] <= 'z' ? RFC850
                                                                       : IMF;
}

/* A day that no year with these digits has; a leap second that is none; and
 * what only the whole year tells. */
static bool
is_date(reader *r, form f, plain_date *d, int64_t now)
{
    bool leap_day = d->month == 2 && d->day == 29;
    bool leap_second = d->hour == 23 && d->minute == 59;
    if (!in_range(r, *d) ||
        !holds(!leap_day || plain_is_leap(d->year), r, GN_FIELD_DAY) ||
        !holds(d->second <= 59 || leap_second, r, GN_FIELD_SECOND)) {
        return false;
    }
    if (f == RFC850) {
        d->year = latest_year(*d, now);
    }
    gn_field why = d->second == 60 ? GN_FIELD_SECOND
                   : leap_day      ? GN_FIELD_DAY
                                   : GN_FIELD_YEAR;
    return holds(plain_exists(*d) && plain_unix(*d) <= GN_UNIX_MAX, r, why);
}

bool
plain_parse_http_date(gn_span text, int64_t now, int64_t *out, gn_error *err)
{
    reader r = {.left = text, .begin = text.data};
    while (r.left.size > 0 && is_blank(r.left.data[0])) {
        r.left.data++;
        r.left.size--;
    }
    while (r.left.size > 0 && is_blank(r.left.data[r.left.size - 1])) {
        r.left.size--;
    }
    form f = form_of(r.left);
    plain_date d;
    if (!(f == IMF       ? read_imf(&r, &d)
          : f == ASCTIME ? read_asctime(&r, &d)
                         : read_rfc850(&r, &d)) ||
        !is_date(&r, f, &d, now)) {
        return refuse(&r, err);
    }
    *out = plain_unix(d);
    return true;
}

/* "." and digits, of which nine count; nothing is no nanoseconds. */
static bool
fraction(reader *r, uint32_t *nanos)
{
    uint32_t unit = 100000000;
    int digit;
    *nanos = 0;
    begin(r, GN_FIELD_FRACTION);
    if (!take(r, ".")) {
        return true;
    }
    if (!take_digit(r, &digit)) {
        return false;
    }
    do {
        *nanos += (uint32_t)digit * unit;
        unit /= 10;
    } while (take_digit(r, &digit));
    return true;
}

static bool
offset(reader *r, int *minutes)
{
    begin(r, GN_FIELD_ZONE);
    *minutes = 0;
    if (take(r, "Z") || take(r, "z")) {
        return true;
    }
    int sign = take(r, "+") ? 1 : take(r, "-") ? -1 : 0;
    int hour, minute;
    if (sign == 0 || !take_digits(r, 2, &hour) || !take(r, ":") ||
        !take_digits(r, 2, &minute) || hour > 23 || minute > 59) {
        return false;
    }
    *minutes = sign * (hour * 60 + minute);
    return true;
}

static bool
letter_t(reader *r)
{
    begin(r, GN_FIELD_SEPARATOR);
    return take(r, "T") || take(r, "t");
}

bool
plain_parse_rfc3339(gn_span text, int64_t *seconds, uint32_t *nanos,
                    gn_error *err)
{
    reader r = {.left = text, .begin = text.data};
    plain_date d;
    uint32_t f;
    int minutes;
    if (!number(&r, GN_FIELD_YEAR, 4, &d.year) || !separator(&r, "-") ||
        !number(&r, GN_FIELD_MONTH, 2, &d.month) || !separator(&r, "-") ||
        !number(&r, GN_FIELD_DAY, 2, &d.day) || !letter_t(&r) ||
        !time_of_day(&r, &d) || !fraction(&r, &f) || !offset(&r, &minutes) ||
        !end(&r) || !in_range(&r, d) ||
        !holds(d.day <= plain_month_days(d.year, d.month), &r, GN_FIELD_DAY)) {
        return refuse(&r, err);
    }
    bool leap = d.second == 60;
    d.second -= leap; /* the second before it must exist */
    int64_t utc = plain_unix(d) - minutes * 60 + leap;
    if (!holds(!leap || utc % 86400 == 0, &r, GN_FIELD_SECOND) ||
        !holds(utc >= GN_UNIX_YEAR_1 && utc <= GN_UNIX_MAX, &r,
               GN_FIELD_YEAR)) {
        return refuse(&r, err);
    }
    *seconds = utc;
    *nanos = f;
    return true;
}
