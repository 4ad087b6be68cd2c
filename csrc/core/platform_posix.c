/* Wall clock, lock, thread and fork on POSIX systems. */
#define _GNU_SOURCE /* the clocks and pthread_setname_np, beside -std=c11 */
#include "platform.h"
#include "turn.h"

#include <signal.h>
#include <unistd.h>
#if defined(__linux__)
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "clock_state.h"

static gn_time
read_clock(clockid_t clock)
{
    struct timespec now;
    /* It cannot fail for a clock that the system has. */
    (void)clock_gettime(clock, &now);
    return (gn_time){now.tv_sec, (uint32_t)now.tv_nsec};
}

GN_AT_TURN gn_time
gn_wall_now(void)
{
    return read_clock(CLOCK_REALTIME);
}

int64_t
gn_steady_now(void)
{
#if defined(CLOCK_BOOTTIME)
    gn_time now = read_clock(CLOCK_BOOTTIME);
#else
    gn_time now = read_clock(CLOCK_MONOTONIC);
#endif
    return now.seconds * 1000000000 + now.nanos;
}

#if !defined(__GLIBC__)
int64_t
gn_wall_coarse(void)
{
#if defined(CLOCK_REALTIME_COARSE)
    return read_clock(CLOCK_REALTIME_COARSE).seconds;
#else
    return gn_wall_now().seconds;
#endif
}
#endif

void
gn_lock_enter(gn_lock *lock)
{
    (void)pthread_mutex_lock(lock);
}

bool
gn_lock_try(gn_lock *lock)
{
    return pthread_mutex_trylock(lock) == 0;
}

void
gn_lock_leave(gn_lock *lock)
{
    (void)pthread_mutex_unlock(lock);
}

#if defined(__linux__)
static _Atomic pid_t thread_id; /* the kernel's, of the latest ticker */

/* A thread can be joined a moment before the kernel ceases to count it; and
 * CPython, which warns of forks beside other threads, asks the kernel. Not
 * for ever: what has the number by now may be another thread. */
static void
wait_until_uncounted(void)
{
    struct timespec moment = {.tv_nsec = 20000};
    pid_t id = atomic_load(&thread_id);
    for (int i = 0; i < 5000; i++) {
        if (syscall(SYS_tgkill, (long)getpid(), (long)id, 0L) != 0) {
            return;
        }
        (void)nanosleep(&moment, NULL);
    }
}
#endif

/* In the new thread; all of it is courtesy, none of it may fail us. */
static void
introduce_thread(void)
{
#if defined(__linux__)
    atomic_store(&thread_id, (pid_t)syscall(SYS_gettid));
    (void)pthread_setname_np(pthread_self(), "gnomon-clock");
    /* A millisecond early or late is all the same to a date: let the kernel
     * gather wake-ups. */
    (void)prctl(PR_SET_TIMERSLACK, 1000000UL, 0UL, 0UL, 0UL);
#elif defined(__APPLE__)
    (void)pthread_setname_np("gnomon-clock");
#endif
}

static void *
run_thread(void *number)
{
    introduce_thread();
    gn_ticker_run((unsigned)(uintptr_t)number);
    return NULL;
}

static size_t
stack_size(void)
{
    long least = 0;
#if defined(_SC_THREAD_STACK_MIN)
    least = sysconf(_SC_THREAD_STACK_MIN);
#endif
    size_t enough = 64 * 1024;
    return least > (long)enough ? (size_t)least : enough;
}

bool
gn_thread_start(gn_thread *thread, unsigned number)
{
    void *argument = (void *)(uintptr_t)number;
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0) {
        return false;
    }
    (void)pthread_attr_setstacksize(&attributes, stack_size());

    /* Blocked in the creator, so that there is no moment in which the new
     * thread could take a signal meant for somebody else. */
    sigset_t all, before;
    sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = pthread_create(thread, &attributes, run_thread, argument);
    if (failed) {
        /* Large thread-local storage eats small stacks: the default one. */
        failed = pthread_create(thread, NULL, run_thread, argument);
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
    (void)pthread_attr_destroy(&attributes);
    return !failed;
}

void
gn_thread_join(gn_thread thread)
{
    (void)pthread_join(thread, NULL);
#if defined(__linux__)
    wait_until_uncounted();
#endif
}

void
gn_thread_abandon(gn_thread thread)
{
    (void)pthread_detach(thread);
}

void
gn_fork_watch(void (*child)(void))
{
    (void)pthread_atfork(NULL, NULL, child);
}
