/* RFC 3339: every day, every number of digits, every offset, and every text
 * near a good one, judged as the plain reader judges it.
 */
#include "check.h"
#include "edits.h"
#include "guard.h"
#include "judge.h"
#include "plain.h"
#include "rfc3339.h"

static const int64_t FIRST = GN_UNIX_YEAR_1;
enum { DAYS_IN_ALL = 3652425 - 366 };

/* Numbers that look random and are the same in every run. */
static uint32_t
next_nanos(void)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
    return (uint32_t)((state >> 33) % 1000000000);
}

static void
judge(gn_span text)
{
    (void)judge_rfc3339(text, NULL, NULL);
}

static void
check_write(int64_t seconds, uint32_t nanos, int digits)
{
    if (!check_skips()) {
        judge_rfc3339_written(seconds, nanos, digits);
    }
}

static void
test_every_day(void)
{
    for (int i = 0; i < DAYS_IN_ALL; i++) {
        int64_t seconds = FIRST + i * INT64_C(86400) + i % 86400;
        check_write(seconds, next_nanos(), i % 10);
    }
    check_write(GN_UNIX_MAX, GN_NANOS_MAX, 9);
}

/* Days that are not, too: 0, and up to 32, in months 0 to 13. */
static void
test_every_date(void)
{
    char text[PLAIN_SIZE];
    plain_date d = {.hour = 12};
    for (d.year = 0; d.year <= 9999; d.year++) {
        for (d.month = 0; d.month <= 13; d.month++) {
            for (d.day = 0; d.day <= 32; d.day += d.day == 1 ? 27 : 1) {
                if (!check_skips()) {
                    judge((gn_span){text, plain_write_rfc3339(text, d, 0, 0)});
                }
            }
        }
    }
}

static void
test_every_time(plain_date d)
{
    char text[PLAIN_SIZE];
    for (d.hour = 0; d.hour <= 99; d.hour++) {
        for (d.minute = 0; d.minute <= 99; d.minute++) {
            for (d.second = 0; d.second <= 99; d.second++) {
                if (!check_skips()) {
                    judge((gn_span){text, plain_write_rfc3339(text, d, 0, 0)});
                }
            }
        }
    }
}

static void
test_every_digit(void)
{
    for (int digits = 0; digits <= GN_RFC3339_MAX_DIGITS; digits++) {
        for (uint32_t i = 0; i < 1000; i++) {
            check_write(0, i, digits);
            check_write(-1, i * 1000, digits);
            check_write(1, i * 1000000, digits);
            check_write(2, 999999999 - i, digits);
            check_write(3, next_nanos(), digits);
        }
    }
    for (int64_t second = 0; second < 86400; second++) {
        check_write(second, 0, 0);
    }
}

/* The fewest of 0, 3, 6 and 9 digits that lose nothing. */
static void
test_proto3_digits(void)
{
    CHECK_INT(gn_fraction_digits(0), 0);
    for (uint32_t i = 1; i < 1000; i++) {
        CHECK_INT(gn_fraction_digits(i), 9);
        CHECK_INT(gn_fraction_digits(i * 1000), 6);
        CHECK_INT(gn_fraction_digits(i * 1000000), 3);
        CHECK_INT(gn_fraction_digits(i * 1000000 + 1000), 6);
        CHECK_INT(gn_fraction_digits(i * 1000000 + 999999), 9);
    }
    CHECK_INT(gn_rfc3339_size(0), 20);
    CHECK_INT(gn_rfc3339_size(1), 22);
    CHECK_INT(gn_rfc3339_size(9), 30);
    CHECK(!gn_rfc3339_holds(GN_UNIX_YEAR_1 - 1));
    CHECK(gn_rfc3339_holds(GN_UNIX_YEAR_1));
    CHECK(gn_rfc3339_holds(GN_UNIX_MAX));
    CHECK(!gn_rfc3339_holds(GN_UNIX_MAX + 1));
}

/* Fractions of any length: past nine digits they are cut. */
static void
test_long_fractions(void)
{
    static char text[GUARD_ROOM];
    size_t start = plain_write_rfc3339(
                       text, (plain_date){1990, 12, 31, 23, 59, 60, 0}, 0, 0) -
                   1;
    text[start] = '.';
    for (size_t digits = 0; digits <= 70; digits++) {
        size_t end = start + 1 + digits;
        text[end] = 'Z';
        judge((gn_span){text, end + 1});
        judge((gn_span){text, end}); /* no zone */
        text[end] = ':';
        judge((gn_span){text, end + 1});
        text[end] = (char)('1' + digits % 9);
    }
    for (size_t i = start + 1; i < sizeof text; i++) {
        text[i] = '9';
    }
    judge((gn_span){text, sizeof text});
    text[sizeof text - 1] = 'z';
    judge((gn_span){text, sizeof text});
}

/* Every four digits as an offset, both signs, from times where the day, the
 * leap second or the range of years is at stake. */
static void
test_every_offset(void)
{
    static const char *const LOCAL[] = {
        "1970-01-01T00:00:00", "2000-02-29T23:59:59.5", "0001-01-01T00:00:00",
        "0000-12-31T23:59:59", "0000-12-31T00:01:00",   "9999-12-31T23:59:59",
        "9999-12-31T12:00:00", "1990-12-31T23:59:60",   "1990-12-31T15:59:60",
        "1991-01-01T07:29:60", "0000-12-31T23:59:60",   "9999-12-31T23:59:60",
        "9999-12-31T00:00:60", "0000-12-31T12:59:60.9",
    };
    char buffer[PLAIN_SIZE];
    for (size_t i = 0; i < sizeof LOCAL / sizeof *LOCAL; i++) {
        for (int offset = 0; offset < 10000; offset++) {
            if (check_skips()) {
                continue;
            }
            gn_span text = {buffer, 0};
            for (const char *c = LOCAL[i]; *c != '\0'; c++) {
                buffer[text.size++] = *c;
            }
            char *zone = buffer + text.size;
            zone[1] = (char)('0' + offset / 1000);
            zone[2] = (char)('0' + offset / 100 % 10);
            zone[3] = ':';
            zone[4] = (char)('0' + offset / 10 % 10);
            zone[5] = (char)('0' + offset % 10);
            text.size += 6;
            zone[0] = '+';
            judge(text);
            zone[0] = '-';
            judge(text);
        }
    }
}

static void
test_neighbours(void)
{
    static const char *const SEEDS[] = {
        "1970-01-01T00:00:00Z",
        "1972-01-01T10:00:20.021Z",
        "1985-04-12T23:20:50.52Z",
        "1996-12-19t16:39:57-08:00",
        "1990-12-31T23:59:60z",
        "1990-12-31T15:59:60-08:00",
        "1999-02-28T23:59:59.12345678Z",
        "2004-02-29T23:59:59.123456789Z",
        "2000-02-29T23:59:59.123456789+23:59",
        "9999-12-31T23:59:59.1234567890123Z",
        "0001-01-01T00:00:00.000001-00:00",
        "1970",
    };
    for (size_t i = 0; i < sizeof SEEDS / sizeof *SEEDS; i++) {
        edits_single(SEEDS[i], judge);
        edits_double(SEEDS[i], " 012359:/-+.TtZz\x80", judge);
    }
    judge((gn_span){NULL, 0});
    int64_t seconds;
    uint32_t nanos;
    gn_error err;
    CHECK(gn_rfc3339_parse((gn_span){NULL, 0}, &seconds, &nanos, &err) ==
          GN_INVALID);
}

int
main(void)
{
    test_every_day();
    test_every_date();
    test_every_time((plain_date){1970, 1, 1, 0, 0, 0, 0});
    test_every_time((plain_date){9999, 12, 31, 0, 0, 0, 0});
    test_every_digit();
    test_proto3_digits();
    test_long_fractions();
    test_every_offset();
    test_neighbours();
    return check_report();
}
