/* The clock's life: reads, the slow path, start and stop, fork, freeze.
 *
 * Readers only ever try the lock; who gets it starts or wakes the ticker, the
 * others answer from the wall clock and go on.
 */
#include "clock.h"

#include "ticker.h"

#define NOT_FROZEN (-1)
#define RETRY_SECONDS 60

/* Microseconds since 0000-01-01 that everybody reads, or NOT_FROZEN. */
static _Atomic int64_t frozen_micros = NOT_FROZEN;
/* The coarse second before which no read tries to start a ticker again. */
static _Atomic int64_t retry_at;

/* Under the lock. */
static struct {
    gn_lock lock;
    gn_thread thread;
    bool has_thread; /* not joined yet; it may have ended */
    bool watches_fork;
    bool stopped;
    bool disabled;
    int forking;
    int users;
    gn_freeze *frozen; /* the latest */
} life;

static void
lock(void)
{
    gn_lock_enter(&life.lock);
}

static void
unlock(void)
{
    gn_lock_leave(&life.lock);
}

/* A wall clock set to the end of time must not lead out of the tables. */
static int64_t
clamp(int64_t unix_second)
{
    if (unix_second < GN_UNIX_MIN) {
        return GN_UNIX_MIN;
    }
    return unix_second > GN_UNIX_MAX ? GN_UNIX_MAX : unix_second;
}

/* Reset the mode of a clock without a ticker. */
static void
settle(void)
{
    bool wanted = !life.stopped && !life.disabled && life.forking == 0 &&
                  life.frozen == NULL;
    atomic_store(&gn_mode, wanted ? GN_READY : GN_HELD);
}

static void
end_ticker(void)
{
    if (life.has_thread) {
        atomic_fetch_add(&gn_ticker_number, 1);
        if (gn_timer_wake()) {
            gn_thread_join(life.thread);
        }
        else {
            gn_thread_abandon(life.thread);
        }
        gn_timer_close();
        life.has_thread = false;
    }
    atomic_store_explicit(&gn_clock_word, 0, memory_order_release);
    settle();
}

/* In the child of any fork: there is no ticker here, whoever held the lock is
 * not here, and a fork that was under way is over. */
static void
forked(void)
{
    life.lock = gn_lock_open;
    gn_timer_forget();
    atomic_fetch_add(&gn_ticker_number, 1);
    life.has_thread = false;
    life.forking = 0;
    atomic_store_explicit(&gn_clock_word, 0, memory_order_release);
    settle();
}

/* Once in a process and before the first fork that has something to reset. */
static void
watch_forks(void)
{
    if (!life.watches_fork) {
        gn_fork_watch(forked);
        life.watches_fork = true;
    }
}

static void
start_ticker(void)
{
    end_ticker(); /* one that ended by itself is still to be joined */
    if (atomic_load(&gn_mode) != GN_READY) {
        return;
    }
    watch_forks();
    unsigned number = atomic_fetch_add(&gn_ticker_number, 1) + 1;
    atomic_store(&gn_ticker_used, true);
    atomic_store(&gn_mode, GN_RUNNING);
    if (gn_timer_open()) {
        life.has_thread = gn_thread_start(&life.thread, number);
        if (life.has_thread) {
            return;
        }
        gn_timer_close();
    }
    atomic_store(&retry_at, gn_wall_coarse() + RETRY_SECONDS);
    atomic_store(&gn_mode, GN_FAILED);
}

/* A read found no ticker at work: start or wake it, unless somebody else is
 * at it. */
static void
rearm(gn_clock_mode seen)
{
    if (seen == GN_FAILED && gn_wall_coarse() < atomic_load(&retry_at)) {
        return;
    }
    if (!gn_lock_try(&life.lock)) {
        return;
    }
    gn_clock_mode mode = GN_PARKED;
    if (atomic_compare_exchange_strong(&gn_mode, &mode, GN_RUNNING)) {
        if (!gn_timer_wake()) {
            start_ticker();
        }
    }
    else if (mode != GN_RUNNING && mode != GN_HELD) {
        start_ticker();
    }
    unlock();
}

static uint64_t
word_for(gn_reader *reader, int64_t unix_second)
{
    if (reader->word == 0 || reader->second != unix_second) {
        reader->word = gn_word_of(unix_second);
        reader->second = unix_second;
    }
    return reader->word;
}

static gn_time
frozen_time(int64_t micros)
{
    return (gn_time){
        micros / 1000000 + GN_UNIX_MIN,
        (uint32_t)(micros % 1000000) * 1000,
    };
}

static int64_t
precise_second(void)
{
    int64_t now = gn_wall_now().seconds;
    if (atomic_load_explicit(&gn_clock_shown, memory_order_relaxed) != now) {
        atomic_store_explicit(&gn_clock_shown, now, memory_order_relaxed);
    }
    return now;
}

/* The second that the wall clock shows.
 *
 * Beside a ticker only the precise clock will do: the word is ahead of the
 * coarse one for up to a kernel tick after each turn of the second. Without
 * one the coarse clock is as good, and costs a load; but for the tick in which
 * it is behind what the precise one has shown before the ticker ended. */
static int64_t
wall_second(void)
{
    if (atomic_load_explicit(&gn_mode, memory_order_relaxed) == GN_RUNNING) {
        return precise_second();
    }
    int64_t coarse = gn_wall_coarse();
    int64_t shown =
        atomic_load_explicit(&gn_clock_shown, memory_order_relaxed);
    return coarse + 1 == shown ? precise_second() : coarse;
}

uint64_t
gn_clock_read_slow(uint64_t word, gn_reader *reader)
{
    int64_t frozen = atomic_load(&frozen_micros);
    if (frozen != NOT_FROZEN) {
        return word_for(reader, frozen_time(frozen).seconds);
    }
    gn_clock_mode mode = atomic_load_explicit(&gn_mode, memory_order_relaxed);
    if (mode != GN_RUNNING && mode != GN_HELD) {
        rearm(mode);
    }
    int64_t now = wall_second();
    if (word != 0 && gn_word_guards(word, now)) {
        return word;
    }
    return word_for(reader, clamp(now));
}

void
gn_clock_touch(void)
{
    /* A line that all readers share: written only where it must change. */
    if (!atomic_load_explicit(&gn_ticker_used, memory_order_relaxed)) {
        atomic_store_explicit(&gn_ticker_used, true, memory_order_relaxed);
    }
}

gn_time
gn_clock_now(void)
{
    int64_t frozen =
        atomic_load_explicit(&frozen_micros, memory_order_acquire);
    if (frozen != NOT_FROZEN) {
        return frozen_time(frozen);
    }
    gn_time now = gn_wall_now();
    now.seconds = clamp(now.seconds);
    return now;
}

int64_t
gn_clock_now_coarse(void)
{
    int64_t frozen =
        atomic_load_explicit(&frozen_micros, memory_order_acquire);
    return frozen != NOT_FROZEN ? frozen_time(frozen).seconds
                                : clamp(gn_wall_coarse());
}

void
gn_clock_start(void)
{
    lock();
    life.stopped = false;
    if (!life.has_thread || atomic_load(&gn_mode) == GN_LOST) {
        start_ticker();
    }
    unlock();
}

void
gn_clock_stop(void)
{
    lock();
    life.stopped = true;
    end_ticker();
    unlock();
}

void
gn_clock_disable(void)
{
    lock();
    life.disabled = true;
    end_ticker();
    unlock();
}

void
gn_clock_attach(void)
{
    lock();
    life.users++;
    unlock();
}

void
gn_clock_detach(void)
{
    lock();
    if (--life.users == 0) {
        end_ticker();
    }
    unlock();
}

void
gn_clock_fork_prepare(void)
{
    lock();
    watch_forks();
    life.forking++;
    end_ticker();
    unlock();
}

void
gn_clock_fork_parent(void)
{
    lock();
    if (life.forking > 0) { /* not from a hook that was added in between */
        life.forking--;
    }
    if (!life.has_thread) {
        settle();
    }
    unlock();
}

/* The lock is held. */
static void
show_frozen(void)
{
    int64_t micros = NOT_FROZEN;
    if (life.frozen != NULL) {
        gn_time moment = life.frozen->moment;
        micros =
            (moment.seconds - GN_UNIX_MIN) * 1000000 + moment.nanos / 1000;
    }
    atomic_store(&frozen_micros, micros);
}

void
gn_clock_freeze(gn_freeze *freeze)
{
    lock();
    /* One pointer is stored, so that a fork in between finds a whole list. */
    freeze->below = life.frozen;
    life.frozen = freeze;
    /* The ticker first: its word would outlive the moment it is stopped at. */
    end_ticker();
    show_frozen();
    unlock();
}

void
gn_clock_thaw(gn_freeze *freeze)
{
    lock();
    gn_freeze **link = &life.frozen;
    while (*link != freeze) {
        link = &(*link)->below;
    }
    *link = freeze->below;
    show_frozen();
    if (!life.has_thread) {
        settle();
    }
    unlock();
}

gn_clock_info
gn_clock_report(void)
{
    gn_clock_mode mode = atomic_load(&gn_mode);
    const gn_ticker_record *r = &gn_ticker_records;
    return (gn_clock_info){
        .running = mode == GN_RUNNING || mode == GN_PARKED,
        .parked = mode == GN_PARKED,
        .frozen = atomic_load(&frozen_micros) != NOT_FROZEN,
        .ticks = atomic_load_explicit(&r->ticks, memory_order_relaxed),
        .late_ns = atomic_load_explicit(&r->late_ns, memory_order_relaxed),
        .max_late_ns =
            atomic_load_explicit(&r->max_late_ns, memory_order_relaxed),
        .steps = atomic_load_explicit(&r->steps, memory_order_relaxed),
    };
}

void
gn_clock_kill_ticker(void)
{
    atomic_store(&gn_ticker_killed, true);
    lock();
    if (life.has_thread) {
        (void)gn_timer_wake();
    }
    unlock();
}

void
gn_clock_publish(uint64_t word)
{
    atomic_store_explicit(&gn_clock_word, word, memory_order_release);
}
