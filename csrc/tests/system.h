/* A system that lies and refuses: the linker puts these functions before the
 * C library's (--wrap), for test_clock_faults, test_clock_races and
 * test_clock_timer. All zero, it is honest.
 */
#ifndef GNOMON_TESTS_SYSTEM_H
#define GNOMON_TESTS_SYSTEM_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { HOLD = 1, HELD }; /* and somebody waits */

typedef struct {
    _Atomic int64_t ahead;    /* seconds that the wall clock is ahead */
    atomic_int is_behind;     /* the coarse one shows the second before */
    atomic_int no_attributes; /* errno of pthread_attr_init */
    atomic_int no_threads;    /* how many pthread_create fail */
    atomic_int no_timers;     /* errno of timerfd_create */
    atomic_int taken;         /* a new timer's number is a file's at once */
    atomic_int no_settings;   /* errno of timerfd_settime */
    atomic_int no_gettings;   /* errno of timerfd_gettime */
    atomic_int no_conditions; /* errno of pthread_condattr_init */
    atomic_int no_polls;      /* errno of poll */
    atomic_int is_slow;       /* whole seconds pass between two looks */
    atomic_int timer;         /* the last that was made */
    atomic_int holds;         /* HOLD: who makes a timer waits for 0 */
    atomic_int timers, polls; /* made; waits of the ticker */
    atomic_int counted;       /* how often the kernel counts who has ended */
    atomic_int thread_id;     /* of the last ticker, as it was told */
    atomic_int wrong_waits;   /* that end between two turns of the second */
    _Atomic int64_t armed;    /* the second that a timer is set for */
    _Atomic int64_t left;     /* nanoseconds, or those that it is set for */
    atomic_int naps;          /* of other threads than the first */
    atomic_int looks;         /* at the precise wall clock */
    atomic_int tries;         /* to get the clock's lock */
    atomic_int torn;          /* readings of the steady one that jump */
    _Atomic int64_t slow_steady; /* seconds that have passed so */
    atomic_int fork_watches;     /* calls of pthread_atfork */
    atomic_int threads;          /* neither joined nor let go of */
    atomic_int abandoned;        /* let go of */
    /* Of the last thread: what it inherits, and its stack, 0 if not told. */
    sigset_t blocked;
    size_t stack;
} system_faults;

extern system_faults faults;

/* For watch_until: who makes a timer has got there. */
static inline bool
somebody_is_held(void)
{
    return atomic_load(&faults.holds) == HELD;
}

#endif
