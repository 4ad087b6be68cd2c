/* A system that lies and refuses, for LD_PRELOAD: the wall clock is set ahead
 * or back, threads and timers are not to be had, as the mapped file says whose
 * path is in GNOMON_SHIM. It also counts what it was asked for.
 *
 * tests/clock_shim.py builds it, and has the same fields in the same order.
 */
#define _GNU_SOURCE /* RTLD_NEXT, gettid */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    _Atomic int64_t ahead;      /* seconds that the wall clock is ahead */
    _Atomic int64_t no_threads; /* what pthread_create returns, 0 = a thread */
    _Atomic int64_t no_timers;  /* errno of timerfd_create, 0 = a timer */
    _Atomic int64_t wall_reads; /* precise ones, of the first thread */
    _Atomic int64_t threads;    /* calls of pthread_create */
    _Atomic int64_t timers;     /* calls of timerfd_create */
} control;

static control nothing; /* until the file is mapped */
static control *shared = &nothing;

__attribute__((constructor)) static void
map_control(void)
{
    const char *path = getenv("GNOMON_SHIM");
    int fd = path != NULL ? open(path, O_RDWR | O_CLOEXEC) : -1;
    if (fd < 0) {
        return;
    }
    void *map = mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED,
                     fd, 0);
    close(fd);
    if (map != MAP_FAILED) {
        shared = map;
    }
}

int
clock_gettime(clockid_t clock, struct timespec *now)
{
    /* The system call, for dlsym may itself ask what time it is. */
    int result = (int)syscall(SYS_clock_gettime, clock, now);
    if (clock == CLOCK_REALTIME && getpid() == gettid()) {
        atomic_fetch_add(&shared->wall_reads, 1);
    }
    if (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE) {
        now->tv_sec += (time_t)atomic_load(&shared->ahead);
    }
    return result;
}

time_t
time(time_t *out)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (out != NULL) {
        *out = now.tv_sec;
    }
    return now.tv_sec;
}

int
gettimeofday(struct timeval *restrict out, void *restrict zone)
{
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    out->tv_sec = now.tv_sec;
    out->tv_usec = now.tv_nsec / 1000;
    return 0;
}

int
timerfd_create(int clock, int flags)
{
    atomic_fetch_add(&shared->timers, 1);
    int error = (int)atomic_load(&shared->no_timers);
    if (error != 0) {
        errno = error;
        return -1;
    }
    return (int)syscall(SYS_timerfd_create, clock, flags);
}

typedef int (*creator)(pthread_t *, const pthread_attr_t *, void *(*)(void *),
                       void *);

int
pthread_create(pthread_t *restrict thread,
               const pthread_attr_t *restrict attributes,
               void *(*body)(void *), void *restrict argument)
{
    atomic_fetch_add(&shared->threads, 1);
    int error = (int)atomic_load(&shared->no_threads);
    if (error != 0) {
        return error;
    }
    creator create = (creator)dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, body, argument);
}
