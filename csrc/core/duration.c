/* Durations written and read: a sign, and the digits of two numbers. */
#include "duration.h"

/* Without leading zeros; returns their end. */
static char *
write_seconds(char *out, uint64_t seconds)
{
    char digits[GN_DURATION_SECONDS_DIGITS];
    for (int i = GN_DURATION_SECONDS_DIGITS - 2; i >= 0; i -= 2) {
        gn_digits_put2(digits + i, (uint32_t)(seconds % 100));
        seconds /= 100;
    }
    size_t zeros = 0;
    while (zeros < sizeof digits - 1 && digits[zeros] == '0') {
        zeros++;
    }
    memcpy(out, digits + zeros, sizeof digits - zeros);
    return out + (sizeof digits - zeros);
}

size_t
gn_duration_write(char out[GN_DURATION_MAX_SIZE], int64_t seconds,
                  int32_t nanos)
{
    char *p = out;
    if (seconds < 0 || nanos < 0) {
        *p++ = '-';
        seconds = -seconds;
        nanos = -nanos;
    }
    p = write_seconds(p, (uint64_t)seconds);
    int digits = gn_fraction_digits((uint32_t)nanos);
    if (digits != 0) {
        p = gn_fraction_write(p, (uint32_t)nanos, digits);
    }
    *p++ = 's';
    return (size_t)(p - out);
}

/* The number at `*p`, which becomes its end; counts its digits and reads at
 * most `most` of them. */
static uint64_t
read_digits(const char **p, const char *end, int most, int *count)
{
    uint64_t number = 0;
    for (*count = 0; *count < most && *p < end; ++*count, ++*p) {
        unsigned digit = (unsigned char)**p - (unsigned)'0';
        if (digit > 9) {
            break;
        }
        number = number * 10 + digit;
    }
    return number;
}

bool
gn_duration_parse(gn_span text, int64_t *seconds, int32_t *nanos)
{
    if (text.size == 0) {
        return false; /* its data may be NULL, to which C adds nothing */
    }
    const char *p = text.data;
    const char *end = p + text.size;
    bool negative = *p == '-';
    p += negative;
    int count;
    int64_t whole =
        (int64_t)read_digits(&p, end, GN_DURATION_SECONDS_DIGITS, &count);
    if (count == 0) {
        return false;
    }
    int32_t fraction = 0;
    if (p < end && *p == '.') {
        p++;
        fraction = (int32_t)read_digits(&p, end, 9, &count);
        if (count == 0) {
            return false;
        }
        for (; count < 9; count++) {
            fraction *= 10;
        }
    }
    if (end - p != 1 || *p != 's' || !gn_duration_holds(whole, fraction)) {
        return false;
    }
    *seconds = negative ? -whole : whole;
    *nanos = negative ? -fraction : fraction;
    return true;
}
