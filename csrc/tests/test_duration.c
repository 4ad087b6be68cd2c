/* Durations: the ends of the range, every power of ten, many that look random,
 * and every text near a good one, judged as the plain reader judges it.
 */
#include "check.h"
#include "duration.h"
#include "edits.h"
#include "judge.h"

static void
judge(gn_span text)
{
    (void)judge_duration(text, NULL, NULL);
}

static void
check_both_signs(int64_t seconds, int32_t nanos)
{
    judge_duration_written(seconds, nanos);
    judge_duration_written(-seconds, -nanos);
}

static const int32_t NANOS[] = {
    0,       1,       10,       999,       1000,      1001,      99999,
    1000000, 1000001, 10000000, 500000000, 123456789, 999999000, GN_NANOS_MAX};
enum { NANOS_COUNT = sizeof NANOS / sizeof *NANOS };

static void
test_edges(void)
{
    for (int i = 0; i < NANOS_COUNT; i++) {
        for (int64_t power = 1; power < GN_DURATION_MAX; power *= 10) {
            check_both_signs(power - 1, NANOS[i]);
            check_both_signs(power, NANOS[i]);
        }
        check_both_signs(GN_DURATION_MAX, NANOS[i]);
        check_both_signs(GN_DURATION_MAX - 1, NANOS[i]);
    }
    char longest[GN_DURATION_MAX_SIZE];
    CHECK_INT(gn_duration_write(longest, -GN_DURATION_MAX, -GN_NANOS_MAX),
              sizeof longest);
}

static void
test_many(void)
{
    uint64_t state = 1; /* the same in every run */
    for (int i = 0; i < 200000; i++) {
        state = state * UINT64_C(6364136223846793005) + 1442695040888963407;
        int64_t seconds = (int64_t)(state >> 20) % (GN_DURATION_MAX + 1);
        static const int32_t UNITS[] = {1000000, 1000, 1};
        int32_t nanos = (int32_t)((state >> 33) % (GN_NANOS_MAX + 1));
        check_both_signs(seconds >> (i % 40), nanos - nanos % UNITS[i % 3]);
    }
}

static void
test_range(void)
{
    CHECK(gn_duration_holds(0, 0));
    CHECK(gn_duration_holds(0, 1) && gn_duration_holds(0, -1));
    CHECK(gn_duration_holds(1, 0) && gn_duration_holds(-1, 0));
    CHECK(gn_duration_holds(GN_DURATION_MAX, GN_NANOS_MAX));
    CHECK(gn_duration_holds(-GN_DURATION_MAX, -GN_NANOS_MAX));
    CHECK(!gn_duration_holds(GN_DURATION_MAX + 1, 0));
    CHECK(!gn_duration_holds(-GN_DURATION_MAX - 1, 0));
    CHECK(!gn_duration_holds(INT64_MAX, 0));
    CHECK(!gn_duration_holds(INT64_MIN, 0));
    CHECK(!gn_duration_holds(0, GN_NANOS_MAX + 1));
    CHECK(!gn_duration_holds(0, -GN_NANOS_MAX - 1));
    CHECK(!gn_duration_holds(1, -1));
    CHECK(!gn_duration_holds(-1, 1));
}

static void
test_neighbours(void)
{
    static const char *const SEEDS[] = {
        "0s",
        "-0s",
        "1.5s",
        "-0.500s",
        "007.123456789s",
        "315576000000.999999999s",
        "-315576000001s",
        "999999999999.9s",
        "1234567890123s",
        "1.1234567890s",
    };
    for (size_t i = 0; i < sizeof SEEDS / sizeof *SEEDS; i++) {
        edits_single(SEEDS[i], judge);
        edits_double(SEEDS[i], " 0159/:-+._sS\x80", judge);
    }
    int64_t seconds;
    int32_t nanos;
    CHECK(!gn_duration_parse((gn_span){NULL, 0}, &seconds, &nanos));
}

int
main(void)
{
    test_edges();
    test_many();
    test_range();
    test_neighbours();
    return check_report();
}
