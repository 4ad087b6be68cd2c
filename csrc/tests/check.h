/* A small harness: a check counts itself, and says where it failed and what
 * it saw. A program ends with `return check_report();`.
 */
#ifndef GNOMON_TESTS_CHECK_H
#define GNOMON_TESTS_CHECK_H

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

/* Whether a sanitizer watches. It makes tests slow, and it has locks of its
 * own, which a fork in a threaded process may leave locked. */
#if defined(__has_feature)
#define CHECK_FEATURE(name) __has_feature(name)
#else
#define CHECK_FEATURE(name) 0
#endif
#if defined(__SANITIZE_THREAD__) || CHECK_FEATURE(thread_sanitizer)
#define CHECK_TSAN 1
#else
#define CHECK_TSAN 0
#endif
#if defined(__SANITIZE_ADDRESS__) || CHECK_FEATURE(address_sanitizer)
#define CHECK_ASAN 1
#else
#define CHECK_ASAN 0
#endif

typedef struct {
    uint64_t passed;
    uint64_t failed;
} check_counts;

extern check_counts check_total;

/* The condition holds. */
#define CHECK(cond) \
    ((cond) ? check_passed() : check_failed(__FILE__, __LINE__, #cond))

/* The condition holds of this text, which is shown when it does not. */
#define CHECK_OF(cond, text) \
    ((cond) ? check_passed() \
            : check_failed_of(__FILE__, __LINE__, #cond, (text)))

/* Two integers, or two texts, are equal; both are shown when they differ. */
#define CHECK_INT(got, want) \
    check_int(__FILE__, __LINE__, #got, (int64_t)(got), (int64_t)(want))
#define CHECK_TEXT(got, want) \
    check_text(__FILE__, __LINE__, #got, (got), (want))

static inline bool
check_passed(void)
{
    check_total.passed++;
    return true;
}

/* Each of these is false when the check has failed. */
bool check_failed(const char *file, int line, const char *what);
bool check_failed_of(const char *file, int line, const char *what,
                     gn_span text);
bool check_int(const char *file, int line, const char *what, int64_t got,
               int64_t want);
bool check_text(const char *file, int line, const char *what, gn_span got,
                gn_span want);

/* The text of a C string, without its terminator. */
gn_span check_span(const char *text);

/* CHECK_STEP of the environment, or 1. It is more where all would take too
 * long: under valgrind, on an emulated machine, for a mutant. */
unsigned long check_step(void);

/* For the sweeps, each time before they look at something: whether to pass
 * over it. One in check_step() is looked at, the first included. */
bool check_skips(void);

/* Print `N passed, N failed` and give main its exit status. */
int check_report(void);

#endif
