#include <string.h>

#include "check.h"
#include "guard.h"
#include "judge.h"
#include "plain.h"
#include "rfc3339.h"
#include "word.h"

/* What the plain reader makes of a text. */
typedef struct {
    bool valid;
    int64_t seconds;
    uint32_t nanos;
    gn_error err;
} verdict;

/* Of a good text: nothing in it that one reader takes and another does not. */
static bool
is_plain(gn_span text)
{
    const char *end = text.data + text.size;
    const char *point = memchr(text.data, '.', text.size);
    int digits = 0;
    while (point != NULL && point + 1 + digits < end &&
           strchr("0123456789", point[1 + digits]) != NULL) {
        digits++;
    }
    return memchr(text.data, 't', text.size) == NULL &&
           memchr(text.data, 'z', text.size) == NULL &&
           memcmp(text.data, "0000", 4) != 0 &&
           memcmp(text.data + 16, ":60", 3) != 0 && digits <= 9;
}

/* As a server reads it: nobody asks why. It ends at an unreadable page. */
static void
judge_verdict(gn_span text, const verdict *want)
{
    gn_span copy = guard_copy(GUARD_TAIL, text);
    int64_t got = ~want->seconds;
    uint32_t nanos = ~want->nanos;
    gn_status status = gn_rfc3339_parse(copy, &got, &nanos, NULL);
    CHECK_OF(status == (want->valid ? GN_OK : GN_INVALID), text);
    CHECK_OF(!want->valid || (got == want->seconds && nanos == want->nanos),
             text);
    CHECK_OF(!want->valid || gn_rfc3339_is_plain(copy) == is_plain(text),
             text);
}

/* With an error to fill. */
static void
judge_error(guard_place place, gn_span text, const verdict *want)
{
    gn_span copy = guard_copy(place, text);
    gn_error err = {GN_OK, GN_FIELD_COUNT, SIZE_MAX};
    int64_t got = ~want->seconds;
    uint32_t nanos = ~want->nanos;
    gn_status status = gn_rfc3339_parse(copy, &got, &nanos, &err);
    CHECK_OF(status == (want->valid ? GN_OK : GN_INVALID), text);
    if (want->valid) {
        CHECK_OF(got == want->seconds && nanos == want->nanos, text);
    }
    else {
        CHECK_OF(err.status == GN_INVALID, text);
        CHECK_OF(err.field == want->err.field, text);
        CHECK_OF(err.position == want->err.position, text);
    }
}

/* Fields of what is in UTC, has at most nine digits and no leap second; of
 * nothing else. */
static void
judge_fields(gn_span text, const verdict *want)
{
    gn_span copy = guard_copy(GUARD_TAIL, text);
    gn_civil got = {0};
    uint32_t nanos = ~want->nanos;
    bool plain = want->valid && text.size <= GN_RFC3339_MAX_SIZE &&
                 (text.data[text.size - 1] | 0x20) == 'z' &&
                 text.data[17] != '6';
    CHECK_OF(gn_rfc3339_parse_utc(copy, &got, &nanos) == plain, text);
    if (plain) {
        gn_civil wanted = plain_civil(plain_from_unix(want->seconds));
        wanted.weekday = 0;
        CHECK_OF(gn_word_pack(got) == gn_word_pack(wanted), text);
        CHECK_OF(nanos == want->nanos, text);
    }
}

bool
judge_rfc3339(gn_span text, int64_t *seconds, uint32_t *nanos)
{
    verdict want = {0};
    want.valid =
        plain_parse_rfc3339(text, &want.seconds, &want.nanos, &want.err);
    judge_verdict(text, &want);
    judge_error(GUARD_TAIL, text, &want);
    judge_error(GUARD_HEAD, text, &want);
    judge_fields(text, &want);
    if (seconds != NULL && nanos != NULL) {
        *seconds = want.seconds;
        *nanos = want.nanos;
    }
    return want.valid;
}

void
judge_rfc3339_written(int64_t seconds, uint32_t nanos, int digits)
{
    char text[PLAIN_SIZE];
    gn_span want = {text, plain_write_rfc3339(text, plain_from_unix(seconds),
                                              nanos, digits)};
    size_t size = gn_rfc3339_size(digits);
    char *head = guard_at(GUARD_HEAD, size + 1);
    char *tail = guard_at(GUARD_TAIL, size + 1);
    head[size] = '#';
    gn_rfc3339_write(head, seconds, nanos, digits);
    CHECK_TEXT(((gn_span){head, size}), want);
    CHECK(head[size] == '#');
    tail[0] = '#';
    gn_rfc3339_write(tail + 1, seconds, nanos, digits);
    CHECK_TEXT(((gn_span){tail + 1, size}), want);
    CHECK(tail[0] == '#');
    (void)judge_rfc3339(want, NULL, NULL);
}
