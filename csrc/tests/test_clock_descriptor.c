/* A daemon closes descriptors that it did not open, and takes their numbers
 * for its own: the clock must do without its timer, and leave the new owner
 * alone. Only on Linux has it one to lose.
 */
#define _GNU_SOURCE /* readlink */
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "watch.h"

static int null; /* /dev/null, for the daemon */

/* The descriptor of the ticker's timer, or -1. */
static int
find_timer(void)
{
    for (int fd = 3; fd < 100; fd++) {
        char path[64];
        char target[64] = "";
        snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
        if (readlink(path, target, sizeof target - 1) > 0 &&
            strstr(target, "timerfd") != NULL) {
            return fd;
        }
    }
    return -1;
}

static int
steal_timer(void)
{
    int timer = find_timer();
    CHECK(timer >= 0);
    CHECK_INT(dup2(null, timer), timer);
    return timer;
}

static void
check_not_closed(int stolen)
{
    CHECK_INT(fcntl(stolen, F_GETFD), 0);
    close(stolen);
}

static bool
is_parked(void)
{
    return gn_clock_report().parked;
}

static bool
has_timer(void)
{
    return find_timer() >= 0;
}

/* Whatever became of the old ticker, there is one at work, with a timer. */
static void
recovers(void)
{
    uint64_t before = gn_clock_report().ticks;
    CHECK_INT(watch_reads(2200), 0);
    CHECK(gn_clock_report().running);
    CHECK(gn_clock_report().ticks > before);
    CHECK(watch_until(watch_published, 3000));
    CHECK(watch_until(has_timer, 3000));
}

/* A descriptor that is always ready is nothing to wait for in a circle. */
static void
check_idle(void)
{
    clock_t before = clock();
    watch_sleep(1000);
    CHECK(clock() - before < CLOCKS_PER_SEC / 4);
}

static void
steal_from_running(int milliseconds)
{
    CHECK(watch_until(watch_published, 3000));
    int stolen = steal_timer();
    CHECK_INT(watch_reads(milliseconds), 0);
    if (milliseconds != 0) {
        check_idle();
        CHECK(has_timer()); /* another one */
    }
    gn_clock_stop();
    CHECK_INT(watch_reads(20), 0);
    /* One that sleeps on its old timer notices when that fires. */
    CHECK(watch_until(watch_no_ticker, 3000));
    CHECK(!gn_clock_report().running);
    check_not_closed(stolen);
    gn_clock_start();
    recovers();
}

static void
steal_and_stop(void)
{
    CHECK(watch_until(watch_published, 3000));
    CHECK(watch_until(is_parked, 15000));
    int stolen = steal_timer();
    gn_clock_stop(); /* without waiting for one that nothing wakes */
    CHECK(!gn_clock_report().running);
    CHECK_INT(watch_reads(20), 0);
    check_not_closed(stolen);
    gn_clock_start();
    recovers();
}

static void
steal_and_read(void)
{
    CHECK(watch_until(watch_published, 3000));
    CHECK(watch_until(is_parked, 15000));
    int stolen = steal_timer();
    recovers();
    gn_clock_stop();
    check_not_closed(stolen);
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    CHECK(watch_until(watch_published, 3000));
    if (find_timer() < 0) {
        printf("this clock has no descriptor\n");
        return check_report();
    }
    null = open("/dev/null", O_RDONLY);
    gn_clock_fork_prepare();
    int stopping = watch_start_child(steal_and_stop);
    int reading = watch_start_child(steal_and_read);
    gn_clock_fork_parent();
    steal_from_running(0);
    steal_from_running(2500);
    CHECK_INT(watch_end_child(stopping), 0);
    CHECK_INT(watch_end_child(reading), 0);
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    return check_report();
}
