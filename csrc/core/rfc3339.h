/* RFC 3339 date-time: written in UTC with 0 to 9 digits of fraction, read
 * with any offset.
 */
#ifndef GNOMON_CORE_RFC3339_H
#define GNOMON_CORE_RFC3339_H

#include "civil.h"
#include "fraction.h"
#include "status.h"

enum {
    GN_RFC3339_MIN_SIZE = 20, /* 1970-01-01T00:00:00Z */
    GN_RFC3339_MAX_SIZE = 30, /* 1970-01-01T00:00:00.000000000Z */
    GN_RFC3339_MAX_DIGITS = 9,
};

/* Whether a Unix time lies in years 0001-9999, as RFC 3339 timestamps and
 * google.protobuf.Timestamp do. */
static inline bool
gn_rfc3339_holds(int64_t unix_seconds)
{
    return unix_seconds >= GN_UNIX_YEAR_1 && unix_seconds <= GN_UNIX_MAX;
}

/* Bytes of a text with that many digits, 0-9: a point only before a digit. */
static inline size_t
gn_rfc3339_size(int digits)
{
    return (size_t)(GN_RFC3339_MIN_SIZE + digits + (digits != 0));
}

/* Write exactly gn_rfc3339_size(digits) bytes; the fraction is cut, never
 * rounded. */
void gn_rfc3339_write(char *out, int64_t unix_seconds, uint32_t nanos,
                      int digits);

/* Read a date-time into Unix seconds of years 0001-9999 and nanos; digits
 * past nine are cut. GN_OK or GN_INVALID; `err` may be NULL. */
gn_status gn_rfc3339_parse(gn_span text, int64_t *seconds, uint32_t *nanos,
                           gn_error *err);

/* Whether a text that gn_rfc3339_parse has read is one that no reader of RFC
 * 3339 reads otherwise: capital T and Z, no year 0000, no leap second, no
 * digit past nine. */
bool gn_rfc3339_is_plain(gn_span text);

/* For who wants fields: those of a text that is in UTC as it stands, weekday
 * 0, without counting seconds in between. False for every other text, right or
 * wrong: ask gn_rfc3339_parse. */
bool gn_rfc3339_parse_utc(gn_span text, gn_civil *civil, uint32_t *nanos);

#endif
