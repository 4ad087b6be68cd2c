/* The century of a two-digit year: the latest that is not more than fifty
 * years after now, by the whole timestamp.
 */
#include "check.h"
#include "http_date.h"
#include "plain.h"

static void
judge(plain_date d, int64_t now)
{
    if (check_skips()) {
        return;
    }
    char buffer[PLAIN_SIZE];
    gn_span text = {buffer, plain_write_rfc850(buffer, d)};
    int64_t want = 0;
    int64_t out = 0;
    gn_error blame = {GN_OK, GN_FIELD_COUNT, 0};
    gn_error err = blame;
    bool valid = plain_parse_http_date(text, now, &want, &blame);
    gn_status status = gn_http_date_parse(text, now, &out, &err);
    if (!CHECK_OF(status == (valid ? GN_OK : GN_INVALID), text) ||
        !CHECK_OF(!valid || out == want, text) ||
        !CHECK_OF(err.field == blame.field, text) ||
        !CHECK_OF(err.position == blame.position, text)) {
        CHECK_INT(now, -1); /* show at what time */
    }
}

/* Every day of a hundred years. */
static void
check_days(int64_t now)
{
    plain_date d = plain_from_unix(now);
    for (d.year = 0; d.year <= 99; d.year++) {
        for (d.month = 1; d.month <= 12; d.month++) {
            for (d.day = 1; d.day <= 31; d.day++) {
                judge(d, now);
            }
        }
    }
}

/* Every year, a little before and after this time of it. */
static void
check_seconds(int64_t now)
{
    static const int STEPS[] = {-86400, -3600, -60, -1, 0, 1, 60, 3600, 86400};
    for (size_t i = 0; i < sizeof STEPS / sizeof *STEPS; i++) {
        plain_date d = plain_from_unix(now + STEPS[i]);
        for (d.year = 0; d.year <= 99; d.year++) {
            judge(d, now);
        }
    }
    plain_date leap = plain_from_unix(now);
    leap.hour = 23;
    leap.minute = 59;
    leap.second = 60;
    for (leap.year = 0; leap.year <= 99; leap.year++) {
        judge(leap, now);
    }
}

static void
test_by_hand(void)
{
    static const struct {
        const char *text;
        int64_t now;
        int64_t want;
    } CASES[] = {
        /* 2026-11-30T00:00:00Z: exactly fifty years are not more. */
        {"Monday, 30-Nov-76 00:00:00 GMT", 1795996800, 3373920000},
        {"Monday, 30-Nov-76 00:00:01 GMT", 1795996800, 218160001},
        {"Monday, 30-Nov-26 00:00:00 GMT", 1795996800, 1795996800},
        /* 2060-01-01: 05 is 2105, in the century to come. */
        {"Friday, 02-Jan-05 00:00:00 GMT", 2840140800, 4260297600},
        /* 1970-01-01: 20 is 1920 + 100 - 100, fifty years back to the day. */
        {"Friday, 01-Jan-20 00:00:00 GMT", 0, 1577836800},
        {"Friday, 01-Jan-20 00:00:01 GMT", 0, -1577923199},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        gn_span text = check_span(CASES[i].text);
        int64_t out = 0;
        CHECK_OF(gn_http_date_parse(text, CASES[i].now, &out, NULL) == GN_OK,
                 text);
        CHECK_INT(out, CASES[i].want);
    }
}

int
main(void)
{
    static const plain_date NOWS[] = {
        {1970, 1, 1, 0, 0, 0, 0},
        {1994, 11, 6, 8, 49, 37, 0},
        {1999, 12, 31, 23, 59, 59, 0},
        {2000, 1, 1, 0, 0, 0, 0},
        {2000, 2, 29, 12, 30, 15, 0},
        {2024, 2, 29, 0, 0, 0, 0},
        {2026, 11, 30, 0, 0, 0, 0},
        {2049, 12, 31, 23, 59, 59, 0},
        {2050, 1, 1, 0, 0, 0, 0},
        {2099, 12, 31, 23, 59, 59, 0},
        {2348, 2, 29, 23, 59, 59, 0},
        {1850, 3, 1, 0, 0, 0, 0},
        /* Where a count of mean years is one behind the calendar's. */
        {2303, 1, 1, 6, 0, 0, 0},
        {1903, 1, 1, 6, 0, 0, 0},
        /* Where the year would be below 0000, or above 9999: no date. */
        {20, 3, 1, 12, 0, 0, 0},
        {9990, 6, 15, 12, 0, 0, 0},
    };
    for (size_t i = 0; i < sizeof NOWS / sizeof *NOWS; i++) {
        check_days(plain_unix(NOWS[i]));
        check_seconds(plain_unix(NOWS[i]));
    }
    test_by_hand();
    return check_report();
}
