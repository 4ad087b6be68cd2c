/* The packed word: every day there and back, every field that makes no date,
 * and the guard.
 */
#include "check.h"
#include "plain.h"
#include "word.h"

enum { FIRST_DAY = -719528, DAYS_IN_ALL = 3652425 };

static bool
same(gn_civil a, gn_civil b)
{
    return a.year == b.year && a.month == b.month && a.day == b.day &&
           a.hour == b.hour && a.minute == b.minute && a.second == b.second &&
           a.weekday == b.weekday;
}

static void
test_layout(void)
{
    gn_civil c = {1994, 11, 6, 8, 49, 37, 6};
    uint64_t word = gn_word_pack(c);
    CHECK_INT(word & 63, 37);
    CHECK_INT(word >> 6 & 63, 49);
    CHECK_INT(word >> 12 & 31, 8);
    CHECK_INT(word >> 17 & 31, 6);
    CHECK_INT(word >> 22 & 15, 11);
    CHECK_INT(word >> 26 & 7, 6);
    CHECK_INT(word >> 29, 1994);
    CHECK(same(gn_word_fields(word), c));
    /* Whoever has kept a word reads it by these numbers: not by our names. */
    CHECK_INT(gn_word_of(784111777), word | UINT64_C(784111777) << 43);
}

static void
test_every_day(void)
{
    for (int i = 0; i < DAYS_IN_ALL; i++) {
        if (check_skips()) {
            continue;
        }
        int64_t now = (FIRST_DAY + i) * INT64_C(86400) + i % 86400;
        gn_civil c = plain_civil(plain_from_unix(now));
        uint64_t word = gn_word_pack(c);
        gn_civil out = {0};
        CHECK(word >> GN_WORD_BITS == 0);
        CHECK_INT(gn_word_unpack(word, &out), GN_OK);
        CHECK(same(out, c));
        CHECK_INT(gn_word_of(now), word | (uint64_t)now << GN_WORD_BITS);
    }
}

/* Every value that 14 + 4 + 5 + 3 bits of a date can hold, in every year. */
static void
test_impossible_dates(void)
{
    for (int year = 0; year < 16384; year++) {
        for (int month = 0; month < 16; month++) {
            for (int day = 0; day < 32; day++) {
                if (check_skips()) {
                    continue;
                }
                /* Without a date there is no right weekday. */
                plain_date d = {.year = year, .month = month, .day = day};
                bool exists = plain_exists(d);
                int right =
                    exists ? plain_weekday(plain_days(year, month, day)) : -1;
                int weekday = right >= 0 ? right : day % 7;
                gn_civil c = plain_civil(d);
                gn_civil out;
                c.weekday = (uint8_t)weekday;
                CHECK_INT(gn_word_unpack(gn_word_pack(c), &out),
                          exists ? GN_OK : GN_RANGE);
                c.weekday = (uint8_t)((weekday + 1 + day % 7) % 8);
                CHECK_INT(gn_word_unpack(gn_word_pack(c), &out),
                          c.weekday == right ? GN_OK : GN_RANGE);
            }
        }
    }
}

/* pack() makes one weekday for a date: the other seven are no word of its. */
static void
test_impossible_weekdays(void)
{
    for (int days = 0; days < 400; days++) {
        gn_civil c = gn_civil_from_unix(days * INT64_C(86400));
        int right = c.weekday;
        for (c.weekday = 0; c.weekday < 8; c.weekday++) {
            gn_civil out;
            CHECK_INT(gn_word_unpack(gn_word_pack(c), &out),
                      c.weekday == right ? GN_OK : GN_RANGE);
        }
    }
}

static void
test_impossible_times(void)
{
    gn_civil c = gn_civil_from_unix(0);
    gn_civil out;
    for (c.hour = 0; c.hour < 32; c.hour++) {
        for (c.minute = 0; c.minute < 64; c.minute++) {
            for (c.second = 0; c.second < 64; c.second++) {
                bool exists = c.hour < 24 && c.minute < 60 && c.second < 60;
                CHECK_INT(gn_word_unpack(gn_word_pack(c), &out),
                          exists ? GN_OK : GN_RANGE);
            }
        }
    }
}

/* Bits above the 43 are no part of what pack() makes. */
static void
test_unpack_refuses_guards(void)
{
    uint64_t word = gn_word_pack(gn_civil_from_unix(784111777));
    gn_civil out;
    CHECK_INT(gn_word_unpack(word, &out), GN_OK);
    for (int bit = GN_WORD_BITS; bit < 64; bit++) {
        CHECK_INT(gn_word_unpack(word | UINT64_C(1) << bit, &out), GN_RANGE);
    }
    CHECK_INT(gn_word_unpack(0, &out), GN_RANGE);
    CHECK_INT(gn_word_unpack(UINT64_MAX, &out), GN_RANGE);
}

static void
test_guards(void)
{
    static const int64_t SECONDS[] = {
        GN_UNIX_MIN, -2097153, -2097152, -1,         0,
        1,           2097151,  2097152,  1795996800, GN_UNIX_MAX,
    };
    const int64_t turn = INT64_C(1) << (64 - GN_WORD_BITS);
    for (size_t i = 0; i < sizeof SECONDS / sizeof *SECONDS; i++) {
        int64_t now = SECONDS[i];
        uint64_t word = gn_word_of(now);
        CHECK(word != 0);
        CHECK(gn_word_guards(word, now));
        for (int64_t other = 1; other < turn; other++) {
            if (check_skips()) {
                continue;
            }
            CHECK(!gn_word_guards(word, now + other));
        }
        CHECK(gn_word_guards(word, now + turn)); /* it has 21 bits */
        CHECK(gn_word_guards(word, now - turn));
    }
}

int
main(void)
{
    test_layout();
    test_every_day();
    test_impossible_dates();
    test_impossible_weekdays();
    test_impossible_times();
    test_unpack_refuses_guards();
    test_guards();
    return check_report();
}
