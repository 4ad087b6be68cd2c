/* The timer's descriptor: closed behind the clock's back while the system has
 * no other, replaced too late, 0. Only on Linux has the clock one.
 */
#define _GNU_SOURCE /* struct itimerspec, beside -std=c11 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "system.h"
#include "watch.h"

static int files; /* without a ticker */
static uint64_t ticks_before;

static bool
has_ticked(void)
{
    return gn_clock_report().ticks >= ticks_before + 2;
}

static void
ticks_on(void)
{
    gn_clock_touch(); /* it is not to park */
    ticks_before = gn_clock_report().ticks;
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(has_ticked, 10000));
    CHECK_INT(watch_reads(20), 0);
}

static bool
has_timer(void)
{
    return atomic_load(&faults.timer) >= 0;
}

static int polls_before;

static bool
waits(void)
{
    return atomic_load(&faults.polls) > polls_before;
}

/* With a ticker that has set its timer. */
static void
begin(void)
{
    gn_clock_start();
    polls_before = atomic_load(&faults.polls);
    CHECK(watch_until(waits, 10000));
}

static void
wake(int times)
{
    for (int i = 0; i < times; i++) {
        polls_before = atomic_load(&faults.polls);
        CHECK(gn_timer_wake());
        CHECK(watch_until(waits, 10000));
    }
}

/* Whether it is still set for the turns of the seconds: after four ticks for a
 * later one than the next. */
static bool
is_trusted(void)
{
    int64_t next = watch_precise_second() + 1;
    ticks_on();
    ticks_on();
    return atomic_load(&faults.armed) > next;
}

/* In a child, meanwhile: a timer may fire too early twice in a second, and
 * again in another; one that does it more often is trusted again later. */
static void
test_trust(void)
{
    begin();
    ticks_on(); /* to a second in which it was not set before */
    for (int i = 0; i < 2; i++) {
        wake(2);
        ticks_on();
    }
    CHECK(is_trusted());
    bool returned = false;
    for (int i = 0; i < 5 && !returned; i++) {
        /* A second may turn meanwhile. */
        atomic_store(&faults.left, 0);
        wake(70);
        int64_t left = atomic_load(&faults.left); /* to the turn, if set */
        CHECK(left <= 1000000000);
        returned = is_trusted() && left != 0;
    }
    CHECK(returned);
    gn_clock_stop();
}

/* Somebody else's timer, which is much like ours. */
static int others;
static const struct itimerspec ITS_TIME = {{1, 0}, {1000000, 0}};

/* The number of our timer, which is the other's now. */
static int
steal_timer(void)
{
    int timer = atomic_exchange(&faults.timer, -1);
    CHECK_INT(dup2(others, timer), timer);
    return timer;
}

/* Neither set nor closed by the clock. */
static void
give_back(int stolen)
{
    struct itimerspec now = {0};
    CHECK_INT(timerfd_gettime(stolen, &now), 0);
    CHECK_INT(now.it_interval.tv_nsec, ITS_TIME.it_interval.tv_nsec);
    CHECK(now.it_value.tv_sec > ITS_TIME.it_value.tv_sec / 2);
    close(stolen);
    CHECK_INT(watch_files(), files);
}

/* A program that is started by this one has no use for it. */
static void
test_close_on_exec(void)
{
    gn_clock_start();
    int flags = fcntl(atomic_load(&faults.timer), F_GETFD);
    CHECK(flags >= 0 && (flags & FD_CLOEXEC) != 0);
    gn_clock_stop();
}

/* It ticks without a timer until there is one again, and can be ended. */
static void
test_no_other_timer(bool comes_back)
{
    begin();
    atomic_store(&faults.no_timers, EMFILE);
    int stolen = steal_timer();
    ticks_on();
    CHECK(!has_timer());
    if (comes_back) {
        atomic_store(&faults.no_timers, 0);
        CHECK(watch_until(has_timer, 3000));
        ticks_on();
    }
    gn_clock_stop();
    CHECK_INT(atomic_load(&faults.abandoned), 0); /* it was reached */
    atomic_store(&faults.no_timers, 0);
    give_back(stolen);
}

/* The clock is ended while the ticker makes another timer: nobody's. */
static void
test_replaced_too_late(void)
{
    begin();
    atomic_store(&faults.holds, HOLD);
    int stolen = steal_timer();
    CHECK(watch_until(somebody_is_held, 10000));
    gn_clock_stop();
    atomic_store(&faults.holds, 0);
    CHECK_INT(atomic_exchange(&faults.abandoned, 0), 1);
    CHECK(watch_until(watch_no_ticker, 10000));
    CHECK(has_timer()); /* it has made one, and closes it */
    give_back(stolen);
}

/* A timer that cannot be set is kept, and closed in the end. */
static void
test_blind(void)
{
    begin();
    atomic_store(&faults.naps, 0);
    atomic_store(&faults.no_settings, ENOSYS);
    ticks_on();
    CHECK(atomic_load(&faults.naps) > 0); /* and does not spin */
    gn_clock_stop();
    CHECK_INT(atomic_load(&faults.abandoned), 0);
    atomic_store(&faults.no_settings, 0);
    CHECK_INT(watch_files(), files);
}

/* Somebody closed it between two calls, and has its number now. */
static void
test_taken_at_once(void)
{
    atomic_store(&faults.taken, true);
    gn_clock_start();
    atomic_store(&faults.taken, false);
    gn_clock_stop();
    CHECK_INT(watch_files(), files + 1);
    CHECK_INT(close(atomic_load(&faults.timer)), 0);
}

/* A filter of system calls has it made, and not set. */
static void
test_unusable(void)
{
    atomic_store(&faults.no_settings, EINVAL);
    gn_clock_start();
    atomic_store(&faults.no_settings, 0);
    gn_clock_stop();
    CHECK_INT(watch_files(), files);
}

/* In a program without a standard input the timer takes its number. */
static void
test_descriptor_0(void)
{
    gn_clock_start();
    CHECK_INT(atomic_load(&faults.timer), 0);
    CHECK_INT(watch_files(), files + 1);
    int polls = atomic_load(&faults.polls);
    ticks_on();
    CHECK(atomic_load(&faults.polls) > polls); /* it is waited for */
    CHECK_INT(watch_files(), files + 1);
    gn_clock_stop();
    CHECK_INT(watch_files(), files);
}

/* The same, where the timer takes it only later. */
static void
test_later_descriptor_0(void (*test)(void))
{
    CHECK_INT(dup(others), 0);
    gn_clock_start();
    CHECK(atomic_load(&faults.timer) > 0);
    close(0);
    test();
}

static void
loses_it(void)
{
    test_no_other_timer(true);
}

/* In a child, meanwhile. */
static void
test_numbers(void)
{
    int error = dup(2);
    close(2);
    test_no_other_timer(true); /* a number like any */
    dup2(error, 2);
    close(error);

    close(0);
    files = watch_files();
    test_descriptor_0();
    test_later_descriptor_0(loses_it);
    test_later_descriptor_0(test_replaced_too_late);
}

static void
test_timer(void)
{
    others = timerfd_create(CLOCK_REALTIME, 0);
    CHECK_INT(timerfd_settime(others, 0, &ITS_TIME, NULL), 0);
    files = watch_files();
    int numbers = watch_start_child(test_numbers);
    int trust = watch_start_child(test_trust);
    test_close_on_exec();
    test_no_other_timer(true);
    test_no_other_timer(false);
    test_replaced_too_late();
    test_blind();
    test_taken_at_once();
    test_unusable();
    CHECK_INT(watch_end_child(numbers), 0);
    CHECK_INT(watch_end_child(trust), 0);
}

/* Without a descriptor it waits for a time, which is that of the turn. */
static void
test_waits(void)
{
    begin();
    ticks_on();
    gn_clock_stop();
    CHECK_INT(atomic_load(&faults.wrong_waits), 0);
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    gn_clock_start();
    bool has_timerfd = atomic_load(&faults.timers) != 0;
    gn_clock_stop();
    if (has_timerfd) {
        test_timer();
    }
    else {
        printf("this clock has no descriptor\n");
        test_waits();
    }
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 3000));
    return check_report();
}
