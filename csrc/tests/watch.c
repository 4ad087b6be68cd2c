#include "watch.h"

#include "check.h"

int64_t
watch_second(uint64_t word, int64_t first, int64_t last)
{
    for (int64_t second = first; second <= last; second++) {
        if (word == gn_word_of(second)) {
            return second;
        }
    }
    return -1;
}

bool
watch_read(gn_reader *reader)
{
    int64_t first = watch_coarse_second();
    uint64_t word = gn_clock_read(reader);
    return watch_second(word, first, watch_precise_second()) >= 0;
}

int
watch_reads(int milliseconds)
{
    gn_reader reader = {0};
    int wrong = 0;
    int64_t end = watch_steady_ms() + milliseconds;
    do {
        wrong += !watch_read(&reader);
        if (check_step() > 1) {
            watch_sleep(1);
        }
    } while (watch_steady_ms() < end);
    return wrong;
}

bool
watch_until(bool (*holds)(void), int milliseconds)
{
    int64_t end = watch_steady_ms() + milliseconds;
    while (!holds()) {
        if (watch_steady_ms() >= end) {
            return false;
        }
        watch_sleep(1);
    }
    return true;
}

bool
watch_one_ticker(void)
{
    return watch_tickers() == 1 && gn_clock_report().running;
}

bool
watch_no_ticker(void)
{
    return watch_tickers() == 0;
}

bool
watch_published(void)
{
    static gn_reader reader;
    gn_clock_read(&reader);
    return atomic_load(&gn_clock_word) == gn_word_of(watch_precise_second());
}
