#include "plain.h"

#include <stdio.h>
#include <string.h>

const char *const plain_months[12] = {"Jan", "Feb", "Mar", "Apr",
                                      "May", "Jun", "Jul", "Aug",
                                      "Sep", "Oct", "Nov", "Dec"};
const char *const plain_days_short[7] = {"Mon", "Tue", "Wed", "Thu",
                                         "Fri", "Sat", "Sun"};
const char *const plain_days_long[7] = {"Monday",   "Tuesday", "Wednesday",
                                        "Thursday", "Friday",  "Saturday",
                                        "Sunday"};

size_t
plain_write_imf(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(
        out, PLAIN_SIZE, "%s, %02d %s %04d %02d:%02d:%02d GMT",
        plain_days_short[d.weekday], d.day, plain_months[d.month - 1], d.year,
        d.hour, d.minute, d.second);
}

size_t
plain_write_rfc850(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(
        out, PLAIN_SIZE, "%s, %02d-%s-%02d %02d:%02d:%02d GMT",
        plain_days_long[d.weekday], d.day, plain_months[d.month - 1],
        d.year % 100, d.hour, d.minute, d.second);
}

size_t
plain_write_asctime(char out[PLAIN_SIZE], plain_date d)
{
    return (size_t)snprintf(out, PLAIN_SIZE, "%s %s %2d %02d:%02d:%02d %04d",
                            plain_days_short[d.weekday],
                            plain_months[d.month - 1], d.day, d.hour, d.minute,
                            d.second, d.year);
}

size_t
plain_write_rfc3339(char out[PLAIN_SIZE], plain_date d, uint32_t nanos,
                    int digits)
{
    int size = snprintf(out, PLAIN_SIZE, "%04d-%02d-%02dT%02d:%02d:%02d",
                        d.year, d.month, d.day, d.hour, d.minute, d.second);
    if (digits > 0) {
        snprintf(out + size, 11, ".%09u", (unsigned)nanos % 1000000000);
        size += 1 + digits; /* cut after so many */
    }
    out[size] = 'Z';
    return (size_t)size + 1;
}
