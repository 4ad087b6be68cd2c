/* A system that lies and refuses, for LD_PRELOAD: the wall clock is set ahead
 * or back, threads and timers are not to be had, and any call of the ticker
 * that can fail fails, as the mapped file says whose path is in GNOMON_SHIM.
 * It also counts what it was asked for.
 *
 * tests/clock_shim.py builds it, and has the same fields in the same order.
 */
#define _GNU_SOURCE /* RTLD_NEXT, gettid */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
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
    _Atomic int64_t failing;    /* a bit for each call below, to be failed */
    _Atomic int64_t first;      /* of these calls, counted from 0, */
    _Atomic int64_t last;       /* up to this one; */
    _Atomic int64_t calls;      /* so many there were */
    _Atomic int64_t error;      /* what they fail with, an errno */
} control;

/* What may fail. The others (a mutex, a join, a signal mask, clock_gettime)
 * cannot, with the arguments that they are given. */
typedef enum {
    ATTR_INIT,
    ATTR_SETSTACKSIZE,
    CREATE,
    SETNAME,
    PRCTL,
    TIMER_CREATE,
    TIMER_SETTIME,
    TIMER_GETTIME,
    POLL,
} call;

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
    void *map =
        mmap(NULL, sizeof *shared, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
    close(fd);
    if (map != MAP_FAILED) {
        shared = map;
    }
}

/* The error that this call is to fail with, or 0. */
static int
failure(call which)
{
    if ((atomic_load(&shared->failing) >> which & 1) == 0) {
        return 0;
    }
    int64_t number = atomic_fetch_add(&shared->calls, 1);
    bool fails = atomic_load(&shared->first) <= number &&
                 number <= atomic_load(&shared->last);
    return fails ? (int)atomic_load(&shared->error) : 0;
}

/* The same for a call that returns -1 and sets errno. */
static bool
has_failed(call which)
{
    int error = failure(which);
    if (error != 0) {
        errno = error;
    }
    return error != 0;
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
    if (has_failed(TIMER_CREATE)) {
        return -1;
    }
    return (int)syscall(SYS_timerfd_create, clock, flags);
}

int
timerfd_settime(int fd, int flags, const struct itimerspec *wanted,
                struct itimerspec *before)
{
    if (has_failed(TIMER_SETTIME)) {
        return -1;
    }
    return (int)syscall(SYS_timerfd_settime, fd, flags, wanted, before);
}

int
timerfd_gettime(int fd, struct itimerspec *now)
{
    if (has_failed(TIMER_GETTIME)) {
        return -1;
    }
    return (int)syscall(SYS_timerfd_gettime, fd, now);
}

int
poll(struct pollfd *files, nfds_t count, int milliseconds)
{
    if (has_failed(POLL)) {
        return -1;
    }
    struct timespec time = {milliseconds / 1000,
                            milliseconds % 1000 * 1000000L};
    return (int)syscall(SYS_ppoll, files, count,
                        milliseconds < 0 ? NULL : &time, NULL, 0);
}

/* The thread. Each of these returns its error. */

int
prctl(int option, ...)
{
    if (has_failed(PRCTL)) {
        return -1;
    }
    va_list arguments;
    va_start(arguments, option);
    unsigned long a = va_arg(arguments, unsigned long);
    unsigned long b = va_arg(arguments, unsigned long);
    unsigned long c = va_arg(arguments, unsigned long);
    unsigned long d = va_arg(arguments, unsigned long);
    va_end(arguments);
    return (int)syscall(SYS_prctl, option, a, b, c, d);
}

int
pthread_attr_init(pthread_attr_t *attributes)
{
    int error = failure(ATTR_INIT);
    if (error != 0) {
        return error;
    }
    int (*init)(pthread_attr_t *) =
        (int (*)(pthread_attr_t *))dlsym(RTLD_NEXT, "pthread_attr_init");
    return init(attributes);
}

int
pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    int error = failure(ATTR_SETSTACKSIZE);
    if (error != 0) {
        return error;
    }
    int (*set)(pthread_attr_t *, size_t) =
        (int (*)(pthread_attr_t *, size_t))dlsym(RTLD_NEXT,
                                                 "pthread_attr_setstacksize");
    return set(attributes, size);
}

int
pthread_setname_np(pthread_t thread, const char *name)
{
    int error = failure(SETNAME);
    if (error != 0) {
        return error;
    }
    int (*set)(pthread_t, const char *) = (int (*)(
        pthread_t, const char *))dlsym(RTLD_NEXT, "pthread_setname_np");
    return set(thread, name);
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
    if (error == 0) {
        error = failure(CREATE);
    }
    if (error != 0) {
        return error;
    }
    creator create = (creator)dlsym(RTLD_NEXT, "pthread_create");
    return create(thread, attributes, body, argument);
}
