/* The clock where the system refuses what it asks for, and where somebody sets
 * the wall clock: every read is right, and the ticker comes back.
 */
#define _GNU_SOURCE /* the signals, beside -std=c11 */
#include <errno.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"
#include "system.h"
#include "watch.h"

/* After so long a ticker that could not be had is tried for again. */
enum { RETRY_SECONDS = 60 };
#define YEAR INT64_C(31556952)

static uint64_t steps_before;

static bool
step_was_noticed(void)
{
    return gn_clock_report().steps == steps_before + 1;
}

static uint64_t ticks_before;

static bool
has_ticked(void)
{
    return gn_clock_report().ticks > ticks_before;
}

/* With a ticker that has looked at the clock. */
static void
begin_afresh(void)
{
    gn_clock_stop();
    ticks_before = gn_clock_report().ticks;
    gn_clock_start();
    CHECK(watch_until(has_ticked, 3000));
    CHECK(watch_until(watch_published, 3000));
}

static bool
try_to_set_clock(int64_t ahead)
{
    steps_before = gn_clock_report().steps;
    atomic_store(&faults.ahead, ahead);
    CHECK_INT(watch_reads(20), 0);
    return watch_until(step_was_noticed, 3000);
}

/* A ticker that lost the processor between its looks at two clocks cannot tell
 * a step; seldom, so that another one is told. */
static void
set_clock(int64_t ahead)
{
    int64_t before = atomic_load(&faults.ahead);
    int attempts = 1;
    while (!try_to_set_clock(ahead) && attempts < 5) {
        atomic_store(&faults.ahead, before);
        watch_sleep(1500);
        attempts++;
    }
    CHECK(attempts < 5);
    CHECK_INT(watch_reads(20), 0);
}

static bool
waits_for_less(void)
{
    return atomic_load(&faults.left) != 0;
}

/* Ahead, the timer would never fire, and back, again and again at once: after
 * that the ticker does not go by it, and still ticks. */
static void
test_set_clock(void)
{
    static const int64_t AHEAD[] = {3600, 0, 400 * YEAR, -20 * YEAR, -1, 0};
    for (size_t i = 0; i < sizeof AHEAD / sizeof *AHEAD; i++) {
        int polls = atomic_load(&faults.polls);
        set_clock(AHEAD[i]);
        CHECK(atomic_load(&faults.polls) - polls < 50);
        if (i == 0 && atomic_load(&faults.timers) != 0) {
            CHECK(watch_until(waits_for_less, 10000));
        }
    }
    uint64_t ticks = gn_clock_report().ticks;
    CHECK_INT(watch_reads(2200), 0);
    CHECK(gn_clock_report().ticks - ticks >= 1);
}

/* In 64 bits the nanoseconds of so many seconds are next to none. */
static void
test_far_steps(void)
{
    static const int64_t AHEAD[] = {INT64_C(571849066285), 0};
    begin_afresh();
    for (size_t i = 0; i < sizeof AHEAD / sizeof *AHEAD; i++) {
        steps_before = gn_clock_report().steps;
        atomic_store(&faults.ahead, AHEAD[i]);
        CHECK(watch_until(step_was_noticed, 10000));
    }
}

/* The steady clock jumps too, as where a thread lost its processor: nobody can
 * tell whether the wall clock was set. */
static void
test_looks_apart(void)
{
    begin_afresh();
    atomic_store(&faults.is_slow, 1);
    CHECK_INT(watch_reads(1100), 0);
    gn_clock_info before = gn_clock_report();
    CHECK_INT(watch_reads(2200), 0);
    CHECK_INT(gn_clock_report().steps, before.steps);
    CHECK(gn_clock_report().ticks > before.ticks); /* it does not look on */
    atomic_store(&faults.is_slow, 0);
}

/* The same for one moment, in which the wall clock is set: the ticker looks
 * once more. */
static void
test_torn_look(void)
{
    begin_afresh();
    steps_before = gn_clock_report().steps;
    atomic_store(&faults.torn, 2); /* readings, of one look */
    atomic_store(&faults.ahead, 3600);
    CHECK(watch_until(step_was_noticed, 10000));
    CHECK_INT(atomic_load(&faults.torn), 0);
    atomic_store(&faults.ahead, 0);
}

/* Outside years 0000-9999 the date stays at their end. */
static void
test_beyond(int64_t ahead, int64_t end)
{
    const uint64_t date = (UINT64_C(1) << GN_WORD_BITS) - 1; /* no guard */
    gn_reader reader = {0};
    for (int running = 0; running < 2; running++) {
        atomic_store(&faults.ahead, ahead);
        if (running) {
            gn_clock_start(); /* and one that began in time goes on */
        }
        for (int i = 0; i < 75; i++) {
            uint64_t word = gn_clock_read(&reader);
            CHECK_INT(word & date, gn_word_of(end) & date);
            CHECK_INT(gn_clock_now().seconds, end);
            CHECK_INT(gn_clock_now_coarse(), end);
            watch_sleep(15);
        }
        atomic_store(&faults.ahead, 0);
        CHECK_INT(watch_reads(20), 0);
        gn_clock_stop();
    }
    gn_clock_start();
}

/* Reads are right without a ticker; it is tried for again after a minute, or
 * when the clock was set back, and not before. */
static void
is_refused(atomic_int *fault, int value)
{
    gn_clock_stop();
    int files = watch_files();
    atomic_store(&faults.ahead, 0);
    atomic_store(fault, value);
    gn_clock_start();
    CHECK(!gn_clock_report().running);
    atomic_store(fault, 0);
    CHECK_INT(watch_reads(200), 0);
    CHECK(!gn_clock_report().running);
    CHECK_INT(atomic_load(&gn_clock_word), 0);
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_files(), files);
}

static void
test_refusal(atomic_int *fault, int value)
{
    static const int64_t LATER[] = {RETRY_SECONDS, -2};
    for (size_t i = 0; i < sizeof LATER / sizeof *LATER; i++) {
        is_refused(fault, value);
        atomic_store(&faults.ahead, RETRY_SECONDS - 3);
        CHECK_INT(watch_reads(20), 0);
        CHECK(!gn_clock_report().running);
        atomic_store(&faults.ahead, LATER[i]);
        CHECK_INT(watch_reads(20), 0);
        CHECK(watch_until(watch_one_ticker, 1000));
    }
    atomic_store(&faults.ahead, 0);
}

/* A thread with a small stack is refused, one with the default one is not. */
static void
test_large_stack(void)
{
    gn_clock_stop();
    atomic_store(&faults.no_threads, 1);
    gn_clock_start();
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK_INT(atomic_load(&faults.no_threads), 0);
}

/* No signal is for it, and its stack is small. */
static void
test_thread(void)
{
    sigset_t own, before, after;
    gn_clock_stop();
    sigemptyset(&own);
    sigaddset(&own, SIGUSR1);
    (void)pthread_sigmask(SIG_SETMASK, &own, &before);
    gn_clock_start();
    (void)pthread_sigmask(SIG_SETMASK, &before, &after);
    for (int signal = 1; signal <= SIGSYS; signal++) {
        bool can_be = signal != SIGKILL && signal != SIGSTOP;
        CHECK_INT(sigismember(&faults.blocked, signal), can_be);
        CHECK_INT(sigismember(&after, signal), signal == SIGUSR1);
    }
    size_t least = (size_t)sysconf(_SC_THREAD_STACK_MIN);
    size_t enough = 64 * 1024;
    CHECK_INT(faults.stack, least > enough ? least : enough);
    CHECK(watch_until(watch_published, 3000));
}

static void
ticks_without(atomic_int *fault, int value)
{
    begin_afresh();
    atomic_store(fault, value);
    CHECK_INT(watch_reads(1200), 0); /* until it is met with */
    uint64_t ticks = gn_clock_report().ticks;
    int polls = atomic_load(&faults.polls);
    CHECK_INT(watch_reads(2200), 0);
    CHECK(gn_clock_report().ticks > ticks);
    CHECK(atomic_load(&faults.polls) - polls < 100); /* no busy loop */
}

/* The timer cannot be set any more, or not waited for. */
static void
test_blind(atomic_int *fault, int value)
{
    ticks_without(fault, value);
    gn_clock_stop();
    CHECK(watch_until(watch_no_ticker, 3000));
    atomic_store(fault, 0);
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
}

/* A ticker that nothing wakes is not waited for, and leaves nothing. */
static void
test_abandoned(void)
{
    begin_afresh();
    atomic_store(&faults.no_settings, ENOSYS);
    gn_clock_stop();
    CHECK_INT(atomic_load(&faults.threads), 0);
    atomic_store(&faults.no_settings, 0);
    CHECK(watch_until(watch_no_ticker, 3000));
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    begin_afresh();
    bool has_timerfd = atomic_load(&faults.timers) != 0;
    test_set_clock();
    test_looks_apart();
    test_torn_look();
    if (sizeof(time_t) > 4) {
        test_far_steps();
        test_beyond(8000 * YEAR, GN_UNIX_MAX);
        test_beyond(-2100 * YEAR, GN_UNIX_MIN);
    }
    test_refusal(&faults.no_attributes, ENOMEM);
    test_refusal(&faults.no_threads, 2);
    test_large_stack();
    test_thread();
    test_abandoned();
    if (has_timerfd) {
        test_refusal(&faults.no_timers, EMFILE);
        test_refusal(&faults.no_settings, ENOSYS);
        test_refusal(&faults.no_gettings, EPERM);
        test_blind(&faults.no_settings, ENOSYS);
        test_blind(&faults.no_settings, ECANCELED);
        test_blind(&faults.no_polls, ENOMEM);
    }
    else {
        test_refusal(&faults.no_conditions, ENOMEM);
    }
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 3000));
    return check_report();
}
