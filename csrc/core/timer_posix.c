/* The ticker's timer where there is no timerfd: a condition with a timeout
 * that never exceeds a second, on a clock that nobody sets; so a set clock is
 * noticed within the second. Untested on macOS; on Linux the clock's tests
 * run with it too (`make test-c`).
 */
#define _GNU_SOURCE /* the clocks, beside -std=c11 */
#include "platform.h"

#define NANOS_PER_SECOND 1000000000

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition;
static bool woken; /* under the mutex */
static bool armed; /* these two are the ticker's own */
static int64_t armed_second;

bool
gn_timer_open(void)
{
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0) {
        return false;
    }
#if !defined(__APPLE__)
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
#endif
    int failed = pthread_cond_init(&condition, &attributes);
    (void)pthread_condattr_destroy(&attributes);
    return !failed;
}

void
gn_timer_close(void)
{
    (void)pthread_cond_destroy(&condition);
}

static void
prepare(bool is_armed, int64_t unix_second)
{
    pthread_mutex_lock(&mutex);
    woken = false;
    pthread_mutex_unlock(&mutex);
    armed = is_armed;
    armed_second = unix_second;
}

void
gn_timer_arm(int64_t unix_second)
{
    prepare(true, unix_second);
}

void
gn_timer_disarm(void)
{
    prepare(false, 0);
}

/* Until the armed second, or a second where the clock was set back. */
static int64_t
nanos_left(void)
{
    gn_time now = gn_wall_now();
    if (armed_second <= now.seconds) {
        return 0;
    }
    return NANOS_PER_SECOND - (int64_t)now.nanos;
}

/* Returns nonzero when the time is up. */
static int
wait_for(int64_t nanos)
{
    struct timespec t;
#if defined(__APPLE__)
    t = (struct timespec){.tv_nsec = (long)nanos};
    if (nanos == NANOS_PER_SECOND) {
        t = (struct timespec){.tv_sec = 1};
    }
    return pthread_cond_timedwait_relative_np(&condition, &mutex, &t);
#else
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    nanos += t.tv_nsec;
    t.tv_sec += (time_t)(nanos / NANOS_PER_SECOND);
    t.tv_nsec = (long)(nanos % NANOS_PER_SECOND);
    return pthread_cond_timedwait(&condition, &mutex, &t);
#endif
}

void
gn_timer_wait(void)
{
    pthread_mutex_lock(&mutex);
    if (!woken && armed) {
        (void)wait_for(nanos_left());
    }
    while (!woken && !armed) {
        (void)pthread_cond_wait(&condition, &mutex);
    }
    pthread_mutex_unlock(&mutex);
}

bool
gn_timer_wake(void)
{
    pthread_mutex_lock(&mutex);
    woken = true;
    pthread_cond_signal(&condition);
    pthread_mutex_unlock(&mutex);
    return true;
}

void
gn_timer_forget(void)
{
    /* The parent's ticker may have held it when somebody forked. */
    mutex = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
    woken = false;
}
