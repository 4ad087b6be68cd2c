/* The clock's life: start and stop, fork, freeze. */
#include "clock_state.h"

#define RETRY_SECONDS 60

_Atomic int64_t gn_frozen_micros = GN_NOT_FROZEN;
/* The coarse second in which no ticker could be started. */
static _Atomic int64_t failed_at;

/* Under the lock. */
static struct {
    gn_lock lock;
    gn_thread thread;
    bool has_thread; /* not joined yet; it may have ended */
    bool watches_fork;
    bool stopped;
    bool disabled;
    bool deserted; /* the last user has gone, and no other has come */
    int forking;
    int users;
    gn_freeze *frozen; /* the latest */
} life = {.lock = GN_LOCK_OPEN};

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

/* Reset the mode of a clock without a ticker. */
static void
settle(void)
{
    bool wanted = !life.stopped && !life.disabled && !life.deserted &&
                  life.forking == 0 && life.frozen == NULL;
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

/* Let everybody read the latest frozen moment, if there is one. */
static void
show_frozen(void)
{
    int64_t micros = GN_NOT_FROZEN;
    if (life.frozen != NULL) {
        gn_time moment = life.frozen->moment;
        micros =
            (moment.seconds - GN_UNIX_MIN) * 1000000 + moment.nanos / 1000;
    }
    atomic_store(&gn_frozen_micros, micros);
}

/* In the child of any fork: there is no ticker here, whoever held the lock is
 * not here, and a fork that was under way is over. */
static void
forked(void)
{
    life.lock = (gn_lock)GN_LOCK_OPEN;
    gn_timer_forget();
    life.has_thread = false;
    life.forking = 0;
    atomic_store_explicit(&gn_clock_word, 0, memory_order_release);
    show_frozen(); /* a freeze or a thaw may have been half done */
    settle();
}

/* Once in a process and before the first fork that has something to reset:
 * there is no ticker and no freeze before the first user. */
static void
watch_forks(void)
{
    if (!life.watches_fork) {
        gn_fork_watch(forked);
        life.watches_fork = true;
    }
}

/* The first word, before a ticker begins to replace it each second. */
static void
begin_word(void)
{
    int64_t now = gn_civil_clamp(gn_wall_now().seconds);
    atomic_store(&gn_clock_shown, now);
    atomic_store(&gn_clock_word, gn_word_of(now));
}

static void
start_ticker(void)
{
    end_ticker(); /* one that ended by itself is still to be joined */
    if (atomic_load(&gn_mode) != GN_READY) {
        return;
    }
    unsigned number = atomic_fetch_add(&gn_ticker_number, 1) + 1;
    atomic_store(&gn_ticker_used, true);
    if (gn_timer_open()) {
        begin_word();
        atomic_store(&gn_mode, GN_RUNNING);
        life.has_thread = gn_thread_start(&life.thread, number);
        if (life.has_thread) {
            return;
        }
        atomic_store(&gn_clock_word, 0);
        gn_timer_close();
    }
    atomic_store(&failed_at, gn_wall_coarse());
    atomic_store(&gn_mode, GN_FAILED);
}

/* Within the last minute; not in the future, where a step back has left it. */
static bool
failed_lately(void)
{
    int64_t passed = gn_wall_coarse() - atomic_load(&failed_at);
    return passed >= 0 && passed < RETRY_SECONDS;
}

void
gn_clock_rearm(gn_clock_mode seen)
{
    if (seen == GN_FAILED && failed_lately()) {
        return;
    }
    if (!gn_lock_try(&life.lock)) {
        return;
    }
    gn_clock_mode mode = atomic_load(&gn_mode);
    if (mode == GN_PARKED) {
        begin_word();
        atomic_store(&gn_mode, GN_RUNNING);
        if (!gn_timer_wake()) {
            start_ticker();
        }
    }
    else if (mode != GN_RUNNING && mode != GN_HELD) {
        start_ticker();
    }
    unlock();
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
    watch_forks();
    life.users++;
    if (life.deserted) {
        life.deserted = false;
        settle();
    }
    unlock();
}

void
gn_clock_detach(void)
{
    lock();
    if (--life.users == 0) {
        life.deserted = true; /* finalizers may read on */
        end_ticker();
    }
    unlock();
}

void
gn_clock_fork_prepare(void)
{
    lock();
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
        .frozen = atomic_load(&gn_frozen_micros) != GN_NOT_FROZEN,
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
