/* Readers and everything that can happen to the clock, at once, for as many
 * seconds as the first argument says; for ThreadSanitizer.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "watch.h"

enum { MAX_THREADS = 16, DEFAULT_SECONDS = 10 };

static atomic_bool going;
static atomic_bool may_be_frozen;
static _Atomic uint64_t reads;
static _Atomic uint64_t wrong;    /* early, or late */
static _Atomic uint64_t backward; /* before what the same reader saw */

/* What the freezers freeze, two at once. */
static const gn_time MOMENTS[] = {{784111777, 123456000}, {951782400, 0}};
enum { FREEZERS = sizeof MOMENTS / sizeof *MOMENTS };

/* Up to three milliseconds, often none. */
static void
pause_a_while(unsigned *state)
{
    *state = *state * 1103515245 + 12345;
    unsigned milliseconds = *state >> 16 & 7;
    if (milliseconds <= 3) {
        watch_sleep((int)milliseconds);
    }
}

/* The second of a moment, by a word or by a time. */
static bool
is_frozen(uint64_t word, int64_t second)
{
    const uint64_t date = (UINT64_C(1) << GN_WORD_BITS) - 1; /* no guard */
    for (int i = 0; i < FREEZERS; i++) {
        int64_t moment = MOMENTS[i].seconds;
        if (second == moment || ((gn_word_of(moment) ^ word) & date) == 0) {
            return true;
        }
    }
    return false;
}

/* One reading of each kind; whether both were right. */
static bool
read_right(gn_reader *reader, int64_t *latest)
{
    bool frozen = atomic_load(&may_be_frozen);
    int64_t first = gn_wall_coarse();
    uint64_t word = gn_clock_read(reader);
    int64_t now = gn_clock_now().seconds;
    int64_t last = gn_wall_now().seconds;
    int64_t second = watch_second(word, first, last);
    if (second >= 0) {
        if (second < *latest) {
            atomic_fetch_add(&backward, 1);
        }
        *latest = second;
    }
    return (second >= 0 || (frozen && is_frozen(word, -1))) &&
           ((now >= first && now <= last) || (frozen && is_frozen(0, now)));
}

static void *
run_reader(void *unused)
{
    gn_reader reader = {0};
    int64_t latest = 0;
    while (atomic_load(&going)) {
        for (int i = 0; i < 100; i++) {
            if (!read_right(&reader, &latest)) {
                atomic_fetch_add(&wrong, 1);
            }
        }
        atomic_fetch_add(&reads, 100);
        gn_clock_touch();
        (void)gn_clock_report();
    }
    return unused;
}

static void *
run_stopper(void *unused)
{
    unsigned state = 1;
    while (atomic_load(&going)) {
        gn_clock_stop();
        pause_a_while(&state);
        gn_clock_start();
        pause_a_while(&state);
    }
    return unused;
}

static void *
run_killer(void *unused)
{
    unsigned state = 2;
    while (atomic_load(&going)) {
        gn_clock_kill_ticker();
        pause_a_while(&state);
    }
    return unused;
}

/* Words of other seconds, as a ticker would leave that was put to sleep. */
static void *
run_liar(void *unused)
{
    unsigned state = 3;
    while (atomic_load(&going)) {
        gn_clock_publish(gn_word_of(time(NULL) - 1));
        pause_a_while(&state);
        gn_clock_publish(gn_word_of(time(NULL) + 1));
        pause_a_while(&state);
    }
    return unused;
}

/* The clock's part of a fork; the fork itself is test_clock_fork's. */
static void *
run_forker(void *unused)
{
    unsigned state = 4;
    while (atomic_load(&going)) {
        gn_clock_fork_prepare();
        pause_a_while(&state);
        gn_clock_fork_parent();
        pause_a_while(&state);
    }
    return unused;
}

static void *
run_user(void *unused)
{
    unsigned state = 5;
    while (atomic_load(&going)) {
        gn_clock_attach();
        pause_a_while(&state);
        gn_clock_detach();
    }
    return unused;
}

static _Atomic unsigned freezers;

static void *
run_freezer(void *unused)
{
    unsigned number = atomic_fetch_add(&freezers, 1);
    unsigned state = 6 + number;
    gn_freeze freeze = {.moment = MOMENTS[number % FREEZERS]};
    while (atomic_load(&going)) {
        gn_clock_freeze(&freeze);
        pause_a_while(&state);
        gn_clock_thaw(&freeze);
        pause_a_while(&state);
    }
    return unused;
}

typedef void *(*body)(void *unused);

/* All of them at once, for so long. */
static void
run(const body *bodies, int count, int milliseconds)
{
    pthread_t threads[MAX_THREADS];
    int started = 0;
    atomic_store(&going, true);
    while (started < count &&
           CHECK(pthread_create(&threads[started], NULL, bodies[started],
                                NULL) == 0)) {
        started++;
    }
    watch_sleep(milliseconds);
    atomic_store(&going, false);
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    CHECK(!gn_clock_report().frozen);
    CHECK(watch_until(watch_published, 5000));
}

int
main(int argc, char **argv)
{
    static const body CALM[] = {run_reader, run_reader, run_reader,
                                run_reader};
    static const body ROUGH[] = {run_reader, run_reader,  run_reader,
                                 run_reader, run_stopper, run_killer,
                                 run_liar,   run_forker,  run_user};
    static const body FROZEN[] = {
        run_reader, run_reader, run_reader, run_reader,  run_stopper,
        run_killer, run_forker, run_user,   run_freezer, run_freezer};
    int seconds = argc > 1 ? atoi(argv[1]) : DEFAULT_SECONDS;
    int part = seconds * 1000 / 3;
    gn_clock_attach();
    run(CALM, sizeof CALM / sizeof *CALM, part);
    /* Only a ticker that goes in the tick after a turn may cost a second that
     * its readers have seen: the coarse clock has not, and is right as well.
     */
    CHECK_INT(atomic_load(&backward), 0);
    run(ROUGH, sizeof ROUGH / sizeof *ROUGH, part);
    atomic_store(&may_be_frozen, true);
    run(FROZEN, sizeof FROZEN / sizeof *FROZEN, part);
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    CHECK(atomic_load(&reads) > 0);
    CHECK_INT(atomic_load(&wrong), 0);
    printf("%" PRIu64 " reads, %" PRIu64 " back to the second before\n",
           atomic_load(&reads), atomic_load(&backward));
    return check_report();
}
