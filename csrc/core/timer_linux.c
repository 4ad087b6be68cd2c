/* The ticker's timer on Linux: a timerfd on the wall clock, absolute, with
 * TFD_TIMER_CANCEL_ON_SET, so that it fires at the turn of the second and at
 * once when somebody sets the clock.
 *
 * It is never read or written: poll says that it fired, and timerfd_settime
 * arms it anew, also to wake the ticker. So one descriptor is enough, and a
 * program that closes descriptors it did not open (daemons do) can take this
 * one and use its number without losing a byte: the calls fail on anything
 * else, and the ticker makes a new one.
 */
#define _GNU_SOURCE /* the clocks, beside -std=c11 */
#include "platform.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* Set by the ticker, or by others while there is none. */
static atomic_int timer_fd = -1;
/* The ticker's own, and that of one that was abandoned. */
static atomic_bool armed;

/* The second should be over by then; if not, the timer does not see what the
 * clock shows (somebody replaced clock_gettime), and looking must do. */
#define PATIENCE_MS 1100
/* A ticker that was abandoned while it was parked finds out within that. */
#define PARKED_MS (3600 * 1000)
/* How often to look where there is no timer to be had. */
#define BLIND_MS 100

bool
gn_timer_open(void)
{
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    atomic_store(&timer_fd, fd);
    return fd >= 0;
}

static bool
is_timer(int fd)
{
    struct itimerspec ignored;
    return fd >= 0 && timerfd_gettime(fd, &ignored) == 0;
}

static bool
set_timer(int flags, struct itimerspec when)
{
    int fd = atomic_load(&timer_fd);
    /* ECANCELED tells that the clock was set, and arms all the same. */
    return timerfd_settime(fd, flags, &when, NULL) == 0 || errno == ECANCELED;
}

/* For the ticker, which can replace a timer that somebody closed. */
static void
set_own_timer(int flags, struct itimerspec when)
{
    if (!set_timer(flags, when) && !is_timer(atomic_load(&timer_fd)) &&
        gn_timer_open()) {
        (void)set_timer(flags, when);
    }
}

void
gn_timer_close(void)
{
    int fd = atomic_exchange(&timer_fd, -1);
    if (is_timer(fd)) {
        (void)close(fd);
    }
}

void
gn_timer_arm(int64_t unix_second)
{
    set_own_timer(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET,
                  (struct itimerspec){.it_value.tv_sec = unix_second});
    atomic_store(&armed, true);
}

void
gn_timer_disarm(void)
{
    set_own_timer(0, (struct itimerspec){0});
    atomic_store(&armed, false);
}

void
gn_timer_wait(void)
{
    struct pollfd timer = {.fd = atomic_load(&timer_fd), .events = POLLIN};
    if (timer.fd < 0) {
        (void)poll(NULL, 0, BLIND_MS);
        return;
    }
    (void)poll(&timer, 1, atomic_load(&armed) ? PATIENCE_MS : PARKED_MS);
}

bool
gn_timer_wake(void)
{
    /* A nanosecond from now. Without a timer the ticker looks by itself. */
    return set_timer(0, (struct itimerspec){.it_value.tv_nsec = 1}) ||
           atomic_load(&timer_fd) < 0;
}

void
gn_timer_forget(void)
{
    /* The child's copy refers to the parent's timer: to let it go is all that
     * is safe. */
    gn_timer_close();
}
