#define _GNU_SOURCE /* CLOCK_BOOTTIME */
#include "system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <sys/timerfd.h>

system_faults faults;

/* Declared and defined: the linker's names for the wrapper and the wrapped. */
#define WRAP(type, name, parameters) \
    type __real_##name parameters;   \
    type __wrap_##name parameters;   \
    type __wrap_##name parameters

int __real_clock_gettime(clockid_t clock, struct timespec *now);

/* What this thread has read last: of the wall clock, and of the steady one. */
static _Thread_local struct timespec wall, steady;

static time_t
coarse_second(time_t honest)
{
    if (atomic_load(&faults.is_behind)) {
        struct timespec now;
        (void)__real_clock_gettime(CLOCK_REALTIME, &now);
        honest = now.tv_sec - 1;
    }
    return honest + (time_t)atomic_load(&faults.ahead);
}

/* Whether one is left, which it takes. */
static bool
take(atomic_int *count)
{
    int left = atomic_load(count);
    return left > 0 && atomic_compare_exchange_strong(count, &left, left - 1);
}

WRAP(int, clock_gettime, (clockid_t clock, struct timespec *now))
{
    int result = __real_clock_gettime(clock, now);
    if (clock == CLOCK_REALTIME) {
        now->tv_sec += (time_t)atomic_load(&faults.ahead);
        atomic_fetch_add(&faults.looks, 1);
        wall = *now;
    }
    if (clock == CLOCK_MONOTONIC) {
        steady = *now;
    }
    if (clock == CLOCK_REALTIME_COARSE) {
        now->tv_sec = coarse_second(now->tv_sec);
    }
    if (clock == CLOCK_BOOTTIME &&
        (atomic_load(&faults.is_slow) || take(&faults.torn))) {
        now->tv_sec += (time_t)(atomic_fetch_add(&faults.slow_steady, 1));
    }
    return result;
}

WRAP(time_t, time, (time_t *out))
{
    time_t now = coarse_second(__real_time(NULL));
    if (out != NULL) {
        *out = now;
    }
    return now;
}

WRAP(int, nanosleep, (const struct timespec *time, struct timespec *left))
{
    atomic_fetch_add(&faults.naps, gettid() != getpid());
    return __real_nanosleep(time, left);
}

/* With the clock's lock, since it asks for this with it. */
static void
hold(void)
{
    int asked = HOLD;
    (void)atomic_compare_exchange_strong(&faults.holds, &asked, HELD);
    while (atomic_load(&faults.holds) != 0) {
        struct timespec moment = {.tv_nsec = 1000000};
        (void)__real_nanosleep(&moment, NULL);
    }
}

WRAP(int, timerfd_create, (int clock, int flags))
{
    hold();
    atomic_fetch_add(&faults.timers, 1);
    int refusal = atomic_load(&faults.no_timers);
    if (refusal != 0) {
        errno = refusal;
        return -1;
    }
    int timer = __real_timerfd_create(clock, flags);
    if (atomic_load(&faults.taken)) {
        int file = open("/dev/null", O_RDONLY);
        (void)dup2(file, timer);
        (void)close(file);
    }
    atomic_store(&faults.timer, timer);
    return timer;
}

WRAP(int, timerfd_gettime, (int fd, struct itimerspec *now))
{
    int refusal = atomic_load(&faults.no_gettings);
    if (refusal != 0) {
        errno = refusal;
        return -1;
    }
    return __real_timerfd_gettime(fd, now);
}

WRAP(int, timerfd_settime,
     (int fd, int flags, const struct itimerspec *new, struct itimerspec *old))
{
    int refusal = atomic_load(&faults.no_settings);
    if ((flags & TFD_TIMER_ABSTIME) != 0) {
        atomic_store(&faults.armed, new->it_value.tv_sec);
    }
    else if (new->it_value.tv_sec != 0 || new->it_value.tv_nsec > 1) {
        bool is_long = new->it_value.tv_sec > 1; /* not to overflow */
        atomic_store(&faults.left,
                     is_long ? INT64_MAX
                             : (int64_t)new->it_value.tv_sec * 1000000000 +
                                   new->it_value.tv_nsec);
    }
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
    atomic_fetch_add(&faults.polls, (int)count); /* which is one */
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
    if (take(&faults.no_threads)) {
        return EAGAIN;
    }
    (void)pthread_sigmask(SIG_SETMASK, NULL, &faults.blocked);
    faults.stack = 0;
    if (attributes != NULL) {
        (void)pthread_attr_getstacksize(attributes, &faults.stack);
    }
    int failed = __real_pthread_create(thread, attributes, body, argument);
    atomic_fetch_add(&faults.threads, failed == 0);
    return failed;
}

WRAP(int, pthread_join, (pthread_t thread, void **result))
{
    atomic_fetch_sub(&faults.threads, 1);
    return __real_pthread_join(thread, result);
}

WRAP(int, pthread_cond_timedwait,
     (pthread_cond_t * condition, pthread_mutex_t *mutex,
      const struct timespec *end))
{
    int64_t nanos = (int64_t)(end->tv_sec - steady.tv_sec) * 1000000000 +
                    end->tv_nsec - steady.tv_nsec;
    bool ends_at_turn = wall.tv_nsec + nanos == 1000000000;
    atomic_fetch_add(&faults.wrong_waits, nanos != 0 && !ends_at_turn);
    atomic_fetch_add(&faults.polls, 1);
    return __real_pthread_cond_timedwait(condition, mutex, end);
}

WRAP(int, pthread_mutex_trylock, (pthread_mutex_t * mutex))
{
    atomic_fetch_add(&faults.tries, 1);
    return __real_pthread_mutex_trylock(mutex);
}

WRAP(long, syscall, (long number, ...))
{
    va_list list;
    va_start(list, number);
    long first = va_arg(list, long);
    long second = va_arg(list, long);
    long third = va_arg(list, long);
    va_end(list);
    if (number == SYS_tgkill && second == atomic_load(&faults.thread_id) &&
        third == 0 && take(&faults.counted)) {
        return 0;
    }
    long result = __real_syscall(number, first, second, third);
    if (number == SYS_gettid) {
        atomic_store(&faults.thread_id, (int)result);
    }
    return result;
}

WRAP(int, pthread_detach, (pthread_t thread))
{
    atomic_fetch_sub(&faults.threads, 1);
    atomic_fetch_add(&faults.abandoned, 1);
    return __real_pthread_detach(thread);
}

WRAP(int, pthread_attr_init, (pthread_attr_t * attributes))
{
    int refusal = atomic_load(&faults.no_attributes);
    return refusal != 0 ? refusal : __real_pthread_attr_init(attributes);
}

WRAP(int, pthread_condattr_init, (pthread_condattr_t * attributes))
{
    hold();
    int refusal = atomic_load(&faults.no_conditions);
    return refusal != 0 ? refusal : __real_pthread_condattr_init(attributes);
}

WRAP(int, pthread_atfork,
     (void (*prepare)(void), void (*parent)(void), void (*child)(void)))
{
    atomic_fetch_add(&faults.fork_watches, 1);
    return __real_pthread_atfork(prepare, parent, child);
}

#endif
