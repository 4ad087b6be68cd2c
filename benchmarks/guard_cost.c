/* What a read of the clock costs in C: run it by guard_cost.py.
 *
 *     guard_cost ROUNDS
 *
 * Each round times every way to read once, so that a disturbance hits them
 * alike, and prints one line: nanoseconds for one read, by tabs.
 */
#define _GNU_SOURCE /* clock_gettime, beside -std=c11 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "clock.h"

/* Few enough that most rounds are over before the kernel interrupts. */
enum { READS = 20000 };

static gn_reader reader;

/* Every way is a loop of its own, so that the compiler sees the whole of it;
 * what it read goes here, so that it cannot leave a read out. */
static volatile uint64_t sink;

static void
load_alone(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < READS; i++) {
        sum ^= atomic_load_explicit(&gn_clock_word, memory_order_acquire);
        __asm__ volatile("" : "+r"(sum));
    }
    sink = sum;
}

static void
read_clock(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < READS; i++) {
        sum ^= gn_clock_read(&reader);
        __asm__ volatile("" : "+r"(sum));
    }
    sink = sum;
}

static void
coarse_second(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < READS; i++) {
        sum ^= (uint64_t)gn_wall_coarse();
        __asm__ volatile("" : "+r"(sum));
    }
    sink = sum;
}

static void
system_clock(void)
{
    uint64_t sum = 0;
    for (int i = 0; i < READS; i++) {
        struct timespec now;
        clock_gettime(CLOCK_REALTIME, &now);
        sum ^= (uint64_t)now.tv_sec;
        __asm__ volatile("" : "+r"(sum));
    }
    sink = sum;
}

/* The states of the clock in which one reads. */

static void
leave_alone(void)
{
}

static void
run_ticker(void)
{
    gn_clock_start();
    while (atomic_load(&gn_clock_word) == 0) {
    }
}

/* A word one second ahead of the coarse clock, as for some milliseconds after
 * each turn: the guard does not fit, the precise clock is asked. */
static void
be_ahead(void)
{
    run_ticker();
    gn_clock_publish(gn_word_of(gn_wall_coarse() + 1));
}

typedef struct {
    const char *name;
    void (*prepare)(void);
    void (*read)(void);
} way;

static const way ways[] = {
    {"atomic load alone", run_ticker, load_alone},
    {"gn_clock_read: load and guard", run_ticker, read_clock},
    {"gn_clock_read, word one ahead", be_ahead, read_clock},
    {"gn_clock_read, ticker stopped", gn_clock_stop, read_clock},
    {"time(NULL), the coarse clock", leave_alone, coarse_second},
    {"clock_gettime(CLOCK_REALTIME)", leave_alone, system_clock},
};
enum { WAYS = sizeof ways / sizeof *ways };

static double
nanos_each(const way *w)
{
    struct timespec from;
    struct timespec to;
    w->prepare();
    w->read(); /* warm */
    w->prepare();
    clock_gettime(CLOCK_MONOTONIC, &from);
    w->read();
    clock_gettime(CLOCK_MONOTONIC, &to);
    double nanos = (double)(to.tv_sec - from.tv_sec) * 1e9 +
                   (double)(to.tv_nsec - from.tv_nsec);
    return nanos / READS;
}

int
main(int argc, char **argv)
{
    int rounds = argc > 1 ? atoi(argv[1]) : 1;
    for (int i = 0; i < WAYS; i++) {
        printf("%s%c", ways[i].name, i + 1 < WAYS ? '\t' : '\n');
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            printf("%.4f%c", nanos_each(&ways[i]), i + 1 < WAYS ? '\t' : '\n');
        }
    }
    gn_clock_stop();
    return 0;
}
