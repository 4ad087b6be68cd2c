/* A system that lies and refuses: the linker puts these functions before the
 * C library's (--wrap), for test_clock_faults alone. All zero, it is honest.
 */
#ifndef GNOMON_TESTS_SYSTEM_H
#define GNOMON_TESTS_SYSTEM_H

#include <stdatomic.h>
#include <stdint.h>

typedef struct {
    _Atomic int64_t ahead;       /* seconds that the wall clock is ahead */
    atomic_int no_attributes;    /* errno of pthread_attr_init */
    atomic_int no_threads;       /* how many pthread_create fail */
    atomic_int no_timers;        /* errno of timerfd_create */
    atomic_int no_settings;      /* errno of timerfd_settime */
    atomic_int no_conditions;    /* errno of pthread_condattr_init */
    atomic_int no_polls;         /* errno of poll */
    atomic_int is_slow;          /* whole seconds pass between two looks */
    atomic_int timers, polls;    /* how often they were asked for */
    _Atomic int64_t slow_steady; /* nanoseconds that have passed so */
} system_faults;

extern system_faults faults;

#endif
