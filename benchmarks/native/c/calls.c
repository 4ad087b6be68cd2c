/* One call of each core function, for callgrind to count its instructions.
 *
 * Callgrind collects while a function named counted_* runs: what is counted is
 * the call as a caller makes it, arguments and result included. After each,
 * the counts are dumped under the name of the call. Inputs and results are
 * volatile, so that inline functions are neither folded nor left out.
 */
#include <stdio.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "clock.h"
#include "http_date.h"
#include "rfc3339.h"

#define CALL static __attribute__((noinline)) void

/* 1994-11-06T08:49:37Z, RFC 9110's own; and now, for two-digit years. */
static volatile int64_t unix_second = 784111777;
static volatile int64_t now = 1796040000;
static volatile uint32_t nanos = 123456789;
static volatile uint32_t year = 1994, month = 11, day = 6;
static volatile uint64_t packed;
static gn_civil fields;
static gn_reader reader;

static char text[GN_RFC3339_MAX_SIZE];
static volatile uint64_t number;
static volatile gn_status status;

CALL
counted_civil_from_unix(void)
{
    gn_civil c = gn_civil_from_unix(unix_second);
    memcpy((void *)&number, &c, sizeof c);
}

CALL
counted_civil_days(void)
{
    number = (uint64_t)gn_civil_days(year, month, day);
}

CALL
counted_pack(void)
{
    packed = gn_word_pack(fields);
}

CALL
counted_unpack(void)
{
    gn_civil c;
    status = gn_word_unpack(packed, &c);
}

CALL
counted_write_imf_fields(void)
{
    gn_http_date_write(text, fields);
}

CALL
counted_write_imf_unix(void)
{
    gn_http_date_write_unix(text, unix_second);
}

CALL
counted_clock_read(void)
{
    number = gn_clock_read(&reader);
}

CALL
counted_clock_now_coarse(void)
{
    number = (uint64_t)gn_clock_now_coarse();
}

static void
parse_http_date(gn_span span)
{
    int64_t out;
    status = gn_http_date_parse(span, now, &out, NULL);
    number = (uint64_t)out;
}

static void
parse_rfc3339(gn_span span)
{
    int64_t seconds;
    uint32_t parsed_nanos;
    status = gn_rfc3339_parse(span, &seconds, &parsed_nanos, NULL);
    number = (uint64_t)seconds + parsed_nanos;
}

#define TEXT_CALL(name, parse, text)               \
    CALL counted_##name(void)                      \
    {                                              \
        static const char given[] = text;          \
        parse((gn_span){given, sizeof given - 1}); \
    }

TEXT_CALL(parse_imf, parse_http_date, "Sun, 06 Nov 1994 08:49:37 GMT")
TEXT_CALL(parse_rfc850, parse_http_date, "Sunday, 06-Nov-94 08:49:37 GMT")
TEXT_CALL(parse_asctime, parse_http_date, "Sun Nov  6 08:49:37 1994")
TEXT_CALL(refuse_month, parse_http_date, "Sun, 06 Nob 1994 08:49:37 GMT")
TEXT_CALL(refuse_length, parse_http_date, "Sun, 06 Nov 1994 08:49:37")
TEXT_CALL(parse_rfc3339_0, parse_rfc3339, "1994-11-06T08:49:37Z")
TEXT_CALL(parse_rfc3339_3, parse_rfc3339, "1994-11-06T08:49:37.123Z")
TEXT_CALL(parse_rfc3339_9, parse_rfc3339, "1994-11-06T08:49:37.123456789Z")
TEXT_CALL(parse_rfc3339_offset, parse_rfc3339, "1994-11-06T08:49:37+01:00")
TEXT_CALL(refuse_rfc3339, parse_rfc3339, "1994-13-06T08:49:37Z")

#define WRITE_CALL(digits)                                  \
    CALL counted_write_rfc3339_##digits(void)               \
    {                                                       \
        gn_rfc3339_write(text, unix_second, nanos, digits); \
    }

WRITE_CALL(0)
WRITE_CALL(3)
WRITE_CALL(6)
WRITE_CALL(9)

typedef struct {
    const char *name;
    void (*call)(void);
    gn_status status; /* that the call leaves */
} one_call;

static const one_call calls[] = {
    {"civil from unix", counted_civil_from_unix, GN_OK},
    {"civil days", counted_civil_days, GN_OK},
    {"word pack", counted_pack, GN_OK},
    {"word unpack", counted_unpack, GN_OK},
    {"clock read, hot", counted_clock_read, GN_OK},
    {"clock now, coarse", counted_clock_now_coarse, GN_OK},
    {"IMF write, fields", counted_write_imf_fields, GN_OK},
    {"IMF write, Unix time", counted_write_imf_unix, GN_OK},
    {"IMF parse", counted_parse_imf, GN_OK},
    {"rfc850 parse", counted_parse_rfc850, GN_OK},
    {"asctime parse", counted_parse_asctime, GN_OK},
    {"HTTP-date refuse, month", counted_refuse_month, GN_INVALID},
    {"HTTP-date refuse, length", counted_refuse_length, GN_INVALID},
    {"RFC 3339 write, 0 digits", counted_write_rfc3339_0, GN_OK},
    {"RFC 3339 write, 3 digits", counted_write_rfc3339_3, GN_OK},
    {"RFC 3339 write, 6 digits", counted_write_rfc3339_6, GN_OK},
    {"RFC 3339 write, 9 digits", counted_write_rfc3339_9, GN_OK},
    {"RFC 3339 parse, 0 digits", counted_parse_rfc3339_0, GN_OK},
    {"RFC 3339 parse, 3 digits", counted_parse_rfc3339_3, GN_OK},
    {"RFC 3339 parse, 9 digits", counted_parse_rfc3339_9, GN_OK},
    {"RFC 3339 parse, offset", counted_parse_rfc3339_offset, GN_OK},
    {"RFC 3339 refuse, month", counted_refuse_rfc3339, GN_INVALID},
};

/* Let a read find the word of this second, without a ticker. */
static void
publish_now(void)
{
    gn_clock_publish(gn_word_of(gn_wall_coarse()));
}

static int
count(const one_call *c)
{
    status = GN_OK;
    publish_now();
    uint64_t published = gn_clock_word;
    c->call();
    CALLGRIND_DUMP_STATS_AT(c->name);
    if (status != c->status) {
        (void)fprintf(stderr, "%s: status %d\n", c->name, (int)status);
        return 1;
    }
    if (c->call == counted_clock_read && number != published) {
        (void)fprintf(stderr, "%s: the second turned\n", c->name);
        return 1;
    }
    return 0;
}

int
main(void)
{
    gn_clock_disable();
    fields = gn_civil_from_unix(unix_second);
    int failed = 0;
    for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
        failed |= count(&calls[i]);
    }
    return failed;
}
