/* A format is a template with holes, and a text is walked along it:
 *
 *   w  weekday, three letters     y  digits of the year    H  of the hour
 *   W  weekday, the full name     m  digits of the month   M  of the minute
 *   b  month, three letters       d  digits of the day     S  of the second
 *   _  the first digit of a day, or a space for it
 *   t  a T in either case         G  the letters GMT
 *
 * Every other character stands for itself.
 */
#include "explain.h"

#include "civil.h"
#include "names.h"

typedef struct {
    gn_span text;
    size_t position;
    uint32_t number[GN_FIELD_COUNT]; /* what each field holds */
    size_t start[GN_FIELD_COUNT];    /* where it begins */
} walk;

static void
blame(gn_error *err, gn_field field, size_t position)
{
    *err = (gn_error){GN_INVALID, field, position};
}

static gn_field
field_of(char hole)
{
    switch (hole) {
    case 'w':
    case 'W':
        return GN_FIELD_WEEKDAY;
    case 'b':
    case 'm':
        return GN_FIELD_MONTH;
    case '_':
    case 'd':
        return GN_FIELD_DAY;
    case 'y':
        return GN_FIELD_YEAR;
    case 'H':
        return GN_FIELD_HOUR;
    case 'M':
        return GN_FIELD_MINUTE;
    case 'S':
        return GN_FIELD_SECOND;
    case 'G':
        return GN_FIELD_ZONE;
    default:
        return GN_FIELD_SEPARATOR;
    }
}

/* The next character, or one that fits nowhere. */
static char
peek(const walk *w)
{
    return w->position < w->text.size ? w->text.data[w->position] : '\0';
}

static bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool
take_text(walk *w, const char *text, size_t size)
{
    if (w->text.size - w->position < size ||
        memcmp(w->text.data + w->position, text, size) != 0) {
        return false;
    }
    w->position += size;
    return true;
}

static bool
take_digit(walk *w, uint32_t *number)
{
    if (!is_digit(peek(w))) {
        return false;
    }
    *number = 10 * *number + (uint32_t)(peek(w) - '0');
    w->position++;
    return true;
}

/* A weekday by its first letters, or by all of them. */
static bool
take_weekday(walk *w, bool whole)
{
    for (int i = 0; i < 7; i++) {
        size_t size = whole ? gn_weekday_name[i].size : 3;
        if (take_text(w, gn_weekday_name[i].text, size)) {
            return true;
        }
    }
    return false;
}

static bool
take_month(walk *w, uint32_t *number)
{
    for (uint32_t month = 1; month <= 12; month++) {
        char name[4];
        gn_store32(name, gn_month_text[month]);
        if (take_text(w, name, 3)) {
            *number = month;
            return true;
        }
    }
    return false;
}

static bool
take(walk *w, char hole, uint32_t *number)
{
    switch (hole) {
    case 'w':
        return take_weekday(w, false);
    case 'W':
        return take_weekday(w, true);
    case 'b':
        return take_month(w, number);
    case 'G':
        return take_text(w, "GMT", 3);
    case 't':
        return take_text(w, "T", 1) || take_text(w, "t", 1);
    case '_':
        return take_text(w, " ", 1) || take_digit(w, number);
    case 'y':
    case 'm':
    case 'd':
    case 'H':
    case 'M':
    case 'S':
        return take_digit(w, number);
    default:
        return take_text(w, &hole, 1);
    }
}

/* Along the template to its end, or to the first hole that does not fit. */
static bool
walk_along(walk *w, const char *template, gn_error *err)
{
    gn_field last = GN_FIELD_COUNT;
    for (; *template != '\0'; template++) {
        gn_field field = field_of(*template);
        if (field != last || field == GN_FIELD_SEPARATOR) {
            w->start[field] = w->position;
        }
        if (!take(w, *template, &w->number[field])) {
            blame(err, field, w->start[field]);
            return false;
        }
        last = field;
    }
    return true;
}

/* Each number within what its field can ever hold. */
static bool
in_range(const walk *w, gn_error *err)
{
    static const struct {
        gn_field field;
        uint32_t least, most;
    } limits[] = {
        {GN_FIELD_MONTH, 1, 12},  {GN_FIELD_DAY, 1, 31},
        {GN_FIELD_HOUR, 0, 23},   {GN_FIELD_MINUTE, 0, 59},
        {GN_FIELD_SECOND, 0, 60},
    };
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        gn_field field = limits[i].field;
        if (w->number[field] < limits[i].least ||
            w->number[field] > limits[i].most) {
            blame(err, field, w->start[field]);
            return false;
        }
    }
    /* 2000 has a 29 February; whether this year has, the callers ask. */
    uint32_t month_days = gn_civil_month_days(2000, w->number[GN_FIELD_MONTH]);
    if (w->number[GN_FIELD_DAY] > month_days) {
        blame(err, GN_FIELD_DAY, w->start[GN_FIELD_DAY]);
        return false;
    }
    return true;
}

static bool
at_end(const walk *w, gn_error *err)
{
    if (w->position < w->text.size) {
        blame(err, GN_FIELD_END, w->position);
        return false;
    }
    return true;
}

static bool
is_leap_day(const walk *w)
{
    return w->number[GN_FIELD_MONTH] == 2 && w->number[GN_FIELD_DAY] == 29;
}

static const char *
http_date_template(gn_span text)
{
    char fourth = text.size > 3 ? text.data[3] : ',';
    if (fourth == ' ') {
        return "w b _d HH:MM:SS yyyy";
    }
    if (fourth >= 'a' && fourth <= 'z') {
        return "W, dd-b-yy HH:MM:SS G";
    }
    return "w, dd b yyyy HH:MM:SS G";
}

void
gn_explain_http_date(gn_span text, gn_error *err)
{
    walk w = {.text = text};
    if (!walk_along(&w, http_date_template(text), err) || !at_end(&w, err) ||
        !in_range(&w, err)) {
        return;
    }
    /* Three reasons are left: no leap year, a leap second where none can be
     * or as the last of year 9999, and a two-digit year beyond 0-9999. */
    gn_field field = GN_FIELD_YEAR;
    if (is_leap_day(&w) &&
        gn_civil_month_days(w.number[GN_FIELD_YEAR], 2) != 29) {
        field = GN_FIELD_DAY;
    }
    else if (w.number[GN_FIELD_SECOND] == 60) {
        field = GN_FIELD_SECOND;
    }
    else if (is_leap_day(&w)) { /* a two-digit 00, in a century like 1900 */
        field = GN_FIELD_DAY;
    }
    blame(err, field, w.start[field]);
}

/* "Z" or "+hh:mm": the minutes to subtract; false where it is neither. */
static bool
take_zone(walk *w, int32_t *minutes)
{
    *minutes = 0;
    if (take_text(w, "Z", 1) || take_text(w, "z", 1)) {
        return true;
    }
    uint32_t hour = 0;
    uint32_t minute = 0;
    bool east = peek(w) == '+';
    if (!(take_text(w, "+", 1) || take_text(w, "-", 1)) ||
        !take_digit(w, &hour) || !take_digit(w, &hour) ||
        !take_text(w, ":", 1) || !take_digit(w, &minute) ||
        !take_digit(w, &minute) || hour > 23 || minute > 59) {
        return false;
    }
    *minutes = (int32_t)(60 * hour + minute) * (east ? 1 : -1);
    return true;
}

void
gn_explain_rfc3339(gn_span text, gn_error *err)
{
    walk w = {.text = text};
    if (!walk_along(&w, "yyyy-mm-ddtHH:MM:SS", err)) {
        return;
    }
    size_t point = w.position;
    if (take_text(&w, ".", 1)) {
        uint32_t ignored = 0;
        if (!take_digit(&w, &ignored)) {
            blame(err, GN_FIELD_FRACTION, point);
            return;
        }
        while (is_digit(peek(&w))) {
            w.position++;
        }
    }
    size_t zone = w.position;
    int32_t offset;
    if (!take_zone(&w, &offset)) {
        blame(err, GN_FIELD_ZONE, zone);
        return;
    }
    if (!at_end(&w, err) || !in_range(&w, err)) {
        return;
    }
    /* Three reasons are left: no leap year, a leap second that does not end a
     * UTC day, and a moment outside years 0001-9999. */
    const uint32_t *n = w.number;
    int32_t minute_utc =
        (int32_t)(60 * n[GN_FIELD_HOUR] + n[GN_FIELD_MINUTE]) - offset;
    gn_field field = GN_FIELD_YEAR;
    if (is_leap_day(&w) && gn_civil_month_days(n[GN_FIELD_YEAR], 2) != 29) {
        field = GN_FIELD_DAY;
    }
    else if (n[GN_FIELD_SECOND] == 60 && (minute_utc + 1) % 1440 != 0) {
        field = GN_FIELD_SECOND;
    }
    blame(err, field, w.start[field]);
}
