/* HTTP-date read, RFC 9110 section 5.6.7. The three forms differ in length,
 * so that the length picks the form; each is then a few words against their
 * patterns. Everything that is wrong adds to one word, `bad`, which is looked
 * at once, in the end.
 */
#include "digits.h"
#include "explain.h"
#include "http_date.h"
#include "names.h"
#include "pattern.h"
#include "word.h"

/* Numbers as they stand in the text, nothing checked but that they are. */
typedef struct {
    uint32_t year, month, day, hour, minute, second;
} fields;

static const gn_pattern IMF_0 =
    GN_PATTERN('?', '?', '?', ',', ' ', '0', '0', ' ');
static const gn_pattern IMF_8 =
    GN_PATTERN('?', '?', '?', ' ', '0', '0', '0', '0');
static const gn_pattern IMF_16 =
    GN_PATTERN(' ', '0', '0', ':', '0', '0', ':', '0');
static const gn_pattern IMF_21 =
    GN_PATTERN('0', ':', '0', '0', ' ', 'G', 'M', 'T');

static const gn_pattern ASCTIME_0 =
    GN_PATTERN('?', '?', '?', ' ', '?', '?', '?', ' ');
static const gn_pattern ASCTIME_8 =
    GN_PATTERN('0', '0', ' ', '0', '0', ':', '0', '0');
static const gn_pattern ASCTIME_16 =
    GN_PATTERN(':', '0', '0', ' ', '0', '0', '0', '0');

#define MEAN_YEAR 31556952 /* seconds: 400 years have 146,097 days */

/* From the comma after the weekday's name, whose length varies. */
enum { RFC850_TAIL_SIZE = 24 };
static const gn_pattern RFC850_0 =
    GN_PATTERN(',', ' ', '0', '0', '-', '?', '?', '?');
static const gn_pattern RFC850_8 =
    GN_PATTERN('-', '0', '0', ' ', '0', '0', ':', '0');
static const gn_pattern RFC850_16 =
    GN_PATTERN('0', ':', '0', '0', ' ', 'G', 'M', 'T');

static inline uint32_t
month_of(uint32_t letters, uint64_t *bad)
{
    uint32_t slot = gn_month_slot(letters);
    *bad |= (slot ^ letters) & GN_NAME_LETTERS;
    return slot >> GN_NAME_NUMBER_SHIFT;
}

static inline void
check_weekday(uint32_t letters, uint64_t *bad)
{
    *bad |= (gn_weekday_slot(letters) ^ letters) & GN_NAME_LETTERS;
}

/* "Sun, 06 Nov 1994 08:49:37 GMT" */
static inline fields
read_imf(const char *p, uint64_t *bad)
{
    uint64_t w0 = gn_load64(p);
    uint64_t w8 = gn_load64(p + 8);
    uint64_t d0 = gn_digits_join(gn_pattern_digits(IMF_0, w0, bad));
    uint64_t d8 = gn_digits_join(gn_pattern_digits(IMF_8, w8, bad));
    uint64_t d16 =
        gn_digits_join(gn_pattern_digits(IMF_16, gn_load64(p + 16), bad));
    uint64_t d21 =
        gn_digits_join(gn_pattern_digits(IMF_21, gn_load64(p + 21), bad));
    check_weekday((uint32_t)w0, bad);
    return (fields){
        .year = 100 * gn_digits_pair(d8, 4) + gn_digits_pair(d8, 6),
        .month = month_of((uint32_t)w8, bad),
        .day = gn_digits_pair(d0, 5),
        .hour = gn_digits_pair(d16, 1),
        .minute = gn_digits_pair(d16, 4),
        .second = gn_digits_pair(d21, 2),
    };
}

/* "Sun Nov  6 08:49:37 1994" */
static inline fields
read_asctime(const char *p, uint64_t *bad)
{
    uint64_t w0 = gn_load64(p);
    uint64_t w8 = gn_load64(p + 8);
    /* A day below ten may begin with a space, which one bit makes a zero. The
     * bit makes digits of fifteen other characters too: they are found by
     * having a low half, which the space has not. */
    *bad |= ~w8 >> 4 & 1 && (w8 & 0xF) != 0;
    w8 |= 0x10;
    gn_pattern_digits(ASCTIME_0, w0, bad);
    uint64_t d8 = gn_digits_join(gn_pattern_digits(ASCTIME_8, w8, bad));
    uint64_t d16 =
        gn_digits_join(gn_pattern_digits(ASCTIME_16, gn_load64(p + 16), bad));
    check_weekday((uint32_t)w0, bad);
    return (fields){
        .year = 100 * gn_digits_pair(d16, 4) + gn_digits_pair(d16, 6),
        .month = month_of((uint32_t)(w0 >> 32), bad),
        .day = gn_digits_pair(d8, 0),
        .hour = gn_digits_pair(d8, 3),
        .minute = gn_digits_pair(d8, 6),
        .second = gn_digits_pair(d16, 1),
    };
}

/* The year of a two-digit year: the latest with those digits that makes the
 * whole timestamp not more than fifty years after now (RFC 9110: "more than
 * 50 years in the future" means the most recent past year). */
static uint32_t
year_of_two_digits_exactly(fields f, int64_t now, uint64_t *bad)
{
    gn_civil n = gn_civil_from_unix(now);
    int32_t latest = n.year + 50;
    int32_t year = latest - (latest + 100 - (int32_t)f.year) % 100;
    /* The low 26 bits of a packed word, month down to second, sort as time. */
    uint32_t within_year = (1u << 26) - 1;
    uint32_t then =
        f.month << 22 | f.day << 17 | f.hour << 12 | f.minute << 6 | f.second;
    if (year == latest && then > (gn_word_pack(n) & within_year)) {
        year -= 100;
    }
    *bad |= year < 0 || year > 9999;
    return (uint32_t)year;
}

/* The same, for the price of a division but where the answer is near its
 * limits. */
static inline uint32_t
year_of_two_digits(fields f, int64_t now, uint64_t *bad)
{
    /* At most one year more or less than now's. */
    uint32_t about = (uint32_t)((uint64_t)(now - GN_UNIX_MIN) / MEAN_YEAR);
    /* The latest with these digits that is surely near enough... */
    uint32_t near = about + 48;
    uint32_t year = near - (near + 100 - f.year) % 100;
    /* ...and the one a century after it is surely not. */
    if (about >= 100 && about < 9900 && year > about - 49) {
        return year;
    }
    return year_of_two_digits_exactly(f, now, bad);
}

/* "Sunday, 06-Nov-94 08:49:37 GMT" */
static inline fields
read_rfc850(gn_span text, int64_t now, uint64_t *bad)
{
    size_t name_size = text.size - RFC850_TAIL_SIZE;
    uint32_t letters = gn_load32(text.data);
    check_weekday(letters, bad);
    uint32_t weekday = gn_weekday_slot(letters) >> GN_NAME_NUMBER_SHIFT;
    const gn_name *name = &gn_weekday_name[weekday];
    *bad |= name->size != name_size ||
            memcmp(name->text, text.data, name_size) != 0;

    const char *p = text.data + name_size;
    uint64_t w0 = gn_load64(p);
    uint64_t d0 = gn_digits_join(gn_pattern_digits(RFC850_0, w0, bad));
    uint64_t digits8 = gn_pattern_digits(RFC850_8, gn_load64(p + 8), bad);
    uint64_t digits16 = gn_pattern_digits(RFC850_16, gn_load64(p + 16), bad);
    uint64_t d8 = gn_digits_join(digits8);
    fields f = {
        .year = gn_digits_pair(d8, 1),
        .month = month_of((uint32_t)(w0 >> 40), bad),
        .day = gn_digits_pair(d0, 2),
        .hour = gn_digits_pair(d8, 4),
        /* The minute lies across the two words. */
        .minute = (uint32_t)(10 * (digits8 >> 56) + (digits16 & 0xF)),
        .second = gn_digits_pair(gn_digits_join(digits16), 2),
    };
    f.year = year_of_two_digits(f, now, bad);
    return f;
}

static inline bool
is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static gn_span
trim(gn_span text)
{
    while (text.size != 0 && is_blank(text.data[0])) {
        text.data++;
        text.size--;
    }
    while (text.size != 0 && is_blank(text.data[text.size - 1])) {
        text.size--;
    }
    return text;
}

gn_status
gn_http_date_parse(gn_span given, int64_t now, int64_t *out, gn_error *err)
{
    gn_span text = trim(given);
    uint64_t bad = 0;
    fields f;
    if (text.size == GN_IMF_SIZE) {
        f = read_imf(text.data, &bad);
    }
    else if (text.size >= GN_RFC850_MIN && text.size <= GN_RFC850_MAX) {
        f = read_rfc850(text, now, &bad);
    }
    else if (text.size == GN_ASCTIME_SIZE) {
        f = read_asctime(text.data, &bad);
    }
    else {
        bad = 1;
        f = (fields){0};
    }

    /* A leap second ends a UTC day, and only one; it is the next second. */
    uint32_t last_second = f.hour == 23 && f.minute == 59 ? 60 : 59;
    /* The month may be anything here, but for the names, which give 0-12. */
    bad |= f.day - 1 >= gn_civil_month_days(f.year, f.month);
    bad |= f.hour > 23 || f.minute > 59 || f.second > last_second;
    if (bad == 0) {
        int64_t seconds = gn_civil_to_unix(f.year, f.month, f.day, f.hour,
                                           f.minute, f.second);
        if (seconds <= GN_UNIX_MAX) {
            *out = seconds;
            return GN_OK;
        }
    }
    if (err != NULL) {
        gn_explain_http_date(text, err);
        err->position += (size_t)(text.data - given.data);
    }
    return GN_INVALID;
}
