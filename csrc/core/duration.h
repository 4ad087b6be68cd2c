/* google.protobuf.Duration in the proto3 JSON mapping: "-3.100s". Seconds and
 * nanos never have opposite signs.
 */
#ifndef GNOMON_CORE_DURATION_H
#define GNOMON_CORE_DURATION_H

#include <stdbool.h>

#include "fraction.h"
#include "status.h"

enum {
    GN_DURATION_MAX_SIZE = 24,       /* -315576000000.000000000s */
    GN_DURATION_SECONDS_DIGITS = 12, /* of the seconds, at most */
};

/* 10,000 years of 365.25 days. */
#define GN_DURATION_MAX INT64_C(315576000000)

/* Whether there is such a duration. */
static inline bool
gn_duration_holds(int64_t seconds, int64_t nanos)
{
    return seconds >= -GN_DURATION_MAX && seconds <= GN_DURATION_MAX &&
           nanos >= -GN_NANOS_MAX && nanos <= GN_NANOS_MAX &&
           !(seconds < 0 && nanos > 0) && !(seconds > 0 && nanos < 0);
}

/* Write a duration that gn_duration_holds, with 0, 3, 6 or 9 digits of
 * fraction; returns how many bytes. */
size_t gn_duration_write(char out[GN_DURATION_MAX_SIZE], int64_t seconds,
                         int32_t nanos);

/* Read -?[0-9]{1,12}([.][0-9]{1,9})?s within the range. False for every other
 * text; readers differ on signs, spaces, missing digits and more of them. */
bool gn_duration_parse(gn_span text, int64_t *seconds, int32_t *nanos);

#endif
