/* What reads (clock_read.c), the clock's life (clock.c) and its ticker
 * (ticker.c) share: atomics, each with the one who writes it.
 */
#ifndef GNOMON_CORE_CLOCK_STATE_H
#define GNOMON_CORE_CLOCK_STATE_H

#include "clock.h"

enum { GN_PARK_AFTER = 10 }; /* seconds that nobody read */

typedef enum {
    GN_READY,   /* no ticker; the next read starts one */
    GN_RUNNING, /* it publishes each second */
    GN_PARKED,  /* it sleeps; the next read wakes it */
    GN_LOST,    /* it ended by itself; the next read starts another */
    GN_FAILED,  /* none could be made; a read tries again after a while */
    GN_HELD,    /* none is wanted: stopped, disabled, frozen or forking */
} gn_clock_mode;

/* Changed under the lock of clock.c; but from RUNNING to PARKED or LOST, by
 * the ticker, with a compare-and-swap. */
extern _Atomic gn_clock_mode gn_mode;

/* A ticker goes on while this is the number it was started with. Written
 * under the lock: one more ends it. */
extern _Atomic unsigned gn_ticker_number;

/* The Unix second that the precise clock has last shown to anybody. */
extern _Atomic int64_t gn_clock_shown;

/* Set by readers, cleared by the ticker. */
extern atomic_bool gn_ticker_used;
/* Set by the tests, cleared by the ticker, which then ends. */
extern atomic_bool gn_ticker_killed;

/* Written by the ticker for gn_clock_report. */
typedef struct {
    _Atomic uint64_t ticks;
    _Atomic uint64_t late_ns;
    _Atomic uint64_t max_late_ns;
    _Atomic uint64_t steps;
} gn_ticker_record;
extern gn_ticker_record gn_ticker_records;

/* Microseconds since 0000-01-01 that everybody reads, or GN_NOT_FROZEN.
 * Written under the lock. */
#define GN_NOT_FROZEN (-1)
extern _Atomic int64_t gn_frozen_micros;

/* A read found no ticker at work: start or wake it, unless somebody else is at
 * it. */
void gn_clock_rearm(gn_clock_mode seen);

/* The body of the ticker's thread. */
void gn_ticker_run(unsigned number);

#endif
