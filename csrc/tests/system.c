#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include "system.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <time.h>
#if defined(__linux__)
#include <sys/timerfd.h>

system_faults faults;

/* Declared and defined: the linker's names for the wrapper and the wrapped. */
#define WRAP(type, name, parameters) \
    type __real_##name parameters;   \
    type __wrap_##name parameters;   \
    type __wrap_##name parameters

WRAP(int, clock_gettime, (clockid_t clock, struct timespec *now))
{
    int result = __real_clock_gettime(clock, now);
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        now->tv_sec += (time_t)atomic_load(&faults.ahead);
    }
    if (clock == CLOCK_BOOTTIME && atomic_load(&faults.is_slow)) {
        now->tv_sec += (time_t)(atomic_fetch_add(&faults.slow_steady, 1));
    }
    return result;
}

WRAP(time_t, time, (time_t *out))
{
    time_t now = __real_time(NULL) + (time_t)atomic_load(&faults.ahead);
    if (out != NULL) {
        *out = now;
    }
    return now;
}

WRAP(int, timerfd_create, (int clock, int flags))
{
    atomic_fetch_add(&faults.timers, 1);
    int refusal = atomic_load(&faults.no_timers);
    if (refusal != 0) {
        errno = refusal;
        return -1;
    }
    return __real_timerfd_create(clock, flags);
}

WRAP(int, timerfd_settime,
     (int fd, int flags, const struct itimerspec *new, struct itimerspec *old))
{
    int refusal = atomic_load(&faults.no_settings);
    if (refusal == ECANCELED) { /* which arms all the same */
        (void)__real_timerfd_settime(fd, flags, new, old);
    }
    if (refusal != 0) {
        errno = refusal;
        return -1;
    }
    return __real_timerfd_settime(fd, flags, new, old);
}

WRAP(int, poll, (struct pollfd * fds, nfds_t count, int milliseconds))
{
    atomic_fetch_add(&faults.polls, 1);
    int refusal = atomic_load(&faults.no_polls);
    if (refusal != 0) {
        errno = refusal;
        return -1;
    }
    return __real_poll(fds, count, milliseconds);
}

WRAP(int, pthread_create,
     (pthread_t * thread, const pthread_attr_t *attributes,
      void *(*body)(void *), void *argument))
{
    if (atomic_load(&faults.no_threads) > 0) {
        atomic_fetch_sub(&faults.no_threads, 1);
        return EAGAIN;
    }
    return __real_pthread_create(thread, attributes, body, argument);
}

WRAP(int, pthread_attr_init, (pthread_attr_t * attributes))
{
    int refusal = atomic_load(&faults.no_attributes);
    return refusal != 0 ? refusal : __real_pthread_attr_init(attributes);
}

WRAP(int, pthread_condattr_init, (pthread_condattr_t * attributes))
{
    int refusal = atomic_load(&faults.no_conditions);
    return refusal != 0 ? refusal : __real_pthread_condattr_init(attributes);
}

#endif
