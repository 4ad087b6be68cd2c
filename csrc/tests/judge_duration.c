#include "check.h"
#include "duration.h"
#include "guard.h"
#include "judge.h"
#include "plain.h"

/* What the plain reader makes of a text; zeros of none. */
typedef struct {
    bool valid;
    int64_t seconds;
    int32_t nanos;
} verdict;

static void
judge_verdict(guard_place place, gn_span text, const verdict *want)
{
    gn_span copy = guard_copy(place, text);
    verdict got = {0};
    got.valid = gn_duration_parse(copy, &got.seconds, &got.nanos);
    CHECK_OF(got.valid == want->valid, text);
    CHECK_OF(got.seconds == want->seconds && got.nanos == want->nanos, text);
}

bool
judge_duration(gn_span text, int64_t *seconds, int32_t *nanos)
{
    verdict want = {0};
    want.valid = plain_parse_duration(text, &want.seconds, &want.nanos);
    judge_verdict(GUARD_TAIL, text, &want);
    judge_verdict(GUARD_HEAD, text, &want);
    if (seconds != NULL && nanos != NULL) {
        *seconds = want.seconds;
        *nanos = want.nanos;
    }
    return want.valid;
}

/* Into exactly the room that it needs. */
static void
judge_written_at(guard_place place, gn_span want, int64_t seconds,
                 int32_t nanos)
{
    char *out = guard_at(place, want.size);
    size_t size = gn_duration_write(out, seconds, nanos);
    CHECK_TEXT(((gn_span){out, size}), want);
}

void
judge_duration_written(int64_t seconds, int32_t nanos)
{
    char text[PLAIN_SIZE];
    gn_span want = {text, plain_write_duration(text, seconds, nanos)};
    CHECK(gn_duration_holds(seconds, nanos));
    CHECK(want.size <= GN_DURATION_MAX_SIZE);
    judge_written_at(GUARD_TAIL, want, seconds, nanos);
    judge_written_at(GUARD_HEAD, want, seconds, nanos);
    (void)judge_duration(want, NULL, NULL);
}
