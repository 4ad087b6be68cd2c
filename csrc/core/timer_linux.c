/* The ticker's timer on Linux: a timerfd on the wall clock, absolute, with
 * TFD_TIMER_CANCEL_ON_SET, so that it fires at the turn of the second and at
 * once when somebody sets the clock.
 *
 * It is never read or written: poll says that it fired, and timerfd_settime
 * arms it anew, also to wake the ticker. So one descriptor is enough, and a
 * program that closes descriptors it did not open (daemons do) can take this
 * one and use its number: an interval that no other timer has tells whether
 * it is still ours, and if not, the ticker makes another.
 */
#define _GNU_SOURCE /* the clocks, beside -std=c11 */
#include "platform.h"

#include <errno.h>
#include <poll.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <unistd.h>

/* The mark of our timer. It is as good an interval as any, too: longer than a
 * second, so that it never matters while the ticker arms it each second. */
static const struct timespec MARK = {1, 676006110}; /* "gn" is 67 6e */

/* The second should be over by then; if not, the timer does not go by the
 * clock that we read. */
#define PATIENCE_MS 1100
/* A ticker that was abandoned while it was parked finds out within that. */
#define PARKED_MS (3600 * 1000)
/* How often to look where there is no timer to be had. */
#define BLIND_MS 100
/* For how many seconds not to trust a timer that goes by another clock. */
#define DISTRUST 60

/* Or one of these: the ticker could not make one, and tries again; or there is
 * no ticker, and one that was abandoned must not make any. */
enum { NO_TIMER = -1, NO_TICKER = -2 };
static atomic_int timer_fd = NO_TICKER;

/* The ticker's own; atomic for the moment in which one that was abandoned and
 * its successor are both here. */
static atomic_bool blind; /* the timer could not be set */
static atomic_bool armed;
static _Atomic int64_t armed_second;
static atomic_int early; /* how often it fired before that second */
static atomic_int distrust;

static bool
is_ours(int fd)
{
    struct itimerspec now;
    return fd >= 0 && timerfd_gettime(fd, &now) == 0 &&
           now.it_interval.tv_sec == MARK.tv_sec &&
           now.it_interval.tv_nsec == MARK.tv_nsec;
}

static bool
set_fd(int fd, int flags, struct timespec when)
{
    struct itimerspec timer = {.it_interval = MARK, .it_value = when};
    /* ECANCELED tells that the clock was set, and arms all the same. */
    return timerfd_settime(fd, flags, &timer, NULL) == 0 || errno == ECANCELED;
}

/* False where there is none that is ours. */
static bool
set_timer(int flags, struct timespec when)
{
    int fd = atomic_load(&timer_fd);
    return is_ours(fd) && set_fd(fd, flags, when);
}

static void
close_ours(int fd)
{
    if (is_ours(fd)) {
        (void)close(fd);
    }
}

/* Unless somebody closed it meanwhile and has something else by its number:
 * files, pipes and sockets have a type, and a timer has none. */
static void
close_unusable(int fd)
{
    struct stat status;
    if (fstat(fd, &status) == 0 && (status.st_mode & S_IFMT) == 0) {
        (void)close(fd);
    }
}

static int
make_timer(void)
{
    int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
    if (fd >= 0 && (!set_fd(fd, 0, (struct timespec){0}) || !is_ours(fd))) {
        /* A filter of system calls lets us make one, but not use it. */
        close_unusable(fd);
        fd = NO_TIMER;
    }
    return fd >= 0 ? fd : NO_TIMER;
}

bool
gn_timer_open(void)
{
    int fd = make_timer();
    atomic_store(&timer_fd, fd >= 0 ? fd : NO_TICKER);
    return fd >= 0;
}

/* For the ticker, which replaces a timer that somebody closed; unless it was
 * abandoned meanwhile, and then this is not its timer any more. */
static void
set_own_timer(int flags, struct timespec when)
{
    int lost = atomic_load(&timer_fd);
    bool is_set = set_timer(flags, when);
    if (!is_set && lost != NO_TICKER && !is_ours(lost)) {
        int fd = make_timer();
        if (!atomic_compare_exchange_strong(&timer_fd, &lost, fd)) {
            close_ours(fd);
        }
        is_set = set_timer(flags, when);
    }
    atomic_store(&blind, !is_set);
}

void
gn_timer_close(void)
{
    close_ours(atomic_exchange(&timer_fd, NO_TICKER));
}

/* The kernel's clock need not be the one that we read: there are libraries
 * that replace clock_gettime. Then a timer that fires too early, again and
 * again, would keep the ticker spinning. */
static bool
is_trusted(int64_t unix_second)
{
    if (atomic_exchange(&armed_second, unix_second) != unix_second) {
        atomic_store(&early, 0);
    }
    else if (atomic_fetch_add(&early, 1) == 2) {
        atomic_store(&distrust, DISTRUST);
    }
    if (atomic_load(&distrust) == 0) {
        return true;
    }
    atomic_fetch_sub(&distrust, 1);
    return false;
}

void
gn_timer_arm(int64_t unix_second)
{
    if (is_trusted(unix_second)) {
        set_own_timer(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET,
                      /* No narrower than the clock that showed it. */
                      (struct timespec){.tv_sec = (time_t)unix_second});
    }
    else {
        long left = 1000000000 - (long)gn_wall_now().nanos;
        set_own_timer(0, (struct timespec){.tv_sec = left / 1000000000,
                                           .tv_nsec = left % 1000000000});
    }
    atomic_store(&armed, true);
}

void
gn_timer_disarm(void)
{
    set_own_timer(0, (struct timespec){0});
    atomic_store(&armed, false);
}

static void
nap(void)
{
    struct timespec moment = {.tv_nsec = BLIND_MS * 1000000L};
    (void)nanosleep(&moment, NULL);
}

void
gn_timer_wait(void)
{
    struct pollfd timer = {.fd = atomic_load(&timer_fd), .events = POLLIN};
    if (timer.fd < 0 || atomic_load(&blind)) {
        nap();
        return;
    }
    bool until_armed = atomic_load(&armed);
    int fired = poll(&timer, 1, until_armed ? PATIENCE_MS : PARKED_MS);
    if (fired < 0 && errno != EINTR) {
        nap(); /* no file at all is allowed, not even to poll */
    }
    if (fired == 0 && until_armed) {
        atomic_store(&distrust, DISTRUST);
    }
}

bool
gn_timer_wake(void)
{
    /* A nanosecond from now. Without a timer the ticker looks by itself. */
    return set_timer(0, (struct timespec){.tv_nsec = 1}) ||
           atomic_load(&timer_fd) == NO_TIMER || atomic_load(&blind);
}

void
gn_timer_forget(void)
{
    /* The child's copy refers to the parent's timer: to let it go is all that
     * is safe. */
    gn_timer_close();
}
