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

/* The top bit of each byte that is no number from 0 to 9: adding 0x76 carries
 * 10 and more into it, and what was above 127 has it already. A byte that
 * carries into the next is no digit, so that the first that is none, from the
 * lowest, is found right. */
static inline uint64_t
others(uint64_t numbers)
{
    return ((numbers + EACH_BYTE(0x76)) | numbers) & EACH_BYTE(0x80);
}

/* How many of the eight bytes, from the lowest, are digits. */
static inline unsigned
count_digits(uint64_t word)
{
    uint64_t found = others(word ^ EACH_BYTE('0'));
    return found != 0 ? gn_lowest_bit(found) / 8 : 8;
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
    /* Read once: somebody may be writing to a bytearray. */
    char ninth = p < end ? *p : '\0';
    if (is_digit(ninth)) {
        *nanos += (uint32_t)(ninth - '0');
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

/* "Z" or ".021Z" to the end, of texts that has_short_tail is true for. How
 * long the text is says how many digits there are, so that none is counted. */
static inline uint32_t
read_short_tail(gn_span text, uint64_t *bad)
{
    if (text.size == GN_RFC3339_MIN_SIZE) {
        return 0;
    }
    const char *end = text.data + text.size - 1;
    size_t count = text.size - GN_RFC3339_MIN_SIZE - 1;
    uint32_t ninth = 0;
    *bad |= text.data[19] != '.';
    if (count == 9) {
        ninth = (uint32_t)(unsigned char)*--end - '0';
        *bad |= ninth > 9;
        count = 8;
    }
    /* The last eight bytes. What stands before the digits is shifted out, and
     * the zeros that come in are those at the right of the number. */
    uint64_t digits =
        (gn_load64(end - 8) ^ EACH_BYTE('0')) >> (64 - 8 * count);
    *bad |= others(digits);
    return 10 * gn_digits_join8(digits) + ninth;
}

static inline bool
has_short_tail(gn_span text)
{
    return (text.data[text.size - 1] | SMALL) == 'z' && text.size != 21 &&
           text.size <= GN_RFC3339_MAX_SIZE;
}

/* What stands in the text, whether or not it is right. */
typedef struct {
    uint32_t year, month, day, hour, minute, second, nanos;
    int32_t offset; /* seconds */
} fields;

/* The first nineteen bytes, of a text of twenty or more. */
static inline fields
read_head(const char *p, uint64_t *bad)
{
    uint64_t d0 = gn_digits_join(gn_pattern_digits(DATE_0, gn_load64(p), bad));
    uint64_t w8 = gn_load64(p + 8) | (uint64_t)SMALL << 16;
    uint64_t d8 = gn_digits_join(gn_pattern_digits(DATE_8, w8, bad));
    /* Sixteen to nineteen: four bytes, for there may be no more. */
    uint64_t d16 =
        gn_digits_join(gn_pattern_digits(DATE_16, gn_load32(p + 16), bad));
    fields f = {
        .year = 100 * gn_digits_pair(d0, 0) + gn_digits_pair(d0, 2),
        .month = gn_digits_pair(d0, 5),
        .day = gn_digits_pair(d8, 0),
        .hour = gn_digits_pair(d8, 3),
        .minute = gn_digits_pair(d8, 6),
        .second = gn_digits_pair(d16, 1),
    };
    *bad |= f.month - 1 > 11 || f.hour > 23 || f.minute > 59 || f.second > 60;
    *bad |= f.day - 1 >= gn_civil_month_days(f.year, f.month);
    return f;
}

static inline void
read_tail(gn_span text, fields *f, uint64_t *bad)
{
    const char *p = text.data + 19;
    const char *end = text.data + text.size;
    if (*p == '.') {
        p = read_fraction(p + 1, end, &f->nanos, bad);
    }
    f->offset = read_offset(p, end, bad);
}

gn_status
gn_rfc3339_parse(gn_span text, int64_t *seconds, uint32_t *nanos,
                 gn_error *err)
{
    if (text.size >= GN_RFC3339_MIN_SIZE) {
        uint64_t bad = 0;
        fields f = read_head(text.data, &bad);
        if (has_short_tail(text)) {
            f.nanos = read_short_tail(text, &bad);
        }
        else {
            read_tail(text, &f, &bad);
        }
        int64_t moment = gn_civil_to_unix(f.year, f.month, f.day, f.hour,
                                          f.minute, f.second) -
                         f.offset;
        /* A leap second ends a UTC day and is the first of the next. */
        bad |= f.second == 60 && moment % GN_SECONDS_PER_DAY != 0;
        if (bad == 0 && gn_rfc3339_holds(moment)) {
            *seconds = moment;
            *nanos = f.nanos;
            return GN_OK;
        }
    }
    if (err != NULL) {
        gn_explain_rfc3339(text, err);
    }
    return GN_INVALID;
}

bool
gn_rfc3339_parse_utc(gn_span text, gn_civil *civil, uint32_t *nanos)
{
    if (text.size < GN_RFC3339_MIN_SIZE || !has_short_tail(text)) {
        return false;
    }
    uint64_t bad = 0;
    fields f = read_head(text.data, &bad);
    *nanos = read_short_tail(text, &bad);
    *civil = (gn_civil){
        .year = (uint16_t)f.year,
        .month = (uint8_t)f.month,
        .day = (uint8_t)f.day,
        .hour = (uint8_t)f.hour,
        .minute = (uint8_t)f.minute,
        .second = (uint8_t)f.second,
    };
    bad |= f.year == 0 || f.second > 59;
    return bad == 0;
}

bool
gn_rfc3339_is_plain(gn_span text)
{
    static const size_t LONGER = sizeof "+00:00" - sizeof "Z";
    char last = text.data[text.size - 1];
    size_t most = GN_RFC3339_MAX_SIZE + (last == 'Z' ? 0 : LONGER);
    return text.size <= most && last != 'z' && text.data[10] == 'T' &&
           text.data[17] != '6' && memcmp(text.data, "0000", 4) != 0;
}
