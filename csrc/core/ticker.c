/* The ticker: publishes each second's word at its turn, parks when nobody
 * reads, keeps a record of how late it was. It allocates nothing and takes no
 * lock of clock.c.
 */
#include "clock_state.h"

/* A clock that moves by more than this against one that nobody sets was set;
 * NTP's slewing stays below a millisecond in a second. */
#define STEP_NS 10000000
/* Two clocks read further apart than this tell nothing about each other. */
#define APART_NS 1000000
/* How often to read them again, then. */
#define LOOKS 10
#define NANOS_PER_SECOND 1000000000

_Alignas(64) _Atomic uint64_t gn_clock_word;
_Atomic gn_clock_mode gn_mode = GN_READY;
_Atomic unsigned gn_ticker_number;
_Atomic int64_t gn_clock_shown = INT64_MIN;
atomic_bool gn_ticker_used;
atomic_bool gn_ticker_killed;
gn_ticker_record gn_ticker_records;

/* One look at both clocks. */
typedef struct {
    gn_time wall;
    int64_t steady;
    bool apart; /* the thread lost the processor between the two */
} sample;

static sample
look_once(void)
{
    int64_t before = gn_steady_now();
    gn_time wall = gn_wall_now();
    int64_t after = gn_steady_now();
    return (sample){wall, after, after - before > APART_NS};
}

/* A look that was torn apart would hide that the clock was set. */
static sample
look(void)
{
    sample seen = look_once();
    for (int i = 0; i < LOOKS && seen.apart; i++) {
        seen = look_once();
    }
    return seen;
}

static int64_t
nanos_between(gn_time from, gn_time to)
{
    /* A step may be of centuries; what matters is that it is a large one. */
    int64_t seconds = to.seconds - from.seconds;
    if (seconds > 1000000) {
        seconds = 1000000;
    }
    if (seconds < -1000000) {
        seconds = -1000000;
    }
    return seconds * NANOS_PER_SECOND + (int64_t)to.nanos - from.nanos;
}

static bool
was_set(const sample *then, const sample *now)
{
    int64_t drift =
        nanos_between(then->wall, now->wall) - (now->steady - then->steady);
    return !then->apart && !now->apart &&
           (drift > STEP_NS || drift < -STEP_NS);
}

static void
count(_Atomic uint64_t *counter)
{
    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
}

static void
record_lateness(gn_time turn, gn_time now)
{
    uint64_t late = (uint64_t)nanos_between(turn, now);
    gn_ticker_record *r = &gn_ticker_records;
    atomic_store_explicit(&r->late_ns, late, memory_order_relaxed);
    if (late > atomic_load_explicit(&r->max_late_ns, memory_order_relaxed)) {
        atomic_store_explicit(&r->max_late_ns, late, memory_order_relaxed);
    }
}

/* Between two looks that follow each other: was the clock set, and if not,
 * how late is this one for the turn of its second? */
static void
record(const sample *then, const sample *now)
{
    gn_time turn = {then->wall.seconds + 1, 0};
    if (was_set(then, now)) {
        count(&gn_ticker_records.steps);
    }
    else if (now->wall.seconds >= turn.seconds) {
        record_lateness(turn, now->wall);
    }
}

static bool
ended(unsigned number)
{
    return atomic_load(&gn_ticker_number) != number;
}

/* Leave RUNNING for another mode, unless somebody ended us meanwhile. */
static bool
leave_running(gn_clock_mode mode)
{
    gn_clock_mode running = GN_RUNNING;
    return atomic_compare_exchange_strong(&gn_mode, &running, mode);
}

static bool
is_parked(unsigned number)
{
    return !ended(number) && atomic_load(&gn_mode) == GN_PARKED;
}

static void
park(unsigned number)
{
    /* Without a word every read takes the slow path, and the first wakes us.
     */
    atomic_store_explicit(&gn_clock_word, 0, memory_order_release);
    if (!leave_running(GN_PARKED)) {
        return;
    }
    while (is_parked(number)) {
        gn_timer_disarm();
        if (is_parked(number)) {
            gn_timer_wait();
        }
    }
}

/* Replace the word. One that is 0 stays 0: somebody has ended the clock, and
 * only who holds the lock of clock.c begins it again; so a ticker that could
 * not be reached and was abandoned publishes nothing any more. */
static void
publish(unsigned number, int64_t unix_second)
{
    uint64_t old = atomic_load(&gn_clock_word);
    if (old != 0 && !ended(number) && gn_civil_holds(unix_second)) {
        atomic_store_explicit(&gn_clock_shown, unix_second,
                              memory_order_relaxed);
        atomic_compare_exchange_strong(&gn_clock_word, &old,
                                       gn_word_of(unix_second));
    }
}

void
gn_ticker_run(unsigned number)
{
    int unread = 0;
    sample now = look();
    count(&gn_ticker_records.ticks);
    for (;;) {
        publish(number, now.wall.seconds);
        gn_timer_arm(now.wall.seconds + 1);
        if (ended(number)) {
            return;
        }
        gn_timer_wait();
        if (ended(number)) {
            return;
        }
        if (atomic_exchange(&gn_ticker_killed, false)) {
            leave_running(GN_LOST);
            return;
        }
        sample then = now;
        now = look();
        record(&then, &now);
        if (now.wall.seconds == then.wall.seconds) {
            continue; /* woken early */
        }
        count(&gn_ticker_records.ticks);
        unread = atomic_exchange(&gn_ticker_used, false) ? 0 : unread + 1;
        if (unread >= GN_PARK_AFTER) {
            park(number);
            unread = 0;
            now = look();
        }
    }
}
