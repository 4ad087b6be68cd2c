/* What the clock needs of the system, one small file for each platform:
 *
 *   platform_posix.c    wall clock, lock, thread       Linux, macOS, BSD
 *   timer_linux.c       timer over timerfd             Linux
 *   timer_posix.c       timer over a condition         macOS, BSD
 *   platform_windows.c  all of it                      Windows
 */
#ifndef GNOMON_CORE_PLATFORM_H
#define GNOMON_CORE_PLATFORM_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

typedef struct {
    int64_t seconds; /* since 1970-01-01T00:00:00Z, floor */
    uint32_t nanos;  /* 0-999999999 */
} gn_time;

/* The wall clock, as precise as it goes. */
gn_time gn_wall_now(void);
/* Nanoseconds of a clock that nobody sets; it runs on through suspend where
 * the system has one that does. */
int64_t gn_steady_now(void);

/* The second that the kernel's coarse clock shows: a load from the vDSO page,
 * up to a kernel tick (1 to 16 ms) behind the precise clock, never ahead. */
#if defined(__GLIBC__)
static inline int64_t
gn_wall_coarse(void)
{
    return time(NULL); /* in glibc the coarse clock on every machine */
}
#else
int64_t gn_wall_coarse(void);
#endif

/* A lock for the rare business of starting and stopping. All zero is open on
 * Linux and Windows; on macOS it is no lock at all. */
#if defined(_WIN32)
typedef struct {
    void *srw;
} gn_lock;
#define GN_LOCK_OPEN {NULL} /* SRWLOCK_INIT */
#else
#include <pthread.h>
typedef pthread_mutex_t gn_lock;
#define GN_LOCK_OPEN PTHREAD_MUTEX_INITIALIZER
#endif
void gn_lock_enter(gn_lock *lock);
bool gn_lock_try(gn_lock *lock);
void gn_lock_leave(gn_lock *lock);

/* The ticker's thread: every signal blocked, a small stack, a name. It runs
 * gn_ticker_run (ticker.c) with the number it was started with. */
#if defined(_WIN32)
typedef void *gn_thread;
#else
typedef pthread_t gn_thread;
#endif
bool gn_thread_start(gn_thread *thread, unsigned number);
void gn_thread_join(gn_thread thread);
void gn_thread_abandon(gn_thread thread); /* it ends when it likes */

/* Run `child` in the child of every fork, also one that Python never saw.
 * It may only do what a signal handler may. */
void gn_fork_watch(void (*child)(void));

/* The one timer of the ticker. Waits may end early: the ticker looks at the
 * clock. A wake that comes after an arm or a disarm ends the wait that
 * follows, so: arm, then look whether there is something to do, then wait. */
bool gn_timer_open(void);               /* before the thread starts */
void gn_timer_close(void);              /* after it is joined */
void gn_timer_arm(int64_t unix_second); /* for when the wall clock shows it */
void gn_timer_disarm(void);             /* so that only a wake ends a wait */
void gn_timer_wait(void);
/* From any thread; false where the ticker cannot be reached any more. */
bool gn_timer_wake(void);
/* In a forked child: let go of what is shared with the parent. */
void gn_timer_forget(void);

#endif
