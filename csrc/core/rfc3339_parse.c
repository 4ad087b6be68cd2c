/* RFC 3339 date-time read, section 5.6: nineteen fixed bytes in three words,
 * then a fraction of any length and an offset. As in http_date_parse.c, all
 * that is wrong adds to one word.
 */
#include "digits.h"
#include "explain.h"
#include "pattern.h"
#include "rfc3339.h"

static const gn_pattern DATE_0 =
    GN_PATTERN('0', '0', '0', '0', '-', '0', '0', '-');
static const gn_pattern DATE_8 =
    GN_PATTERN('0', '0', 't', '0', '0', ':', '0', '0');
static const gn_pattern DATE_16 =
    GN_PATTERN(':', '0', '0', '?', '?', '?', '?', '?');
static const gn_pattern OFFSET =
    GN_PATTERN('?', '?', '?', '0', '0', ':', '0', '0');

#define EACH_BYTE(b) (UINT64_C(0x0101010101010101) * (b))
/* The bit that makes small letters of capitals. */
#define SMALL 0x20

/* How many of the eight bytes, from the lowest, are digits. XOR makes numbers
 * of them; adding 0x76 carries 10 and more into the top bit, which what was
 * above 127 has already. A byte that carries into the next is no digit, so
 * that the first that is none is found right. */
static inline unsigned
count_digits(uint64_t word)
{
    uint64_t number = word ^ EACH_BYTE('0');
    uint64_t others = ((number + EACH_BYTE(0x76)) | number) & EACH_BYTE(0x80);
    return others != 0 ? gn_lowest_bit(others) / 8 : 8;
}

static inline bool
is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The digits after the point, of which nine count; returns their end. The
 * text is known to hold more than eight bytes before `end`. */
static inline const char *
read_fraction(const char *p, const char *end, uint32_t *nanos, uint64_t *bad)
{
    if (p == end) {
        *bad = 1;
        return p;
    }
    size_t left = (size_t)(end - p);
    /* Never past the end: the last eight bytes, shifted down to p. */
    uint64_t word =
        left >= 8 ? gn_load64(p) : gn_load64(end - 8) >> (8 * (8 - left));
    unsigned count = count_digits(word);
    *bad |= count == 0;
    uint64_t digits = word ^ EACH_BYTE('0');
    p += count;
    if (count < 8) {
        /* What is no digit becomes a zero at the right. */
        digits &= (UINT64_C(1) << (8 * count)) - 1;
        *nanos = 10 * gn_digits_join8(digits);
        return p;
    }
    *nanos = 10 * gn_digits_join8(digits);
    if (p < end && is_digit(*p)) {
        *nanos += (uint32_t)(*p - '0');
        while (p < end && is_digit(*p)) {
            p++;
        }
    }
    return p;
}

/* "Z", or "+hh:mm" to the end: the seconds to subtract. */
static inline int32_t
read_offset(const char *p, const char *end, uint64_t *bad)
{
    if (end - p == 1) {
        *bad |= (*p | SMALL) != 'z';
        return 0;
    }
    if (end - p != 6) {
        *bad = 1;
        return 0;
    }
    *bad |= *p != '+' && *p != '-';
    uint64_t joined =
        gn_digits_join(gn_pattern_digits(OFFSET, gn_load64(end - 8), bad));
    uint32_t hour = gn_digits_pair(joined, 3);
    uint32_t minute = gn_digits_pair(joined, 6);
    *bad |= hour > 23 || minute > 59;
    int32_t seconds = (int32_t)(3600 * hour + 60 * minute);
    return *p == '-' ? -seconds : seconds;
}

gn_status
gn_rfc3339_parse(gn_span text, int64_t *seconds, uint32_t *nanos,
                 gn_error *err)
{
    if (text.size >= GN_RFC3339_MIN_SIZE) {
        const char *p = text.data;
        const char *end = p + text.size;
        uint64_t bad = 0;
        uint64_t d0 =
            gn_digits_join(gn_pattern_digits(DATE_0, gn_load64(p), &bad));
        uint64_t w8 = gn_load64(p + 8) | (uint64_t)SMALL << 16;
        uint64_t d8 = gn_digits_join(gn_pattern_digits(DATE_8, w8, &bad));
        /* Sixteen to nineteen: four bytes, for there may be no more. */
        uint64_t d16 = gn_digits_join(
            gn_pattern_digits(DATE_16, gn_load32(p + 16), &bad));
        uint32_t year = 100 * gn_digits_pair(d0, 0) + gn_digits_pair(d0, 2);
        uint32_t month = gn_digits_pair(d0, 5);
        uint32_t day = gn_digits_pair(d8, 0);
        uint32_t hour = gn_digits_pair(d8, 3);
        uint32_t minute = gn_digits_pair(d8, 6);
        uint32_t second = gn_digits_pair(d16, 1);

        uint32_t fraction = 0;
        p += 19;
        if (*p == '.') {
            p = read_fraction(p + 1, end, &fraction, &bad);
        }
        int32_t offset = read_offset(p, end, &bad);

        bad |= month - 1 > 11 || hour > 23 || minute > 59 || second > 60;
        bad |= day - 1 >= gn_civil_month_days(year, month);
        int64_t moment =
            (int64_t)gn_civil_days(year, month, day) * GN_SECONDS_PER_DAY +
            (hour * 3600 + minute * 60 + second) - offset;
        /* A leap second ends a UTC day and is the first of the next. */
        bad |= second == 60 && moment % GN_SECONDS_PER_DAY != 0;
        if (bad == 0 && gn_rfc3339_holds(moment)) {
            *seconds = moment;
            *nanos = fraction;
            return GN_OK;
        }
    }
    if (err != NULL) {
        gn_explain_rfc3339(text, err);
    }
    return GN_INVALID;
}
