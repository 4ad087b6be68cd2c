#include "plain.h"

#include <stdio.h>
#include <string.h>

static const char *const MONTHS[] = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                     "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
static const char *const DAYS[] = {"Mon", "Tue", "Wed", "Thu",
                                   "Fri", "Sat", "Sun"};
static const char *const LONG_DAYS[] = {"Monday",   "Tuesday", "Wednesday",
                                        "Thursday", "Friday",  "Saturday",
                                        "Sunday"};

/* Writing. */

size_t
plain_write_imf(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(out, PLAIN_SIZE,
                            "%s, %02d %s %04d %02d:%02d:%02d GMT",
                            DAYS[d.weekday], d.day, MONTHS[d.month - 1],
                            d.year, d.hour, d.minute, d.second);
}

size_t
plain_write_rfc850(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(out, PLAIN_SIZE,
                            "%s, %02d-%s-%02d %02d:%02d:%02d GMT",
                            LONG_DAYS[d.weekday], d.day, MONTHS[d.month - 1],
                            d.year % 100, d.hour, d.minute, d.second);
}

size_t
plain_write_asctime(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(out, PLAIN_SIZE, "%s %s %2d %02d:%02d:%02d %04d",
                            DAYS[d.weekday], MONTHS[d.month - 1], d.day,
                            d.hour, d.minute, d.second, d.year);
}

size_t
plain_write_rfc3339(char out[PLAIN_SIZE], plain_date d, uint32_t nanos,
                    int digits)
{
    int size = snprintf(out, PLAIN_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d",
                        d.year, d.month, d.day, d.hour, d.minute, d.second);
    if (digits > 0) {
        snprintf(out + size, 11, ".%09u", (unsigned)nanos % 1000000000);
        size += 1 + digits; /* cut after so many */
    }
    out[size] = 'Z';
    return (size_t)size + 1;
}

/* Reading: each step takes what it knows from the front, or says no. */

static bool
take(gn_span *text, const char *what)
{
    size_t size = strlen(what);
    if (text->size < size || memcmp(text->data, what, size) != 0) {
        return false;
    }
    text->data += size;
    text->size -= size;
    return true;
}

static bool
take_name(gn_span *text, const char *const names[], int count, int *index)
{
    for (int i = 0; i < count; i++) {
        if (take(text, names[i])) {
            *index = i;
            return true;
        }
    }
    return false;
}

static bool
take_digit(gn_span *text, int *digit)
{
    if (text->size == 0 || *text->data < '0' || *text->data > '9') {
        return false;
    }
    *digit = *text->data - '0';
    text->data++;
    text->size--;
    return true;
}

static bool
take_number(gn_span *text, int digits, int *number)
{
    *number = 0;
    for (int i = 0; i < digits; i++) {
        int digit;
        if (!take_digit(text, &digit)) {
            return false;
        }
        *number = *number * 10 + digit;
    }
    return true;
}

static bool
take_month(gn_span *text, int *month)
{
    if (!take_name(text, MONTHS, 12, month)) {
        return false;
    }
    *month += 1;
    return true;
}

static bool
take_time(gn_span *text, plain_date *d)
{
    return take_number(text, 2, &d->hour) && take(text, ":") &&
           take_number(text, 2, &d->minute) && take(text, ":") &&
           take_number(text, 2, &d->second);
}

static bool
read_imf(gn_span text, plain_date *d)
{
    return take_name(&text, DAYS, 7, &d->weekday) && take(&text, ", ") &&
           take_number(&text, 2, &d->day) && take(&text, " ") &&
           take_month(&text, &d->month) && take(&text, " ") &&
           take_number(&text, 4, &d->year) && take(&text, " ") &&
           take_time(&text, d) && take(&text, " GMT") && text.size == 0;
}

/* The year as it stands, 0-99. */
static bool
read_rfc850(gn_span text, plain_date *d)
{
    return take_name(&text, LONG_DAYS, 7, &d->weekday) && take(&text, ", ") &&
           take_number(&text, 2, &d->day) && take(&text, "-") &&
           take_month(&text, &d->month) && take(&text, "-") &&
           take_number(&text, 2, &d->year) && take(&text, " ") &&
           take_time(&text, d) && take(&text, " GMT") && text.size == 0;
}

static bool
read_asctime(gn_span text, plain_date *d)
{
    return take_name(&text, DAYS, 7, &d->weekday) && take(&text, " ") &&
           take_month(&text, &d->month) && take(&text, " ") &&
           (take(&text, " ") ? take_number(&text, 1, &d->day)
                             : take_number(&text, 2, &d->day)) &&
           take(&text, " ") && take_time(&text, d) && take(&text, " ") &&
           take_number(&text, 4, &d->year) && text.size == 0;
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

bool
plain_parse_http_date(gn_span text, int64_t now, int64_t *out)
{
    while (text.size > 0 && is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size > 0 && is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    plain_date d;
    if (read_rfc850(text, &d)) {
        d.year = latest_year(d, now);
    }
    else if (!read_imf(text, &d) && !read_asctime(text, &d)) {
        return false;
    }
    if (!plain_exists(d) || plain_unix(d) > GN_UNIX_MAX) {
        return false;
    }
    *out = plain_unix(d);
    return true;
}

/* "." and digits, of which nine count; nothing is no nanoseconds. */
static bool
take_fraction(gn_span *text, uint32_t *nanos)
{
    uint32_t unit = 100000000;
    int digit;
    *nanos = 0;
    if (!take(text, ".")) {
        return true;
    }
    if (!take_digit(text, &digit)) {
        return false;
    }
    do {
        *nanos += (uint32_t)digit * unit;
        unit /= 10;
    } while (take_digit(text, &digit));
    return true;
}

static bool
take_offset(gn_span *text, int *minutes)
{
    *minutes = 0;
    if (take(text, "Z") || take(text, "z")) {
        return true;
    }
    int sign = take(text, "+") ? 1 : take(text, "-") ? -1 : 0;
    int hour, minute;
    if (sign == 0 || !take_number(text, 2, &hour) || !take(text, ":") ||
        !take_number(text, 2, &minute) || hour > 23 || minute > 59) {
        return false;
    }
    *minutes = sign * (hour * 60 + minute);
    return true;
}

bool
plain_parse_rfc3339(gn_span text, int64_t *seconds, uint32_t *nanos)
{
    plain_date d;
    uint32_t fraction;
    int offset;
    if (!take_number(&text, 4, &d.year) || !take(&text, "-") ||
        !take_number(&text, 2, &d.month) || !take(&text, "-") ||
        !take_number(&text, 2, &d.day) ||
        !(take(&text, "T") || take(&text, "t")) || !take_time(&text, &d) ||
        !take_fraction(&text, &fraction) || !take_offset(&text, &offset) ||
        text.size != 0) {
        return false;
    }
    bool leap = d.second == 60;
    if (leap) {
        d.second = 59; /* the second before it must exist */
    }
    if (!plain_exists(d)) {
        return false;
    }
    int64_t utc = plain_unix(d) - offset * 60 + leap;
    if (leap && utc % 86400 != 0) {
        return false; /* it does not end a day of UTC */
    }
    if (utc < GN_UNIX_YEAR_1 || utc > GN_UNIX_MAX) {
        return false;
    }
    *seconds = utc;
    *nanos = fraction;
    return true;
}
