/* Durations, one step after another; see plain.h. */
#include "plain.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t
plain_write_duration(char out[PLAIN_SIZE], int64_t seconds, int32_t nanos)
{
    const char *sign = seconds < 0 || nanos < 0 ? "-" : "";
    int size = snprintf(out, PLAIN_SIZE, "%s%" PRId64 ".%09d", sign,
                        seconds < 0 ? -seconds : seconds, abs(nanos));
    while (memcmp(out + size - 3, "000", 3) == 0 && out[size - 4] != '.') {
        size -= 3;
    }
    if (memcmp(out + size - 4, ".000", 4) == 0) {
        size -= 4;
    }
    out[size] = 's';
    return (size_t)size + 1;
}

/* All digits at the front, 1 to `most` of them, filled up with zeros at the
 * right where the number is a fraction. */
static bool
take_digits(gn_span *text, int most, bool fraction, int64_t *number)
{
    int count = 0;
    for (*number = 0; text->size > 0 && strchr("0123456789", *text->data) &&
                      *text->data != '\0';
         text->data++, text->size--) {
        if (++count > most) {
            return false;
        }
        *number = *number * 10 + (*text->data - '0');
    }
    for (int i = count; fraction && i < most; i++) {
        *number *= 10;
    }
    return count > 0;
}

static bool
take_byte(gn_span *text, char byte)
{
    if (text->size == 0 || *text->data != byte) {
        return false;
    }
    text->data++;
    text->size--;
    return true;
}

bool
plain_parse_duration(gn_span text, int64_t *seconds, int32_t *nanos)
{
    int64_t whole, fraction = 0;
    int sign = take_byte(&text, '-') ? -1 : 1;
    if (!take_digits(&text, 12, false, &whole) ||
        (take_byte(&text, '.') && !take_digits(&text, 9, true, &fraction)) ||
        !take_byte(&text, 's') || text.size != 0 ||
        whole > INT64_C(315576000000)) {
        return false;
    }
    *seconds = sign * whole;
    *nanos = (int32_t)(sign * fraction);
    return true;
}
