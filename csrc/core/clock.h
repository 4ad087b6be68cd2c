/* The clock: one packed word, one writer, any number of readers, no lock.
 *
 * A ticker thread publishes the word of each second at its turn. A reader
 * loads it and compares its guard with the second that the kernel's coarse
 * clock shows; whatever does not fit is answered from the wall clock, which
 * also starts or wakes the ticker. So a date is never stale, whatever became
 * of the ticker.
 */
#ifndef GNOMON_CORE_CLOCK_H
#define GNOMON_CORE_CLOCK_H

#include <stdatomic.h>

#include "platform.h"
#include "word.h"

/* What readers share with the ticker: alone on its cache line, stored once a
 * second. 0 = no clock. */
extern _Alignas(64) _Atomic uint64_t gn_clock_word;

/* The second whose word a reader last saw: its own memory, not shared between
 * threads that run at once. It lets a clock without a ticker answer a second
 * read of the same second without packing it again. */
typedef struct {
    uint64_t word; /* 0 = none yet */
    int64_t second;
} gn_reader;

/* The word of the current second where gn_clock_word is not it. */
uint64_t gn_clock_read_slow(uint64_t word, gn_reader *reader);

/* The word of the current second. */
static inline uint64_t
gn_clock_read(gn_reader *reader)
{
    uint64_t word = atomic_load_explicit(&gn_clock_word, memory_order_acquire);
    if (word != 0 && gn_word_guards(word, gn_wall_coarse())) {
        return word;
    }
    return gn_clock_read_slow(word, reader);
}

/* Tell the ticker that somebody reads: it parks after ten seconds without.
 * Readers that keep the text of a word call it when they make a new one. */
void gn_clock_touch(void);

/* Now: the frozen moment if there is one, else the wall clock's. The coarse
 * one is in whole seconds and costs a load. */
gn_time gn_clock_now(void);
int64_t gn_clock_now_coarse(void);

/* Let reads start the ticker again after gn_clock_stop; and start it. */
void gn_clock_start(void);
/* End the ticker, and keep it ended until gn_clock_start. */
void gn_clock_stop(void);
/* Never start a ticker in this process (GNOMON_CLOCK=off). */
void gn_clock_disable(void);

/* Each user of the process (an interpreter) attaches once and detaches once;
 * the ticker is joined when the last one goes, and no read starts another
 * until somebody attaches. */
void gn_clock_attach(void);
void gn_clock_detach(void);

/* Around a fork made with the caller's knowledge: no ticker from prepare to
 * the matching call in the parent. The child needs no call: a handler there
 * resets the clock after every fork, known or not. */
void gn_clock_fork_prepare(void);
void gn_clock_fork_parent(void);

/* A moment that the whole process reads. Owned by the caller, who must thaw
 * it before it goes; the latest that is still frozen rules. */
typedef struct gn_freeze {
    gn_time moment; /* years 0000-9999, whole microseconds */
    struct gn_freeze *below;
} gn_freeze;

void gn_clock_freeze(gn_freeze *freeze);
void gn_clock_thaw(gn_freeze *freeze);

typedef struct {
    bool running; /* there is a ticker, parked or not */
    bool parked;
    bool frozen;
    uint64_t ticks;       /* seconds that the ticker has published */
    uint64_t late_ns;     /* how late the last of them was */
    uint64_t max_late_ns; /* and the latest */
    uint64_t steps;       /* times that the wall clock was set */
} gn_clock_info;

gn_clock_info gn_clock_report(void);

/* For the tests: make the ticker end by itself, as if it had died; store a
 * word as if the ticker had. */
void gn_clock_kill_ticker(void);
void gn_clock_publish(uint64_t word);

#endif
