/* The oracle: the calendar and the formats as their standards tell them, byte
 * by byte, without a trick. Slow, and plain enough to be believed.
 */
#ifndef GNOMON_TESTS_PLAIN_H
#define GNOMON_TESTS_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "civil.h"
#include "status.h"

enum { PLAIN_SIZE = 128 }; /* room for any text written here */

typedef struct {
    int year;    /* 0-9999 */
    int month;   /* 1-12 */
    int day;     /* 1-31 */
    int hour;    /* 0-23 */
    int minute;  /* 0-59 */
    int second;  /* 0-59, and 60 for a leap second */
    int weekday; /* 0 is Monday */
} plain_date;

bool plain_is_leap(int year);
int plain_month_days(int year, int month);

/* Days from 1970-01-01 to a date that exists, and the weekday of that day. */
int plain_days(int year, int month, int day);
int plain_weekday(int days);

/* Whether the calendar and the clock have such a date, 23:59:60 included. */
bool plain_exists(plain_date date);

/* Unix seconds, a leap second being the next second; and back. */
int64_t plain_unix(plain_date date);
plain_date plain_from_unix(int64_t unix_seconds);

/* The fields as the core has them. */
gn_civil plain_civil(plain_date date);

extern const char *const plain_months[12];
extern const char *const plain_days_short[7]; /* 0 is Monday */
extern const char *const plain_days_long[7];

/* Write one form and return its size; the date need not exist. */
size_t plain_write_imf(char out[PLAIN_SIZE], plain_date date);
size_t plain_write_rfc850(char out[PLAIN_SIZE], plain_date date);
size_t plain_write_asctime(char out[PLAIN_SIZE], plain_date date);
size_t plain_write_rfc3339(char out[PLAIN_SIZE], plain_date date,
                           uint32_t nanos, int digits);
size_t plain_write_duration(char out[PLAIN_SIZE], int64_t seconds,
                            int32_t nanos);

/* Read a text; or say what is wrong, and leave the rest alone. First comes the
 * grammar, from left to right, then what follows the whole text, then the
 * ranges of the numbers, and last what makes no date only together. */
bool plain_parse_http_date(gn_span text, int64_t now, int64_t *out,
                           gn_error *err);
bool plain_parse_rfc3339(gn_span text, int64_t *seconds, uint32_t *nanos,
                         gn_error *err);

/* Or say no without a reason. */
bool plain_parse_duration(gn_span text, int64_t *seconds, int32_t *nanos);

#endif
