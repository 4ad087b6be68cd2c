/* What an error blames: names and numbers the first byte of their field, a
 * fixed byte itself, a text that ends too early the field that should stand
 * there, and what follows a whole text its first byte.
 */
#include <string.h>

#include "check.h"
#include "guard.h"
#include "http_date.h"
#include "plain.h"
#include "rfc3339.h"

static const int64_t NOW = 1795996800; /* 2026-11-30T00:00:00Z */
static const size_t ANYWHERE = SIZE_MAX;

typedef bool (*reader)(gn_span text, gn_error *err);

/* Whether the text is refused. */
static bool
refuse_http_date(gn_span text, gn_error *err)
{
    int64_t out;
    return gn_http_date_parse(guard_copy(GUARD_TAIL, text), NOW, &out, err) ==
           GN_INVALID;
}

static bool
refuse_rfc3339(gn_span text, gn_error *err)
{
    int64_t seconds;
    uint32_t nanos;
    return gn_rfc3339_parse(guard_copy(GUARD_TAIL, text), &seconds, &nanos,
                            err) == GN_INVALID;
}

static void
blames(reader refuse, gn_span text, gn_field field, size_t position)
{
    gn_error err = {GN_OK, GN_FIELD_COUNT, 0};
    if (!CHECK_OF(refuse(text, &err), text)) {
        return;
    }
    CHECK_OF(err.status == GN_INVALID, text);
    if (!CHECK_OF(err.field == field, text)) {
        CHECK_INT(err.field, field);
    }
    CHECK_OF(err.position <= text.size, text);
    if (position != ANYWHERE && !CHECK_OF(err.position == position, text)) {
        CHECK_INT(err.position, position);
    }
}

/* A good text, and under each of its bytes the field that a wrong one would
 * break. (After one digit of a fraction it would end there.) */
typedef struct {
    reader refuse;
    const char *text;
    const char *layout;
} good_text;

static const good_text GOOD[] = {
    {refuse_http_date, "Sun, 06 Nov 1994 08:49:37 GMT",
     "www==dd=nnn=yyyy=HH=MM=SS=zzz"},
    {refuse_http_date, "Sun Nov  6 08:49:37 1994", "www=nnn=dd=HH=MM=SS=yyyy"},
    {refuse_http_date, "Sunday, 06-Nov-94 08:49:37 GMT",
     "wwwwww==dd=nnn=yy=HH=MM=SS=zzz"},
    {refuse_http_date, "Wednesday, 09-Nov-94 08:49:37 GMT",
     "wwwwwwwww==dd=nnn=yy=HH=MM=SS=zzz"},
    {refuse_rfc3339, "1970-01-01T00:00:00Z", "yyyy=nn=dd=HH=MM=SSz"},
    {refuse_rfc3339, "1996-12-19T16:39:57.123-08:00",
     "yyyy=nn=dd=HH=MM=SSzfzzzzzzzz"},
};

static gn_field
field_of(char letter)
{
    static const char LETTERS[] = "wdnyHMSfz=";
    static const gn_field FIELDS[] = {
        GN_FIELD_WEEKDAY,   GN_FIELD_DAY,      GN_FIELD_MONTH,
        GN_FIELD_YEAR,      GN_FIELD_HOUR,     GN_FIELD_MINUTE,
        GN_FIELD_SECOND,    GN_FIELD_FRACTION, GN_FIELD_ZONE,
        GN_FIELD_SEPARATOR,
    };
    return FIELDS[strchr(LETTERS, letter) - LETTERS];
}

/* Where the error of byte i stands: those of a zone and a fraction may blame
 * themselves or their beginning. */
static size_t
position_of(const char *layout, size_t i)
{
    char letter = layout[i];
    if (letter == 'z' || letter == 'f') {
        return ANYWHERE;
    }
    while (letter != '=' && i > 0 && layout[i - 1] == letter) {
        i--;
    }
    return i;
}

static bool
may_stand_in_dates(int byte)
{
    return byte == '\t' || (byte >= ' ' && byte <= '~' && byte != '*');
}

/* The fourth byte tells the forms apart: a wrong one makes no long weekday,
 * or a short one with no separator after it. */
static bool
is_of_no_form(const good_text *good, size_t i)
{
    return i == 3 && good->layout[i] == 'w';
}

/* Bytes that stand nowhere in a date, in each place. */
static void
test_wrong_bytes(const good_text *good)
{
    size_t size = strlen(good->text);
    char text[64];
    memcpy(text, good->text, size);
    for (size_t i = 0; i < size; i++) {
        for (int byte = 0; byte < 256; byte++) {
            if (may_stand_in_dates(byte) || is_of_no_form(good, i)) {
                continue;
            }
            text[i] = (char)byte;
            blames(good->refuse, (gn_span){text, size},
                   field_of(good->layout[i]), position_of(good->layout, i));
        }
        text[i] = good->text[i];
    }
}

/* Each beginning of it; a blank at its end does not count. */
static void
test_early_ends(const good_text *good)
{
    size_t size = strlen(good->text);
    for (size_t i = 0; i < size; i++) {
        if ((i > 0 && good->text[i - 1] == ' ') || is_of_no_form(good, i)) {
            continue;
        }
        blames(good->refuse, (gn_span){good->text, i},
               field_of(good->layout[i]), position_of(good->layout, i));
    }
}

static void
test_trailing_bytes(const good_text *good)
{
    size_t size = strlen(good->text);
    char text[64];
    memcpy(text, good->text, size);
    for (int byte = 0; byte < 256; byte++) {
        text[size] = (char)byte;
        gn_error err;
        int64_t out;
        gn_span longer = {text, size + 1};
        bool blank = byte == ' ' || byte == '\t';
        if (blank && plain_parse_http_date(longer, NOW, &out, &err)) {
            CHECK_OF(!good->refuse(longer, &err), longer);
            continue;
        }
        blames(good->refuse, longer, GN_FIELD_END, size);
    }
}

/* Blanks before the text count in the position. */
static void
test_leading_blanks(const good_text *good)
{
    size_t size = strlen(good->text);
    char text[64] = " \t ";
    memcpy(text + 3, good->text, size);
    text[3 + 7] = '*';
    blames(good->refuse, (gn_span){text, 3 + size}, field_of(good->layout[7]),
           3 + position_of(good->layout, 7));
}

typedef struct {
    const char *text;
    gn_field field;
    size_t position;
} blamed;

/* Bytes that each could stand there, and together make no date. */
static const blamed HTTP_DATES[] = {
    {"", GN_FIELD_WEEKDAY, 0},
    {"Sxn, 06 Nov 1994 08:49:37 GMT", GN_FIELD_WEEKDAY, 0},
    {"sun, 06 Nov 1994 08:49:37 GMT", GN_FIELD_WEEKDAY, 0},
    {"Sun, 06 Nxv 1994 08:49:37 GMT", GN_FIELD_MONTH, 8},
    {"Sun, 06 nov 1994 08:49:37 GMT", GN_FIELD_MONTH, 8},
    {"Sun, 00 Nov 1994 08:49:37 GMT", GN_FIELD_DAY, 5},
    {"Sun, 31 Nov 1994 08:49:37 GMT", GN_FIELD_DAY, 5},
    {"Sun, 32 Dec 1994 08:49:37 GMT", GN_FIELD_DAY, 5},
    {"Thu, 29 Feb 1900 00:00:00 GMT", GN_FIELD_DAY, 5},
    {"Sun, 6 Nov 1994 08:49:37 GMT", GN_FIELD_DAY, 5},
    {"Sun,  6 Nov 1994 08:49:37 GMT", GN_FIELD_DAY, 5},
    {"Sun, 06 Nov 94 08:49:37 GMT", GN_FIELD_YEAR, 12},
    {"Sun, 06 Nov 1994 24:00:00 GMT", GN_FIELD_HOUR, 17},
    {"Sun, 06 Nov 1994 08:60:37 GMT", GN_FIELD_MINUTE, 20},
    {"Sun, 06 Nov 1994 08:49:60 GMT", GN_FIELD_SECOND, 23},
    {"Sun, 06 Nov 1994 23:59:61 GMT", GN_FIELD_SECOND, 23},
    {"Sun, 06 Nov 1994 08:49:37 UTC", GN_FIELD_ZONE, 26},
    {"Sun, 06 Nov 1994 08:49:37 gmt", GN_FIELD_ZONE, 26},
    {"Sun, 06 Nov 1994 08:49:37 +0100", GN_FIELD_ZONE, 26},
    {"Sun, 06 Nov 1994 08:49:37 GMT; length=123", GN_FIELD_END, 29},
    {"Sunday, 00-Nov-94 08:49:37 GMT", GN_FIELD_DAY, 8},
    {"Sunday, 31-Nov-94 08:49:37 GMT", GN_FIELD_DAY, 8},
    {"Monday, 29-Feb-99 08:49:37 GMT", GN_FIELD_DAY, 8},
    {"Sunday, 06-nov-94 08:49:37 GMT", GN_FIELD_MONTH, 11},
    {"Sunday, 06-Nov-94 24:49:37 GMT", GN_FIELD_HOUR, 18},
    {"Sunday, 06-Nov-94 08:60:37 GMT", GN_FIELD_MINUTE, 21},
    {"Sunday, 06-Nov-94 08:49:60 GMT", GN_FIELD_SECOND, 24},
    {"Sundax, 06-Nov-94 08:49:37 GMT", GN_FIELD_WEEKDAY, 0},
    {"Sun nov  6 08:49:37 1994", GN_FIELD_MONTH, 4},
    {"Sun Nov  0 08:49:37 1994", GN_FIELD_DAY, 8},
    {"Sun Nov 31 08:49:37 1994", GN_FIELD_DAY, 8},
    {"Sun Nov  6 24:49:37 1994", GN_FIELD_HOUR, 11},
    {"Sun Nov  6 08:60:37 1994", GN_FIELD_MINUTE, 14},
    {"Sun Nov  6 08:49:60 1994", GN_FIELD_SECOND, 17},
    {"Sun Nov  6 08:49:37 199", GN_FIELD_YEAR, 20},
};

static const blamed TIMESTAMPS[] = {
    {"", GN_FIELD_YEAR, 0},
    {"1970-00-01T00:00:00Z", GN_FIELD_MONTH, 5},
    {"1970-13-01T00:00:00Z", GN_FIELD_MONTH, 5},
    {"1970-1-01T00:00:00Z", GN_FIELD_MONTH, 5},
    {"1970-01-00T00:00:00Z", GN_FIELD_DAY, 8},
    {"1970-04-31T00:00:00Z", GN_FIELD_DAY, 8},
    {"2001-02-29T00:00:00Z", GN_FIELD_DAY, 8},
    {"1970-01-01 00:00:00Z", GN_FIELD_SEPARATOR, 10},
    {"1970-01-01T24:00:00Z", GN_FIELD_HOUR, 11},
    {"1970-01-01T00:60:00Z", GN_FIELD_MINUTE, 14},
    {"1970-01-01T00:00:60Z", GN_FIELD_SECOND, 17},
    {"1970-01-01T23:59:60+01:00", GN_FIELD_SECOND, 17},
    {"1970-01-01T23:59:61Z", GN_FIELD_SECOND, 17},
    {"1970-01-01T00:00:00.Z", GN_FIELD_FRACTION, ANYWHERE},
    {"1970-01-01T00:00:00.", GN_FIELD_FRACTION, ANYWHERE},
    {"1970-01-01T00:00:00.5", GN_FIELD_ZONE, 21},
    {"1970-01-01T00:00:00", GN_FIELD_ZONE, 19},
    {"1970-01-01T00:00:00+0800", GN_FIELD_ZONE, ANYWHERE},
    {"1970-01-01T00:00:00+24:00", GN_FIELD_ZONE, ANYWHERE},
    {"1970-01-01T00:00:00+00:60", GN_FIELD_ZONE, ANYWHERE},
    {"1970-01-01T00:00:00Z\n", GN_FIELD_END, 20},
    {"10000-01-01T00:00:00Z", GN_FIELD_SEPARATOR, 4},
    {" 1970-01-01T00:00:00Z", GN_FIELD_YEAR, 0},
    {"0000-06-01T00:00:00Z", GN_FIELD_YEAR, 0},
    {"0001-01-01T00:00:00+00:01", GN_FIELD_YEAR, 0},
    {"9999-12-31T23:59:59-00:01", GN_FIELD_YEAR, 0},
};

static void
test_table(reader refuse, const blamed *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        blames(refuse, check_span(cases[i].text), cases[i].field,
               cases[i].position);
    }
}

/* The last second of all has none after it, so there is no leap second. */
static void
test_last_leap_second(void)
{
    gn_error err;
    CHECK(refuse_http_date(check_span("Fri, 31 Dec 9999 23:59:60 GMT"), &err));
    CHECK(refuse_http_date(check_span("Fri Dec 31 23:59:60 9999"), &err));
    CHECK(refuse_rfc3339(check_span("9999-12-31T23:59:60Z"), &err));
}

int
main(void)
{
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        const good_text *good = &GOOD[i];
        CHECK_INT(strlen(good->layout), strlen(good->text));
        test_wrong_bytes(good);
        test_early_ends(good);
        test_trailing_bytes(good);
        if (good->refuse == refuse_http_date) {
            test_leading_blanks(good);
        }
    }
    test_table(refuse_http_date, HTTP_DATES,
               sizeof HTTP_DATES / sizeof *HTTP_DATES);
    test_table(refuse_rfc3339, TIMESTAMPS,
               sizeof TIMESTAMPS / sizeof *TIMESTAMPS);
    test_last_leap_second();
    return check_report();
}
