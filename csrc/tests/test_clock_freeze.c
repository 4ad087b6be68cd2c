/* Frozen moments: the latest that is still frozen rules, in any order. */
#include "check.h"
#include "watch.h"

static gn_reader reader;

static bool
reads(gn_time moment)
{
    const uint64_t date = (UINT64_C(1) << GN_WORD_BITS) - 1; /* no guard */
    gn_time now = gn_clock_now();
    gn_reader fresh = {0};
    return gn_clock_read(&reader) == gn_clock_read(&fresh) &&
           ((gn_clock_read(&reader) ^ gn_word_of(moment.seconds)) & date) ==
               0 &&
           now.seconds == moment.seconds && now.nanos == moment.nanos &&
           gn_clock_now_coarse() == moment.seconds && gn_clock_report().frozen;
}

static void
test_thawed(void)
{
    CHECK(!gn_clock_report().frozen);
    CHECK_INT(watch_reads(20), 0);
    CHECK(gn_clock_now_coarse() >= time(NULL) - 1);
}

static void
test_moments(void)
{
    static const gn_time MOMENTS[] = {
        {784111777, 0},           {784111777, 123456000}, {0, 0},
        {-1, 999999000},          {GN_UNIX_MIN, 0},       {GN_UNIX_MIN, 1000},
        {GN_UNIX_MAX, 999999000}, {GN_UNIX_YEAR_1, 1000},
    };
    for (size_t i = 0; i < sizeof MOMENTS / sizeof *MOMENTS; i++) {
        gn_freeze freeze = {.moment = MOMENTS[i]};
        gn_clock_freeze(&freeze);
        CHECK(reads(MOMENTS[i]));
        CHECK(reads(MOMENTS[i]));
        gn_clock_thaw(&freeze);
        test_thawed();
    }
}

/* Seconds pass, and this one stays. */
static void
test_stays(void)
{
    gn_freeze freeze = {.moment = {time(NULL), 500000000}};
    CHECK(watch_until(watch_published, 3000));
    gn_clock_freeze(&freeze);
    for (int i = 0; i < 13; i++) {
        CHECK(reads(freeze.moment));
        watch_sleep(100);
    }
    gn_clock_thaw(&freeze);
    test_thawed();
}

static void
test_nesting(void)
{
    gn_freeze a = {.moment = {784111777, 1000}};
    gn_freeze b = {.moment = {951782400, 2000}};
    gn_clock_freeze(&a);
    gn_clock_freeze(&b);
    CHECK(reads(b.moment));
    gn_clock_thaw(&b);
    CHECK(reads(a.moment));
    gn_clock_freeze(&b);
    CHECK(reads(b.moment));
    gn_clock_thaw(&b);
    gn_clock_thaw(&a);
    test_thawed();
}

/* Every order in which three can be thawed. */
static void
test_thaw_in_any_order(void)
{
    static const int ORDERS[][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                    {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; i++) {
        gn_freeze freezes[3] = {{.moment = {100, 1000}},
                                {.moment = {200, 2000}},
                                {.moment = {300, 3000}}};
        bool frozen[3] = {true, true, true};
        for (int j = 0; j < 3; j++) {
            gn_clock_freeze(&freezes[j]);
        }
        for (int j = 0; j < 3; j++) {
            gn_clock_thaw(&freezes[ORDERS[i][j]]);
            frozen[ORDERS[i][j]] = false;
            for (int latest = 2; latest >= 0; latest--) {
                if (frozen[latest]) {
                    CHECK(reads(freezes[latest].moment));
                    break;
                }
            }
        }
        test_thawed();
    }
}

/* Frozen or not, a stopped clock stays stopped, and the other way round. */
static void
test_stopped(void)
{
    gn_freeze freeze = {.moment = {784111777, 0}};
    gn_clock_stop();
    gn_clock_freeze(&freeze);
    CHECK(reads(freeze.moment));
    gn_clock_thaw(&freeze);
    test_thawed();
    CHECK_INT(watch_tickers(), 0);

    gn_clock_freeze(&freeze);
    gn_clock_start();
    CHECK(reads(freeze.moment));
    gn_clock_stop();
    CHECK(reads(freeze.moment));
    gn_clock_start();
    gn_clock_thaw(&freeze);
    test_thawed();
    CHECK(watch_until(watch_published, 3000));
    CHECK(watch_until(watch_one_ticker, 1000));
}

int
main(void)
{
    watch_hangs();
    gn_clock_attach();
    test_moments();
    test_stays();
    test_nesting();
    test_thaw_in_any_order();
    test_stopped();
    gn_clock_detach();
    CHECK(watch_until(watch_no_ticker, 1000));
    return check_report();
}
