/* The clock's protocol for spin. `csrc/model/check.sh` checks all of it.
 *
 * life.pml   csrc/core/clock.c         timer.pml   csrc/core/timer_linux.c
 * reader.pml csrc/core/clock_read.c    ticker.pml  csrc/core/ticker.c
 * scenes.pml who does what at once: one -DSCENE_... at a time (forks.pml: those
 *            with forks)               run.pml     how it begins and ends
 *
 * word            gn_clock_word: 0, or the second + 1
 * mode, number, used, killed, shown    gn_mode, gn_ticker_number, _used, ...
 * frozen_micros   gn_frozen_micros: 0, or a moment       failed_at  the same
 * locked, has_thread, stopped, forking, frozen, below    the fields of life
 * alive, born     a ticker's thread is there, and the number it was given
 * fd, armed       timer_fd and armed; fired and due are the kernel's
 * wall, coarse    what gn_wall_now and gn_wall_coarse tell; the coarse one
 *                 follows each turn of the second, a step sets both
 * g_...           not in C: what the properties remember
 *
 * A step is one access to what threads share or to a field of life, or one
 * system call; a condition goes with what it decides. Left out: weak memory
 * (steps have one order; what decides is sequentially consistent in C), dates
 * (the word is its second), seconds outside the calendar, the records, attach,
 * detach and disable (like stop). The guard tells seconds apart that are less
 * than GUARD apart, in C 24 days. Of seconds, reads, steps of the clock and so
 * on there are few, and where `shown` is not looked at, a read without a
 * ticker takes either clock. -DBUG_... breaks one thing, to see it noticed.
 */
#ifndef SECONDS
#define SECONDS 3 /* the wall clock shows 0 to SECONDS - 1 */
#endif
#ifndef STEPS
#define STEPS 0 /* how often somebody sets it */
#endif
#ifndef READERS
#define READERS 2
#endif
#ifndef READS
#define READS 2 /* of each reader */
#endif
#ifndef PARK_AFTER
#define PARK_AFTER 1 /* unread seconds */
#endif
#ifndef EARLY
#define EARLY 0 /* waits that end for no reason */
#endif
#ifndef FAILS
#define FAILS 0 /* threads that cannot be made */
#endif
#ifndef THEFTS
#define THEFTS 0 /* times that somebody closes the timer's descriptor */
#endif
#ifdef BUG_GUARD_WRAPS
#define GUARD 2
#else
#define GUARD SECONDS
#endif
#define RETRY_SECONDS 1
#if THEFTS > 0
#define TICKERS 2
#define TIMERS 4
#define TOGETHER /* somebody may come in between */
#else
#define TICKERS 1
#define TIMERS 1
#define TOGETHER atomic
#endif

#define READY 0
#define RUNNING 1
#define PARKED 2
#define LOST 3
#define FAILED 4
#define HELD 5

byte word;
byte mode = READY;
byte number;
#ifdef MONOTONE
byte shown; /* + 1 */
#define SHOW(second) shown = second + 1;
#define SHOW_READ(second) \
    if \
    :: shown != second + 1 && shown != second + 2 -> SHOW(second) \
    :: else \
    fi;
#define IS_AHEAD(second) (shown == second + 2)
#else
#define SHOW(second)
#define SHOW_READ(second)
#endif
bool used;
bool killed;
byte frozen_micros;
byte failed_at;

bool locked;
byte thread;
bool has_thread;
#ifdef BUG_FORKS_UNWATCHED
bool watches_fork;
#else
bool watches_fork = true; /* since attach */
#endif
bool stopped;
byte forking;
byte frozen; /* the latest freeze, 1 or 2; each is another moment */
byte below[3];

bool alive[TICKERS];
byte born[TICKERS];
bool detached[TICKERS];
byte fails = FAILS;

byte wall;
byte coarse;

/* Held by a return of stop, fork_prepare or freeze, until the counterpart
 * begins: there is no ticker and no word. */
bool g_stopped;
byte g_forking;
byte g_frozen;
bool g_unjoined; /* a thread was started and neither joined nor detached */
bool g_woken;    /* a read woke a parked ticker, which did not go on yet */
byte g_busy;     /* readers and controllers that are not done */

#if TICKERS > 1
#define NO_TICKER ((!alive[0] || detached[0]) && (!alive[1] || detached[1]))
#else
#define NO_TICKER (!alive[0])
#endif
#define ENDED (NO_TICKER && word == 0)
#define WANTED (!g_stopped && g_forking == 0 && g_frozen == 0)

#include "timer.pml"
#include "life.pml"
#include "reader.pml"
#include "ticker.pml"
#include "scenes.pml"
#include "forks.pml"
#include "run.pml"
