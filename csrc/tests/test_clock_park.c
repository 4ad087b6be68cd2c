/* A ticker that nobody reads parks after ten seconds; the next read wakes it.
 * This test waits for that, so it takes a while.
 */
#include "check.h"
#include "watch.h"

static bool
is_parked(void)
{
    return gn_clock_report().parked;
}

static bool
is_awake(void)
{
    return !gn_clock_report().parked;
}

/* In how many ticks it parks after a read of which nobody keeps the text. */
static uint64_t
ticks_until_parked(void)
{
    gn_reader reader = {0};
    uint64_t before = gn_clock_report().ticks;
    (void)gn_clock_read(&reader);
    CHECK(!is_parked());
    CHECK(atomic_load(&gn_clock_word) != 0);
    CHECK(watch_until(is_parked, 15000));
    CHECK_INT(atomic_load(&gn_clock_word), 0); /* so that reads wake it */
    return gn_clock_report().ticks - before;
}

/* In a child, meanwhile. */
static void
end_while_parked(void)
{
    gn_clock_attach();
    /* It ticks when it begins, for the read that it was begun for, and ten
     * times for nobody; and later for nobody alone. */
    CHECK_INT(ticks_until_parked(), 12);
    CHECK_INT(ticks_until_parked(), 10);
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK(!gn_clock_report().running);
}

static void
park_and_wake(void)
{
    CHECK(watch_until(watch_published, 3000));

    /* Somebody who keeps the text of a word touches the clock instead. */
    watch_sleep(6000);
    CHECK(!is_parked());
    gn_clock_touch();
    watch_sleep(6000);
    CHECK(!is_parked());
    CHECK(watch_until(is_parked, 9000));

    gn_clock_info parked = gn_clock_report();
    CHECK(parked.running);
    CHECK(watch_one_ticker());
    clock_t spent = clock();
    watch_sleep(2500);
#if defined(_WIN32) /* where clock() is the wall's */
    (void)spent;
#else
    /* It sleeps and does not spin, be the machine as busy as it likes. */
    CHECK(clock() - spent < CLOCKS_PER_SEC / 20);
#endif
    CHECK_INT(gn_clock_report().ticks, parked.ticks);

    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(is_awake, 1000));
    CHECK_INT(watch_reads(2200), 0);
    CHECK(gn_clock_report().ticks > parked.ticks);
    CHECK(gn_clock_report().max_late_ns < 1000000000); /* it was not late */
    CHECK(watch_one_ticker());
}

int
main(void)
{
    watch_hangs();
    int child = watch_start_child(end_while_parked);
    gn_clock_attach();
    park_and_wake();
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_end_child(child), 0);
    return check_report();
}
