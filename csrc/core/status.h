/* What a core function takes, says and blames: spans, statuses, errors.
 *
 * The core returns a status and fills an error; the sentences that people
 * read stand in one table in the binding (csrc/python/errors.c).
 */
#ifndef GNOMON_CORE_STATUS_H
#define GNOMON_CORE_STATUS_H

#include <stddef.h>

/* Text to read: borrowed, sized, never NUL-terminated. */
typedef struct {
    const char *data;
    size_t size;
} gn_span;

typedef enum {
    GN_OK,
    GN_INVALID, /* the text breaks its grammar; the error says where */
    GN_RANGE,   /* a moment or a number lies outside what the format holds */
} gn_status;

/* The part of a text that is wrong. */
typedef enum {
    GN_FIELD_WEEKDAY,
    GN_FIELD_DAY,
    GN_FIELD_MONTH,
    GN_FIELD_YEAR,
    GN_FIELD_HOUR,
    GN_FIELD_MINUTE,
    GN_FIELD_SECOND,
    GN_FIELD_FRACTION,
    GN_FIELD_ZONE,
    GN_FIELD_SEPARATOR, /* a fixed byte between two fields */
    GN_FIELD_END,       /* something follows where the text should end */
    GN_FIELD_ASCII,     /* a character of a str outside ASCII */
    GN_FIELD_COUNT,
} gn_field;

typedef struct {
    gn_status status;
    gn_field field;
    size_t position; /* bytes from the start of the given text */
} gn_error;

#endif
