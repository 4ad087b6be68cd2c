/* Memory between two unreadable pages: a byte touched before or after it is a
 * fault, with or without a sanitizer. (The idea is picohttpparser's.)
 */
#ifndef GNOMON_TESTS_GUARD_H
#define GNOMON_TESTS_GUARD_H

#include "status.h"

enum { GUARD_ROOM = 1 << 16 };

typedef enum {
    GUARD_HEAD, /* right after an unreadable page */
    GUARD_TAIL, /* right before one */
    GUARD_PLACES,
} guard_place;

/* Up to GUARD_ROOM bytes at that end of the one room there is. */
char *guard_at(guard_place place, size_t size);

/* The same text at that end of the room. */
gn_span guard_copy(guard_place place, gn_span text);

#endif
