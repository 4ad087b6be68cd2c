#include "civil.h"
#include "fuzz.h"
#include "judge.h"

static const int64_t NOW = 1795996800; /* 2026-11-30T00:00:00Z */

/* Some moment of years 0000-9999, always the same for a text: the hash is
 * FNV-1a. A two-digit year is read by it. */
static int64_t
now_of(gn_span text)
{
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < text.size; i++) {
        hash = (hash ^ (unsigned char)text.data[i]) * UINT64_C(1099511628211);
    }
    return GN_UNIX_MIN +
           (int64_t)(hash % (uint64_t)(GN_UNIX_MAX - GN_UNIX_MIN + 1));
}

void
fuzz_one(gn_span text)
{
    int64_t seconds;
    (void)judge_http_date(text, now_of(text), NULL);
    if (judge_http_date(text, NOW, &seconds)) {
        judge_http_date_written(seconds);
    }
}
