/* The names of weekdays and months: to write them, and to know them again.
 */
#ifndef GNOMON_CORE_NAMES_H
#define GNOMON_CORE_NAMES_H

#include "bytes.h"

/* "Mon," and "Jan ", as an IMF-fixdate has them. */
extern const uint32_t gn_weekday_text[7]; /* 0 is Monday */
extern const uint32_t gn_month_text[13];  /* 1 is January */

/* Full weekday names of rfc850-date. */
typedef struct {
    char text[10];
    uint8_t size;
} gn_name;

extern const gn_name gn_weekday_name[7];

/* Perfect hashes: a multiplication sends each name, three letters in the low
 * bytes, to a slot of its own. A slot holds the letters and above them the
 * number; the caller compares the letters, so that a wrong name can at worst
 * meet a slot that it does not equal. */
extern const uint32_t gn_weekday_slots[8];
extern const uint32_t gn_month_slots[16];

#define GN_NAME_LETTERS 0xFFFFFFu
#define GN_NAME_NUMBER_SHIFT 24

static inline uint32_t
gn_weekday_slot(uint32_t letters)
{
    return gn_weekday_slots[(letters & GN_NAME_LETTERS) * 4895 >> 29];
}

static inline uint32_t
gn_month_slot(uint32_t letters)
{
    return gn_month_slots[(letters & GN_NAME_LETTERS) * 26597 >> 28];
}

#endif
