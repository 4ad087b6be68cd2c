/* HTTP-date, RFC 9110 section 5.6.7: written as IMF-fixdate, read in all
 * three forms.
 */
#ifndef GNOMON_CORE_HTTP_DATE_H
#define GNOMON_CORE_HTTP_DATE_H

#include "civil.h"
#include "status.h"

enum {
    GN_IMF_SIZE = 29,     /* Sun, 06 Nov 1994 08:49:37 GMT */
    GN_ASCTIME_SIZE = 24, /* Sun Nov  6 08:49:37 1994 */
    GN_RFC850_MIN = 30,   /* Sunday, 06-Nov-94 08:49:37 GMT */
    GN_RFC850_MAX = 33,   /* Wednesday, 09-Nov-94 08:49:37 GMT */
};

/* Write exactly GN_IMF_SIZE bytes: from fields, or from Unix seconds of years
 * 0000-9999. */
void gn_http_date_write(char *out, gn_civil civil);
void gn_http_date_write_unix(char *out, int64_t unix_seconds);

/* Read any of the three forms, spaces and tabs around it trimmed, into Unix
 * seconds of years 0000-9999. `now`, a Unix second of those years too, decides
 * the century of a two-digit year.
 * GN_OK or GN_INVALID; `err` may be NULL, and then nothing looks for the
 * reason, so that refusing costs no more than accepting. */
gn_status gn_http_date_parse(gn_span text, int64_t now, int64_t *out,
                             gn_error *err);

#endif
