/* What a read does where the word is not of this second: it answers from the
 * frozen moment or the wall clock, and has a ticker started or woken. It never
 * waits.
 */
#include "clock_state.h"
#include "turn.h"

static uint64_t
word_for(gn_reader *reader, int64_t unix_second)
{
    if (reader->word == 0 || reader->second != unix_second) {
        reader->word = gn_word_of(unix_second);
        reader->second = unix_second;
    }
    return reader->word;
}

static gn_time
frozen_time(int64_t micros)
{
    return (gn_time){
        micros / 1000000 + GN_UNIX_MIN,
        (uint32_t)(micros % 1000000) * 1000,
    };
}

static int64_t
precise_second(void)
{
    int64_t now = gn_wall_now().seconds;
    int64_t shown =
        atomic_load_explicit(&gn_clock_shown, memory_order_relaxed);
    /* Not one less, where another reader has just seen the turn. */
    if (shown != now && shown != now + 1) {
        atomic_store_explicit(&gn_clock_shown, now, memory_order_relaxed);
    }
    return now;
}

/* The second that the wall clock shows.
 *
 * Beside a ticker only the precise clock will do: the word is ahead of the
 * coarse one for up to a kernel tick after each turn of the second. Without
 * one the coarse clock is as good, and costs a load; but for the tick in which
 * it is behind what the precise one has shown before the ticker ended. */
static int64_t
wall_second(void)
{
    if (atomic_load_explicit(&gn_mode, memory_order_relaxed) == GN_RUNNING) {
        return precise_second();
    }
    int64_t coarse = gn_wall_coarse();
    int64_t shown =
        atomic_load_explicit(&gn_clock_shown, memory_order_relaxed);
    return coarse + 1 == shown ? precise_second() : coarse;
}

GN_AT_TURN uint64_t
gn_clock_read_slow(uint64_t word, gn_reader *reader)
{
    int64_t frozen = atomic_load(&gn_frozen_micros);
    if (frozen != GN_NOT_FROZEN) {
        return word_for(reader, frozen_time(frozen).seconds);
    }
    gn_clock_mode mode = atomic_load_explicit(&gn_mode, memory_order_relaxed);
    if (mode != GN_RUNNING && mode != GN_HELD) {
        gn_clock_rearm(mode);
    }
    int64_t now = wall_second();
    if (word != 0 && gn_word_guards(word, now)) {
        return word;
    }
    return word_for(reader, gn_civil_clamp(now));
}

GN_AT_TURN void
gn_clock_touch(void)
{
    /* A line that all readers share: written only where it must change. */
    if (!atomic_load_explicit(&gn_ticker_used, memory_order_relaxed)) {
        atomic_store_explicit(&gn_ticker_used, true, memory_order_relaxed);
    }
}

gn_time
gn_clock_now(void)
{
    int64_t frozen =
        atomic_load_explicit(&gn_frozen_micros, memory_order_acquire);
    if (frozen != GN_NOT_FROZEN) {
        return frozen_time(frozen);
    }
    gn_time now = gn_wall_now();
    now.seconds = gn_civil_clamp(now.seconds);
    return now;
}

int64_t
gn_clock_now_coarse(void)
{
    int64_t frozen =
        atomic_load_explicit(&gn_frozen_micros, memory_order_acquire);
    return frozen != GN_NOT_FROZEN ? frozen_time(frozen).seconds
                                   : gn_civil_clamp(gn_wall_coarse());
}
