/* HTTP-date: every day written and read, every time of day, and every text
 * near a good one, judged as the plain reader judges it.
 */
#include <string.h>

#include "check.h"
#include "edits.h"
#include "guard.h"
#include "http_date.h"
#include "judge.h"
#include "plain.h"

static const int64_t NOW = 1795996800; /* 2026-11-30T00:00:00Z */

typedef size_t (*writer)(char out[PLAIN_SIZE], plain_date date);
static const writer FORMS[] = {plain_write_imf, plain_write_rfc850,
                               plain_write_asctime};
enum { FORM_COUNT = sizeof FORMS / sizeof *FORMS };

static void
judge(gn_span text)
{
    (void)judge_http_date(text, NOW, NULL);
}

/* Leap seconds are read, and never written. */
static void
check_write(plain_date d)
{
    if (!check_skips()) {
        d.second %= 60;
        judge_http_date_written(plain_unix(d));
    }
}

/* Another time each year, every tenth a leap second; 9999 is one of them. */
static void
vary_time(plain_date *d)
{
    bool leap = (d->year + 1) % 10 == 9;
    d->hour = leap ? 23 : d->year % 24;
    d->minute = leap ? 59 : d->year % 60;
    d->second = leap ? 60 : d->year % 59;
}

/* Every day that is, and those that are not: 0, and up to 32. */
static void
test_every_day(void)
{
    char text[PLAIN_SIZE];
    plain_date d = {.weekday = 5}; /* 0000-01-01 was a Saturday */
    for (d.year = 0; d.year <= 9999; d.year++) {
        for (d.month = 1; d.month <= 12; d.month++) {
            for (d.day = 0; d.day <= 32; d.day++) {
                bool exists = plain_exists(d);
                if (!check_skips()) {
                    judge_http_date_once(
                        (gn_span){text, plain_write_imf(text, d)}, NOW);
                    judge_http_date_once(
                        (gn_span){text, plain_write_asctime(text, d)}, NOW);
                }
                if (exists) {
                    check_write(d);
                    d.weekday = (d.weekday + 1) % 7;
                }
            }
        }
        vary_time(&d);
    }
}

/* Every six digits as a time; the last day of all has no leap second. */
static void
test_every_time(void)
{
    char text[PLAIN_SIZE];
    plain_date d = {9999, 12, 31, 0, 0, 0, 4};
    for (int form = 0; form < FORM_COUNT; form++) {
        for (d.hour = 0; d.hour <= 99; d.hour++) {
            for (d.minute = 0; d.minute <= 99; d.minute++) {
                for (d.second = 0; d.second <= 99; d.second++) {
                    if (!check_skips()) {
                        judge_http_date_once(
                            (gn_span){text, FORMS[form](text, d)}, NOW);
                    }
                }
            }
        }
    }
}

static void
test_write_every_time(void)
{
    for (int64_t now = 0; now < 86400; now++) {
        check_write(plain_from_unix(now));
    }
}

/* A weekday need not fit its date, but must be one. */
static void
test_every_name(void)
{
    char text[PLAIN_SIZE];
    for (int form = 0; form < FORM_COUNT; form++) {
        plain_date d = {1994, 11, 6, 8, 49, 37, 0};
        for (d.weekday = 0; d.weekday < 7; d.weekday++) {
            for (d.month = 1; d.month <= 12; d.month++) {
                gn_span good = {text, FORMS[form](text, d)};
                CHECK_OF(judge_http_date(good, NOW, NULL), good);
                for (size_t i = 0; i < good.size; i++) {
                    text[i] ^= 0x20; /* the other case of a letter */
                    judge(good);
                    text[i] ^= 0x20;
                }
            }
        }
    }
}

/* Three of a byte for a name: NULs would equal an empty slot of a table. */
static void
test_no_names(void)
{
    static const int MONTH_AT[FORM_COUNT] = {8, 11, 4};
    char text[PLAIN_SIZE];
    plain_date d = {1994, 11, 6, 8, 49, 37, 6};
    for (int form = 0; form < FORM_COUNT; form++) {
        for (int byte = 0; byte < 256; byte++) {
            size_t size = FORMS[form](text, d);
            memset(text, byte, 3);
            judge((gn_span){text, size});
            size = FORMS[form](text, d);
            memset(text + MONTH_AT[form], byte, 3);
            judge((gn_span){text, size});
        }
    }
}

static void
test_neighbours(void)
{
    static const char *const SEEDS[] = {
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Tue, 29 Feb 2000 23:59:60 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Wednesday, 30-Nov-76 00:00:00 GMT",
        "Friday, 29-Feb-04 23:59:60 GMT",
        "Sun Nov  6 08:49:37 1994",
        "Tue Feb 29 23:59:60 2000",
        " Sun, 06 Nov 1994 08:49:37 GMT\t",
        "\t Thursday, 31-Dec-99 23:59:59 GMT ",
        "\t\tFri Dec 31 23:59:59 9999  ",
        "GMT",
        "\t",
    };
    for (size_t i = 0; i < sizeof SEEDS / sizeof *SEEDS; i++) {
        edits_single(SEEDS[i], judge);
        edits_double(SEEDS[i], " \t0129:;,-/STMJanuyr\x80", judge);
    }
}

/* What stands around a value may be long; so may what is none. */
static void
test_long(void)
{
    static char text[GUARD_ROOM];
    const size_t middle = sizeof text / 2;
    static const char FILL[] = " \t0S,\x80";
    for (const char *fill = FILL; *fill != '\0'; fill++) {
        memset(text, *fill, sizeof text);
        judge((gn_span){text, sizeof text});
        memcpy(text + middle, "Sun, 06 Nov 1994 08:49:37 GMT", GN_IMF_SIZE);
        judge((gn_span){text, sizeof text});
        judge((gn_span){text + middle, sizeof text - middle});
        judge((gn_span){text, middle + GN_IMF_SIZE});
    }
    judge((gn_span){NULL, 0});
    int64_t out;
    gn_error err;
    CHECK(gn_http_date_parse((gn_span){NULL, 0}, NOW, &out, &err) ==
          GN_INVALID);
}

int
main(void)
{
    test_every_day();
    test_every_time();
    test_write_every_time();
    test_every_name();
    test_no_names();
    test_neighbours();
    test_long();
    return check_report();
}
