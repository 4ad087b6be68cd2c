/* Scenes with forks. SCENE_FORK: two threads fork, and tell the clock.
 * SCENE_C_FORK: one forks and does not, while the other is anywhere in its
 * calls. The model then goes on as the child, which has that one thread.
 */
#if defined(SCENE_FORK) || defined(SCENE_C_FORK)
#define CONTROLLERS 2
#define GONE_ID(me) (TICKERS + READERS + me)

bool g_child;

inline fork_into_child(me)
{
    atomic {
        n = 0;
        do
        :: n < TICKERS + READERS + CONTROLLERS ->
            g_gone[n] = (n != GONE_ID(me) && !g_done[n]);
            n++
        :: else -> n = 0; break
        od;
        alive[0] = false;
        g_unjoined = false;
        g_woken = false;
        g_forking = 0;
        g_busy = 1;
#if READERS > 0
        g_seen_moods[1] = 0;
        g_seen_seconds[1] = 0
#endif
        do
        :: n < TICKERS + READERS + CONTROLLERS -> !g_gone[n]; n++
        :: else -> n = 0; break
        od
    }
}

/* What the child has is what the state says, and it can go on from there. */
inline live_as_child()
{
    forked();
    atomic {
        if
        :: watches_fork -> assert(ENDED)
        :: else
        fi;
        g_moods = (frozen == 0 -> ANYTIME : 1 << frozen);
        note()
    };
    read(0);
    assert(stopped || frozen != 0 || AT_WORK);
    start();
    assert(frozen != 0 || AT_WORK);
    stop()
}

proctype Controller(byte me)
{
    LOCALS;
    READ_LOCALS;
    byte n;
    {
#ifdef SCENE_FORK
        fork_prepare();
        start(); /* not before the fork is over */
        if
        :: fork_parent()
        :: fork_into_child(me); live_as_child(); g_child = true
        fi;
#else
        if
        :: me == 0 -> fork_into_child(me); live_as_child()
        :: else ->
#ifdef FREEZES
            mood(ANYTIME | 2);
            freeze(1);
            mood(2);
            mood(ANYTIME | 2);
            thaw(1);
            mood(ANYTIME)
#else
            stop();
            start()
#endif
        fi;
#endif
        atomic { g_busy--; DONE(GONE_ID(me)) }
    } UNLESS_GONE(GONE_ID(me), END_OF_READS; n = 0)
}
#endif
