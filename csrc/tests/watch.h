/* How the clock's tests watch it: readings against the kernel's own clocks,
 * its threads, its files, its children.
 */
#ifndef GNOMON_TESTS_WATCH_H
#define GNOMON_TESTS_WATCH_H

#include "clock.h"

/* The system's own clocks, not as the core reads them. */
int64_t watch_coarse_second(void);
int64_t watch_precise_second(void);
int64_t watch_steady_ms(void);

/* Which of these seconds a whole word is of, guard included; -1 if none. */
int64_t watch_second(uint64_t word, int64_t first, int64_t last);

/* Read once. Right is a word of no second before the one that the coarse
 * clock showed first, and of none after the one that the precise clock shows
 * then: late by a kernel tick at most, never early. */
bool watch_read(gn_reader *reader);

/* Right readings for so long; how many were not. One after the other, unless
 * check_step() is more than 1: then one in a millisecond. */
int watch_reads(int milliseconds);

/* Threads with the ticker's name. Elsewhere than on Linux and Windows:
 * whether there should be one. */
int watch_tickers(void);

/* All threads; 0 where they cannot be counted. */
int watch_threads(void);

/* Open file descriptors; handles on Windows; always 0 elsewhere than on these
 * two. */
int watch_files(void);

void watch_sleep(int milliseconds);

/* Wait until it holds; whether it did in that time. */
bool watch_until(bool (*holds)(void), int milliseconds);

/* For watch_until: there is one ticker, or none; the current second is
 * published, after a read. */
bool watch_one_ticker(void);
bool watch_no_ticker(void);
bool watch_published(void);

/* Fork behind the clock's back and run the body, its checks included, in the
 * child. Ending waits for it: 0 when all of them passed there. Where there is
 * no fork, the body runs in this process, and only then. */
int watch_start_child(void (*body)(void));
int watch_end_child(int child);
int watch_in_child(void (*body)(void)); /* both */

/* A test that hangs dies after a while, in one of its children too. */
void watch_hangs(void);

#endif
