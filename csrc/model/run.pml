/* How every scene begins, and what must hold in the end. */
#ifdef SCENE_FORK
#define IN_PARENT !g_child
#else
#define IN_PARENT true
#endif

/* When all is done, the next read can start a ticker, and nobody is stuck. */
#ifdef FINALE
proctype Finale()
{
    LOCALS;
    READ_LOCALS;
    byte reads;
end_finale:
    g_busy == 0 && IN_PARENT;
    read(0);
    do
    :: atomic { mode == FAILED && FAILED_LATELY };
        if
        :: !FAILED_LATELY
        :: failed_at + RETRY_SECONDS >= SECONDS -> break
        fi
    :: atomic { mode == LOST && word == coarse + 1 }; break
    :: atomic { (mode == LOST && word != coarse + 1) ||
                (mode == FAILED && !FAILED_LATELY) };
        reads++;
        assert(reads <= 2);
        read(0)
    :: atomic { mode != LOST && mode != FAILED -> assert(AT_WORK) }; break
    od;
#if defined(PROMPT) && THEFTS == 0
    timeout;
    assert(!g_woken)
#endif
}
#endif

#if defined(LIVE_ENDS) || defined(LIVE_WAKES)
/* So that time goes on where all are stuck: fairness is only looked at in
 * runs without end. */
active proctype Idle()
{
end_idle:
    do
    :: wall < SECONDS
    od
}
#endif

init
{
    atomic {
        run Clock();
        run Ticker(0);
#if TICKERS > 1
        run Ticker(1);
#endif
#if READERS > 0
        run Reader(1);
        g_busy++;
#endif
#if READERS > 1
        run Reader(2);
        g_busy++;
#endif
#if CONTROLLERS > 0
        run Controller(0);
        g_busy++;
#endif
#if CONTROLLERS > 1
        run Controller(1);
        g_busy++;
#endif
#if THEFTS > 0
        run Thief();
#endif
#ifdef FINALE
        run Finale()
#endif
    }
}

#ifdef LIVE_ENDS
ltl ends { <> [] (g_busy == 0) }
#endif
#ifdef LIVE_WAKES
ltl wakes { [] (g_woken -> <> !g_woken) }
#endif
