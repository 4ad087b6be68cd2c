#include "check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a broken loop of a million checks may print. */
enum { FAILURES_SHOWN = 20, TEXT_SHOWN = 80 };

check_counts check_total;

/* Count a failure and name its place; whether there is more to say. With
 * CHECK_FAIL_FAST in the environment the first is the last: for mutants. */
static bool
begin(const char *file, int line, const char *what)
{
    check_total.failed++;
    if (getenv("CHECK_FAIL_FAST") != NULL) {
        printf("%s:%d: %s\n", file, line, what);
        exit(check_report());
    }
    if (check_total.failed > FAILURES_SHOWN) {
        return false;
    }
    printf("%s:%d: %s", file, line, what);
    return true;
}

static void
end(void)
{
    printf("\n");
    fflush(stdout); /* a fault may follow */
}

static void
quote(gn_span text)
{
    printf("\"");
    for (size_t i = 0; i < text.size && i < TEXT_SHOWN; i++) {
        unsigned char c = (unsigned char)text.data[i];
        if (c >= ' ' && c <= '~' && c != '"' && c != '\\') {
            printf("%c", c);
        }
        else {
            printf("\\x%02x", c);
        }
    }
    printf("\"");
    if (text.size > TEXT_SHOWN) {
        printf(" of %zu bytes", text.size);
    }
}

bool
check_failed(const char *file, int line, const char *what)
{
    if (begin(file, line, what)) {
        end();
    }
    return false;
}

bool
check_failed_of(const char *file, int line, const char *what, gn_span text)
{
    if (begin(file, line, what)) {
        printf(" of ");
        quote(text);
        end();
    }
    return false;
}

bool
check_int(const char *file, int line, const char *what, int64_t got,
          int64_t want)
{
    if (got == want) {
        return check_passed();
    }
    if (begin(file, line, what)) {
        printf(" is %" PRId64 ", not %" PRId64, got, want);
        end();
    }
    return false;
}

bool
check_text(const char *file, int line, const char *what, gn_span got,
           gn_span want)
{
    if (got.size == want.size && memcmp(got.data, want.data, want.size) == 0) {
        return check_passed();
    }
    if (begin(file, line, what)) {
        printf(" is ");
        quote(got);
        printf(", not ");
        quote(want);
        end();
    }
    return false;
}

gn_span
check_span(const char *text)
{
    return (gn_span){text, strlen(text)};
}

unsigned long
check_step(void)
{
    static unsigned long step;
    if (step == 0) {
        const char *text = getenv("CHECK_STEP");
        step = text == NULL ? 1 : strtoul(text, NULL, 10);
        step = step == 0 ? 1 : step;
    }
    return step;
}

bool
check_skips(void)
{
    static unsigned long count;
    return count++ % check_step() != 0;
}

int
check_report(void)
{
    printf("%" PRIu64 " passed, %" PRIu64 " failed\n", check_total.passed,
           check_total.failed);
    return check_total.failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
