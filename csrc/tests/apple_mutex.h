/* The mutexes of macOS, on Linux, for a core that is built without timerfd:
 * one that was never initialised does not lock, since libpthread looks for a
 * signature (_pthread_mutex_check_init_slow), where glibc takes all zero for
 * an open one.
 */
#ifndef GNOMON_TESTS_APPLE_MUTEX_H
#define GNOMON_TESTS_APPLE_MUTEX_H

#define _GNU_SOURCE /* as the files do that this comes before */
#include <errno.h>
#include <pthread.h>

#define SIGNATURE 0x32AAABA7 /* _PTHREAD_MUTEX_SIG_init */

typedef struct {
    long signature;
    pthread_mutex_t mutex;
} apple_mutex;

#define DEFINE(verb)                                         \
    static inline int apple_mutex_##verb(apple_mutex *apple) \
    {                                                        \
        return apple->signature == SIGNATURE                 \
                   ? pthread_mutex_##verb(&apple->mutex)     \
                   : EINVAL;                                 \
    }
DEFINE(lock)
DEFINE(trylock)
DEFINE(unlock)

#undef PTHREAD_MUTEX_INITIALIZER
#define PTHREAD_MUTEX_INITIALIZER {.signature = SIGNATURE}
#define pthread_mutex_t apple_mutex
#define pthread_mutex_lock apple_mutex_lock
#define pthread_mutex_trylock apple_mutex_trylock
#define pthread_mutex_unlock apple_mutex_unlock
#define pthread_cond_timedwait(condition, apple, end) \
    pthread_cond_timedwait(condition, &(apple)->mutex, end)
#define pthread_cond_wait(condition, apple) \
    pthread_cond_wait(condition, &(apple)->mutex)

#endif
