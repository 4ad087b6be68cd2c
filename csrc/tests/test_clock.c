/* The clock: never early, late by a kernel tick at most, whatever becomes of
 * its ticker; and the ticker's life.
 */
#include "check.h"
#include "watch.h"

/* Every reading is right, and afterwards there is a ticker at work. */
static void
reads_bring_a_ticker(void)
{
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK(watch_until(watch_published, 3000));
}

/* Every reading is right, and there is no ticker before or after. */
static void
reads_bring_none(void)
{
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_reads(50), 0);
    CHECK_INT(watch_tickers(), 0);
    CHECK_INT(atomic_load(&gn_clock_word), 0);
    CHECK(!gn_clock_report().running);
}

static void
test_starts_by_reads(void)
{
    CHECK_INT(watch_tickers(), 0);
    gn_clock_info info = gn_clock_report();
    CHECK(!info.running && !info.parked && !info.frozen);
    CHECK_INT(info.ticks, 0);
    gn_reader reader = {0};
    (void)gn_clock_read(&reader); /* one is enough */
    CHECK(gn_clock_report().running);
    reads_bring_a_ticker();
}

static void
test_ticks(void)
{
    uint64_t before = gn_clock_report().ticks;
    CHECK_INT(watch_reads(3200), 0);
    gn_clock_info info = gn_clock_report();
    /* Three, unless the machine was too busy for one of them. */
    CHECK(info.ticks - before >= 2 && info.ticks - before <= 4);
    CHECK(info.late_ns > 0 && info.late_ns <= info.max_late_ns);
    CHECK(info.max_late_ns < 1000000000);
    CHECK_INT(info.steps, 0);
    CHECK(info.running && !info.parked && !info.frozen);
}

static void
test_stop_and_start(void)
{
    int files = watch_files();
    gn_clock_stop();
    reads_bring_none();
    CHECK(watch_files() <= files);
    gn_clock_stop();
    reads_bring_none();
    gn_clock_start();
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK_INT(watch_files(), files);
    gn_clock_start(); /* not a second one */
    reads_bring_a_ticker();
    CHECK_INT(watch_files(), files);
}

/* Two users, one ticker, joined when the second goes. */
static void
test_users(void)
{
    gn_clock_attach();
    gn_clock_detach();
    CHECK(watch_until(watch_one_ticker, 1000));
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_reads(20), 0); /* of finalizers, say */
    gn_clock_start();
    CHECK(!gn_clock_report().running);
    gn_clock_attach();
    reads_bring_a_ticker();
}

static void
test_killed_ticker(void)
{
    for (int i = 0; i < 3; i++) {
        uint64_t before = gn_clock_report().ticks;
        gn_clock_kill_ticker();
        CHECK(watch_until(watch_no_ticker, 2000));
        CHECK_INT(watch_reads(1200), 0);
        reads_bring_a_ticker();
        CHECK(gn_clock_report().ticks > before);
    }
}

/* A word of another second, whoever left it there, is never believed. */
static void
test_wrong_words(void)
{
    /* The guard has 21 bits: a word of 2^21 seconds ago would be believed, and
     * the second may turn before the read. */
    static const int64_t AWAY[] = {1, -1, 2, -2, 60, -3600, 86400, -2097150};
    gn_reader reader = {0};
    for (int running = 0; running < 2; running++) {
        gn_clock_stop();
        if (running) {
            gn_clock_start();
            CHECK(watch_until(watch_published, 3000));
        }
        for (int round = 0; round < 1000; round++) {
            for (size_t i = 0; i < sizeof AWAY / sizeof *AWAY; i++) {
                gn_clock_publish(gn_word_of(time(NULL) + AWAY[i]));
                CHECK(watch_read(&reader));
            }
            gn_clock_publish(0);
            CHECK(watch_read(&reader));
        }
    }
    CHECK_INT(watch_reads(1200), 0);
}

static void
test_now(void)
{
    for (int i = 0; i < 1000; i++) {
        gn_time before = gn_wall_now();
        gn_time now = gn_clock_now();
        gn_time after = gn_wall_now();
        CHECK(now.nanos <= 999999999);
        CHECK(now.seconds > before.seconds ||
              (now.seconds == before.seconds && now.nanos >= before.nanos));
        CHECK(now.seconds < after.seconds ||
              (now.seconds == after.seconds && now.nanos <= after.nanos));
        int64_t first = gn_wall_coarse();
        int64_t coarse = gn_clock_now_coarse();
        CHECK(first <= coarse && coarse <= gn_wall_now().seconds);
    }
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    test_starts_by_reads();
    test_ticks();
    test_stop_and_start();
    test_users();
    test_killed_ticker();
    test_wrong_words();
    test_now();
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    return check_report();
}
