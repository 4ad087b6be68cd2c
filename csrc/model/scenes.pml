/* Who does what at the same time. */
#define READ_LOCALS byte w, answer, last

#define END_OF_READS \
    f = 0; \
    at = 0; \
    mine = 0; \
    m = 0; \
    ok = false; \
    need = false; \
    w = 0; \
    answer = 0; \
    last = 0

#define AT_WORK \
    ((mode == RUNNING || mode == PARKED) && alive[thread] && \
     born[thread] == number)

#if READERS > 0
proctype Reader(byte me)
{
    LOCALS;
    READ_LOCALS;
    byte n = READS;
    {
        do
        :: n > 0 -> read(me); n--
        :: else -> break
        od;
        atomic { g_busy--; last = 0; DONE(TICKERS + me - 1) }
    } UNLESS_GONE(TICKERS + me - 1, END_OF_READS; n = 0)
}
#endif

#ifdef SCENE_READ
#define CONTROLLERS 1
proctype Controller(byte me)
{
    LOCALS;
    stop();
    start();
    g_busy--
}
#endif

#ifdef SCENE_THEFT
#define CONTROLLERS 1
proctype Controller(byte me)
{
    LOCALS;
    mood(ANYTIME | 2);
    freeze(1);
    mood(2);
    mood(2 | ANYTIME);
    thaw(1);
    mood(ANYTIME);
    g_busy--
}
#endif

#ifdef MONOTONE
#define CONTROLLERS 1
proctype Controller(byte me)
{
    LOCALS;
    READ_LOCALS;
    byte n = READS;
    do
    :: read(0);
        if
        :: n > 0 -> n--; stop()
        :: n > 0 -> n--; start()
        :: break
        fi
    od;
    g_busy--
}
#endif

#ifdef SCENE_PARK
#define CONTROLLERS 0
#endif

#ifdef SCENE_STOP
#define CONTROLLERS 2
proctype Controller(byte me)
{
    LOCALS;
    stop();
    start();
    if
    :: me == 0 -> stop(); start()
    :: else
    fi;
    g_busy--
}
#endif

#ifdef SCENE_KILL
#define CONTROLLERS 2
proctype Controller(byte me)
{
    LOCALS;
    if
    :: me == 0 -> kill_ticker()
    :: else -> stop(); start()
    fi;
    g_busy--
}
#endif

#ifdef SCENE_FREEZE
#define CONTROLLERS 1
proctype Controller(byte me)
{
    LOCALS;
    mood(ANYTIME | 2);
    freeze(1);
    mood(2);
    mood(2 | 4);
    freeze(2);
    mood(4);
    start(); /* not while it is frozen */
    if
    :: true ->
        thaw(1);
        mood(4 | ANYTIME);
        thaw(2)
    :: true ->
        mood(4 | 2);
        thaw(2);
        mood(2);
        mood(2 | ANYTIME);
        thaw(1)
    fi;
    mood(ANYTIME);
    g_busy--
}
#endif

/* Somebody has the lock and keeps it. */
#ifdef SCENE_LOCKED
#define CONTROLLERS 1
proctype Controller(byte me)
{
    lock_enter();
    g_busy--;
end_locked:
    false
}
#endif

#if THEFTS > 0
proctype Thief()
{
    byte n = THEFTS;
end_thief:
    do
    :: atomic { n > 0 && fd != 0 && !taken[fd] -> taken[fd] = true; n-- }
    od
}
#endif
