/* Forks, known to the clock or not: the child reads right and has a ticker of
 * its own, the parent keeps what it had.
 */
#include <pthread.h>

#include "check.h"
#include "watch.h"

#if CHECK_TSAN
/* It would rather die than start a thread in the child of a threaded
 * process. */
const char *__tsan_default_options(void);

const char *
__tsan_default_options(void)
{
    return "die_after_fork=0";
}
#endif

enum { BUSY_FORKS = 100, CROWD = 3 };

static int parent_files; /* with a ticker */
static gn_freeze freeze = {.moment = {784111777, 0}};

/* In a child that the clock did not expect. */
static void
child_starts_afresh(void)
{
    CHECK_INT(atomic_load(&gn_clock_word), 0);
    CHECK_INT(watch_tickers(), 0);
    CHECK(!gn_clock_report().running);
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK(watch_until(watch_published, 3000));
    /* The parent's were let go of, or there would be more. */
    CHECK_INT(watch_files(), parent_files);
    CHECK_INT(watch_reads(1200), 0);
    gn_clock_stop();
    CHECK(watch_until(watch_no_ticker, 1000));
}

static void
child_has_children(void)
{
    CHECK_INT(watch_in_child(child_starts_afresh), 0);
    child_starts_afresh();
    gn_clock_start();
    CHECK_INT(watch_in_child(child_starts_afresh), 0);
}

static void
test_unknown_fork(void)
{
    CHECK_INT(watch_in_child(child_starts_afresh), 0);
    CHECK_INT(watch_in_child(child_has_children), 0);

    uint64_t before = gn_clock_report().ticks;
    CHECK(watch_one_ticker());
    CHECK_INT(watch_files(), parent_files);
    CHECK_INT(watch_reads(2200), 0);
    CHECK(gn_clock_report().ticks > before);
}

static void
child_has_its_first_ticker(void)
{
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
}

/* Before there ever was a ticker. */
static void
test_first_fork(void)
{
    CHECK_INT(watch_tickers(), 0);
    gn_clock_fork_parent(); /* of no fork: it counts for nothing */
    gn_clock_fork_prepare();
    CHECK_INT(watch_in_child(child_has_its_first_ticker), 0);
    gn_clock_fork_parent();
    CHECK_INT(watch_tickers(), 0); /* nobody has read here */
}

static void
test_known_fork(void)
{
    gn_clock_fork_prepare();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_reads(20), 0);
    CHECK_INT(watch_tickers(), 0); /* until the fork is over */
    CHECK_INT(watch_in_child(child_starts_afresh), 0);
    gn_clock_fork_parent();
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK(watch_until(watch_published, 3000));
    CHECK_INT(watch_files(), parent_files);
}

static void
child_is_frozen(void)
{
    gn_reader reader = {0};
    CHECK(gn_clock_report().frozen);
    CHECK_INT(gn_word_fields(gn_clock_read(&reader)).year, 1994);
    CHECK_INT(gn_clock_now().seconds, freeze.moment.seconds);
    gn_clock_thaw(&freeze);
    child_starts_afresh();
}

static void
test_frozen_fork(void)
{
    gn_clock_freeze(&freeze);
    CHECK_INT(watch_in_child(child_is_frozen), 0);
    CHECK(gn_clock_report().frozen);
    gn_clock_thaw(&freeze);
    CHECK_INT(watch_reads(20), 0);
}

static void
child_is_disabled(void)
{
    CHECK(watch_until(watch_published, 3000));
    for (int i = 0; i < 2; i++) {
        gn_clock_disable();
        CHECK_INT(watch_reads(50), 0);
        CHECK_INT(watch_tickers(), 0);
        CHECK(!gn_clock_report().running);
        gn_clock_start(); /* never means never */
        CHECK_INT(watch_reads(50), 0);
        CHECK_INT(watch_tickers(), 0);
    }
    gn_clock_freeze(&freeze);
    gn_reader reader = {0};
    CHECK_INT(gn_word_fields(gn_clock_read(&reader)).year, 1994);
    gn_clock_thaw(&freeze);
    CHECK_INT(watch_reads(50), 0);
    CHECK_INT(watch_tickers(), 0);
}

static void
test_disabled(void)
{
    gn_clock_fork_prepare();
    CHECK_INT(watch_in_child(child_is_disabled), 0);
    gn_clock_fork_parent();
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
}

static atomic_bool busy;

static void *
stop_and_start(void *unused)
{
    gn_reader reader = {0};
    while (atomic_load(&busy)) {
        gn_clock_stop();
        (void)gn_clock_read(&reader);
        gn_clock_start();
        (void)gn_clock_read(&reader);
    }
    return unused;
}

static void *
freeze_and_thaw(void *unused)
{
    gn_freeze own = freeze;
    while (atomic_load(&busy)) {
        gn_clock_freeze(&own);
        gn_clock_thaw(&own);
    }
    return unused;
}

/* One at a time, or there are two tickers, one is joined twice, a moment stays
 * in the list. */
static void
crowd(void *(*body)(void *))
{
    pthread_t threads[CROWD];
    atomic_store(&busy, true);
    for (int i = 0; i < CROWD; i++) {
        CHECK_INT(pthread_create(&threads[i], NULL, body, NULL), 0);
    }
    watch_sleep(300);
    atomic_store(&busy, false);
    for (int i = 0; i < CROWD; i++) {
        pthread_join(threads[i], NULL);
    }
}

static void
test_crowd(void)
{
    crowd(stop_and_start);
    crowd(freeze_and_thaw);
    CHECK(!gn_clock_report().frozen);
    CHECK_INT(watch_reads(20), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
    CHECK(watch_until(watch_published, 3000));
    CHECK_INT(watch_files(), parent_files);
}

/* The clock's lock may have been held, and its owner is not here. */
static void
child_is_not_stuck(void)
{
    CHECK_INT(watch_reads(2), 0);
    gn_clock_start();
    CHECK_INT(watch_reads(2), 0);
    CHECK(watch_until(watch_one_ticker, 1000));
    gn_clock_stop();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK_INT(watch_reads(2), 0);
}

/* Once it is joined the kernel does not count the ticker any more, either: it
 * is the kernel that CPython asks before it warns of a fork. */
static void
test_nobody_is_counted(void)
{
    int rounds = check_step() > 1 ? 30 : 3000;
    gn_clock_stop();
    int threads = watch_threads();
    for (int i = 0; i < rounds; i++) {
        gn_clock_start();
        gn_clock_fork_prepare();
        CHECK_INT(watch_threads(), threads);
        gn_clock_fork_parent();
    }
}

static void
test_fork_while_busy(void)
{
    pthread_t thread;
    atomic_store(&busy, true);
    CHECK_INT(pthread_create(&thread, NULL, stop_and_start, NULL), 0);
    for (int i = 0; i < BUSY_FORKS; i++) {
        if (!CHECK_INT(watch_in_child(child_is_not_stuck), 0)) {
            break;
        }
    }
    atomic_store(&busy, false);
    pthread_join(thread, NULL);
    CHECK(watch_until(watch_published, 3000));
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    test_first_fork();
    CHECK(watch_until(watch_published, 3000));
    parent_files = watch_files();
    if (!CHECK_TSAN) {
        test_unknown_fork(); /* it would miss the thread that was there */
    }
    test_known_fork();
    test_frozen_fork();
    test_disabled();
    test_crowd();
    test_nobody_is_counted();
    if (!CHECK_ASAN && !CHECK_TSAN) {
        test_fork_while_busy(); /* their own locks would be stuck */
    }
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    return check_report();
}
