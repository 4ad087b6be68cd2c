/* Races made by hand, which would take a stress test hours to meet: the coarse
 * clock is behind the precise one, another thread holds the clock's lock, a
 * read that found no ticker comes late.
 */
#include <pthread.h>

#include "check.h"
#include "clock_state.h"
#include "system.h"
#include "watch.h"

/* As before anybody has looked at the precise clock. */
static void
forget_shown(void)
{
    atomic_store(&gn_clock_shown, INT64_MIN);
}

static uint64_t ticks_before;

static bool
has_published(void)
{
    return gn_clock_report().ticks >= ticks_before + 2;
}

static void
wait_until_it_has_published(void)
{
    ticks_before = gn_clock_report().ticks;
    CHECK(watch_until(has_published, 10000));
}

static bool
has_waited(void)
{
    return atomic_load(&faults.polls) > 0;
}

/* The ticker waits once for each second, and says what it shows; and it shows
 * nothing where somebody has ended the clock. */
static void
test_ticker(void)
{
    gn_clock_start();
    CHECK(watch_until(has_waited, 10000));
    CHECK(atomic_load(&faults.armed) <= watch_precise_second() + 1);
    CHECK(watch_until(watch_published, 3000));
    forget_shown();
    int64_t second = watch_precise_second();
    wait_until_it_has_published();
    CHECK(atomic_load(&gn_clock_shown) > second);
    uint64_t polls = (uint64_t)atomic_load(&faults.polls);
    uint64_t ticks = gn_clock_report().ticks;
    CHECK(polls + 1 >= ticks);
    CHECK_INT(atomic_load(&faults.naps), 0); /* it has a timer */
    if (atomic_load(&faults.timers) != 0) {  /* others may wake early */
        CHECK(polls <= ticks);
    }

    gn_clock_publish(0);
    forget_shown();
    wait_until_it_has_published();
    CHECK_INT(atomic_load(&gn_clock_word), 0);
    CHECK_INT(atomic_load(&gn_clock_shown), INT64_MIN);
    gn_clock_stop();
}

/* Read here, since a mutant of the header is not in watch.c. */
static void
reads_from(int64_t second)
{
    gn_reader reader = {0};
    uint64_t word = gn_clock_read(&reader);
    CHECK(watch_second(word, second, watch_precise_second()) >= 0);
}

/* The coarse clock has not turned yet: a read is no earlier for that. */
static void
still_reads_from(int64_t second)
{
    atomic_store(&faults.is_behind, 1);
    reads_from(second);
    atomic_store(&faults.is_behind, 0);
}

static void
test_never_back(void)
{
    /* The word of a ticker that could not be made may have been read. */
    gn_clock_stop();
    forget_shown();
    int64_t second = watch_precise_second();
    atomic_store(&faults.no_threads, 2);
    gn_clock_start();
    CHECK(!gn_clock_report().running);
    gn_clock_stop(); /* or the read would try again, and look for itself */
    still_reads_from(second);

    /* Beside a ticker that publishes nothing, and after it. */
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    gn_clock_publish(0);
    CHECK_INT(atomic_load(&gn_clock_word), 0);
    for (int i = 0; i < 3; i++) {
        forget_shown();
        second = watch_precise_second();
        still_reads_from(second);
    }
    gn_clock_stop();
    still_reads_from(second);
}

/* A reader that looked before the turn does not hide that another one looked
 * after it. */
static void
test_slow_reader(void)
{
    gn_reader reader = {0};
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    gn_clock_publish(0);
    int64_t next = watch_precise_second() + 1;
    atomic_store(&gn_clock_shown, next);
    (void)gn_clock_read(&reader);
    CHECK(atomic_load(&gn_clock_shown) >= next);
    gn_clock_stop();
}

/* Whether a wait is over before the next second begins. */
static bool
is_short(int64_t ahead, bool wakes)
{
    for (int i = 0; i < 5; i++) { /* it may begin meanwhile */
        int64_t second = watch_precise_second();
        gn_timer_arm(second + ahead);
        if (wakes) {
            CHECK(gn_timer_wake());
        }
        gn_timer_wait();
        if (watch_precise_second() == second) {
            return true;
        }
    }
    return false;
}

/* A second that began before the ticker waits for it is over at once, and so
 * is the wait of a ticker that was woken before it. */
static void
test_short_waits(void)
{
    gn_clock_stop();
    CHECK(gn_timer_open());
    CHECK(is_short(0, false));
    CHECK(is_short(1, true));
    gn_timer_disarm();
    CHECK(gn_timer_wake());
    gn_timer_wait();
    gn_timer_close();
}

/* Once in 24 days the guard of the second is 0, as in a word that is none. */
static void
test_guard_of_none(void)
{
    const int64_t turn = INT64_C(1) << 21;
    gn_clock_stop();
    for (int i = 0; i < 3; i++) {
        atomic_store(&faults.ahead, turn - watch_coarse_second() % turn);
        reads_from(watch_coarse_second());
        atomic_store(&faults.ahead, 0);
    }
}

/* Without a ticker a read costs no look at the precise clock, and no lock
 * where none is wanted. Beside one it costs a look only while the coarse clock
 * has not turned yet. */
static void
test_cheap_reads(void)
{
    gn_reader reader = {0};
    gn_clock_stop();
    forget_shown();
    int looks = atomic_load(&faults.looks);
    int tries = atomic_load(&faults.tries);
    for (int i = 0; i < 100; i++) {
        (void)gn_clock_read(&reader);
    }
    CHECK_INT(atomic_load(&faults.looks), looks);
    CHECK_INT(atomic_load(&faults.tries), tries);

    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    looks = atomic_load(&faults.looks);
    for (int i = 0; i < 100; i++) {
        (void)gn_clock_read(&reader);
        watch_sleep(2);
    }
    CHECK(atomic_load(&faults.looks) - looks < 80);
    CHECK_INT(atomic_load(&faults.tries), tries);
    gn_clock_stop();
}

/* A read that found no ticker comes after another has started one, or after
 * somebody has stopped the clock. */
static void
test_late_starter(void)
{
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    unsigned number = atomic_load(&gn_ticker_number);
    gn_clock_rearm(GN_READY);
    gn_clock_rearm(GN_PARKED);
    gn_clock_start();
    CHECK_INT(atomic_load(&gn_ticker_number), number);
    CHECK(watch_until(watch_one_ticker, 1000));
    gn_clock_stop();
    gn_clock_rearm(GN_READY);
    CHECK(!gn_clock_report().running);
    CHECK(
        watch_until(watch_no_ticker, 1000)); /* the last one may be seen yet */
}

static bool
is_parked(void)
{
    return gn_clock_report().parked;
}

/* In a child, meanwhile: a ticker that is parked waits once. */
static void
parks(void)
{
    gn_clock_start();
    CHECK(watch_until(is_parked, 15000));
    int polls = atomic_load(&faults.polls);
    watch_sleep(2500);
    CHECK(atomic_load(&faults.polls) - polls <= 1);
    gn_clock_stop();
}

typedef struct {
    void (*act)(void);
    atomic_bool done;
} deed;

static void *
do_it(void *argument)
{
    deed *d = argument;
    d->act();
    atomic_store(&d->done, true);
    return NULL;
}

/* While one thread starts the ticker, another waits with what it does to the
 * clock; a read does not. */
static void
takes_turns(void (*act)(void))
{
    pthread_t starter, actor;
    deed start = {.act = gn_clock_start};
    deed other = {.act = act};
    gn_clock_stop();
    atomic_store(&faults.holds, HOLD);
    CHECK_INT(pthread_create(&starter, NULL, do_it, &start), 0);
    CHECK(watch_until(somebody_is_held, 10000));
    CHECK_INT(pthread_create(&actor, NULL, do_it, &other), 0);
    CHECK_INT(watch_reads(20), 0);
    CHECK(!atomic_load(&start.done) && !atomic_load(&other.done));
    atomic_store(&faults.holds, 0);
    pthread_join(starter, NULL);
    pthread_join(actor, NULL);
}

static gn_freeze freeze = {.moment = {784111777, 0}};

static void
freeze_it(void)
{
    gn_clock_freeze(&freeze);
}

static void
test_turns(void)
{
    takes_turns(gn_clock_start);
    takes_turns(gn_clock_stop);
    takes_turns(gn_clock_attach);
    CHECK_INT(atomic_load(&faults.fork_watches), 1); /* of two users */
    takes_turns(gn_clock_detach);
    takes_turns(gn_clock_fork_parent); /* of no fork */
    takes_turns(gn_clock_fork_prepare);
    gn_clock_fork_parent();
    takes_turns(freeze_it);
    gn_clock_thaw(&freeze);
    takes_turns(gn_clock_kill_ticker);
    takes_turns(gn_clock_disable); /* the last, since it is for ever */
}

/* Who ends the clock waits until the kernel has forgotten the ticker, too; not
 * for ever, as what has its number may be another thread. */
static void
test_counted_for_a_moment(void)
{
    enum { MOMENT = 3, FOR_EVER = 100000 };
    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    atomic_store(&faults.counted, MOMENT);
    gn_clock_stop();
    CHECK_INT(atomic_load(&faults.counted), 0);

    gn_clock_start();
    CHECK(watch_until(watch_published, 3000));
    atomic_store(&faults.counted, FOR_EVER);
    gn_clock_stop();
    int looks = FOR_EVER - atomic_exchange(&faults.counted, 0);
    CHECK(looks > 1000 && looks < 10000);
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    int child = watch_start_child(parks);
    test_ticker(); /* the first, since it counts */
    test_never_back();
    test_slow_reader();
    test_short_waits();
    test_guard_of_none();
    test_cheap_reads();
    test_late_starter();
    test_counted_for_a_moment();
    test_turns();
    CHECK_INT(watch_end_child(child), 0);
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 3000));
    return check_report();
}
