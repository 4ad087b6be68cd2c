#include "check.h"
#include "guard.h"
#include "http_date.h"
#include "judge.h"
#include "plain.h"

/* What the plain reader makes of a text. */
typedef struct {
    bool valid;
    int64_t seconds;
    gn_error err;
} verdict;

static verdict
plain_verdict(gn_span text, int64_t now)
{
    verdict v = {0};
    v.valid = plain_parse_http_date(text, now, &v.seconds, &v.err);
    return v;
}

/* As a server reads it: nobody asks why. It ends at an unreadable page. */
static void
judge_verdict(gn_span text, int64_t now, const verdict *want)
{
    gn_span copy = guard_copy(GUARD_TAIL, text);
    int64_t out = ~want->seconds;
    gn_status status = gn_http_date_parse(copy, now, &out, NULL);
    CHECK_OF(status == (want->valid ? GN_OK : GN_INVALID), text);
    CHECK_OF(!want->valid || out == want->seconds, text);
}

/* With an error to fill. */
static void
judge_error(guard_place place, gn_span text, int64_t now, const verdict *want)
{
    gn_span copy = guard_copy(place, text);
    gn_error err = {GN_OK, GN_FIELD_COUNT, SIZE_MAX};
    int64_t out = ~want->seconds;
    gn_status status = gn_http_date_parse(copy, now, &out, &err);
    CHECK_OF(status == (want->valid ? GN_OK : GN_INVALID), text);
    if (want->valid) {
        CHECK_OF(out == want->seconds, text);
    }
    else {
        CHECK_OF(err.status == GN_INVALID, text);
        CHECK_OF(err.field == want->err.field, text);
        CHECK_OF(err.position == want->err.position, text);
    }
}

bool
judge_http_date(gn_span text, int64_t now, int64_t *seconds)
{
    verdict want = plain_verdict(text, now);
    judge_verdict(text, now, &want);
    judge_error(GUARD_TAIL, text, now, &want);
    judge_error(GUARD_HEAD, text, now, &want);
    if (seconds != NULL) {
        *seconds = want.seconds;
    }
    return want.valid;
}

void
judge_http_date_once(gn_span text, int64_t now)
{
    verdict want = plain_verdict(text, now);
    judge_verdict(text, now, &want);
}

void
judge_http_date_written(int64_t seconds)
{
    char text[PLAIN_SIZE];
    plain_date d = plain_from_unix(seconds);
    gn_span want = {text, plain_write_imf(text, d)};
    char *head = guard_at(GUARD_HEAD, GN_IMF_SIZE + 1);
    char *tail = guard_at(GUARD_TAIL, GN_IMF_SIZE + 1);
    head[GN_IMF_SIZE] = '#';
    gn_http_date_write(head, plain_civil(d));
    CHECK_TEXT(((gn_span){head, GN_IMF_SIZE}), want);
    CHECK(head[GN_IMF_SIZE] == '#');
    tail[0] = '#';
    gn_http_date_write_unix(tail + 1, seconds);
    CHECK_TEXT(((gn_span){tail + 1, GN_IMF_SIZE}), want);
    CHECK(tail[0] == '#');
}
