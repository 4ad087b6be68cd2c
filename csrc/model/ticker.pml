/* ticker.c. A thread that is not alive waits to be started: proctypes that
 * come and go would only cost states.
 */
#if defined(SCENE_FORK) || defined(SCENE_C_FORK)
/* In a forked child this process is gone, wherever it was. */
bool g_gone[TICKERS + READERS + 2];
bool g_done[TICKERS + READERS + 2]; /* it came to its end before */
#define UNLESS_GONE(me, forget) \
    unless { \
        atomic { \
            g_gone[me] -> \
            g_gone[me] = false; \
            forget \
        } \
    }
#define DONE(me) g_done[me] = true
#else
#define UNLESS_GONE(me, forget)
#define DONE(me) skip
#endif

/* Sets ok. */
inline is_parked()
{
    ok = (number == my);
    if
    :: ok -> ok = (mode == PARKED)
    :: else
    fi
}

inline park()
{
    word = 0;
    atomic {
        ok = (mode == RUNNING);
        if
        :: ok -> mode = PARKED
        :: else
        fi
    };
    if
    :: ok ->
        is_parked();
        do
        :: ok ->
#ifdef BUG_LOOK_BEFORE_DISARM
            timer_disarm();
            ok = true;
#else
            timer_disarm();
            is_parked();
#endif
            if
            :: ok -> TIMER_WAIT(end_parked)
            :: else
            fi;
            is_parked()
        :: else -> break
        od
    :: else
    fi;
    atomic { ok = false; g_woken = false }
}

#if defined(BUG_ABANDONED_PUBLISHES) || defined(BUG_PUBLISH_AFTER_STOP)
#define BUG_PUBLISH_ALWAYS
#endif

/* Only a word that is there is replaced; and who ends the ticker waits for it
 * or takes the word away. */
inline publish()
{
    old = word;
    if
#ifndef BUG_PUBLISH_ALWAYS
    :: old == 0
    :: old != 0 && number != my
#endif
    :: else ->
        SHOW(now)
        atomic {
            if
#ifndef BUG_PUBLISH_ALWAYS
            :: word != old
#endif
            :: else -> assert(WANTED); word = now + 1
            fi
        }
    fi;
    atomic {
        old = 0;
        assert(word != 0 || number != my || THEFTS > 0)
    }
}

#define END_OF_TICKER \
    alive[me] = false; \
    detached[me] = false; \
    my = 0; \
    f = 0; \
    now = 0; \
    unread = 0; \
    old = 0; \
    lost = 0; \
    ok = false

proctype Ticker(byte me)
{
    byte my, f, now, unread, old, lost;
    bool ok;

end_none:
    {
        atomic {
            alive[me];
            my = born[me];
            now = wall
        };
        publish();
        do
        :: true ->
#ifdef BUG_LOOK_BEFORE_ARM
            if
            :: number != my -> break
            :: else
            fi;
            timer_arm(now + 1);
#else
            timer_arm(now + 1);
            if
            :: number != my -> break
            :: else
            fi;
#endif
            TIMER_WAIT(end_armed);
            if
            :: number != my -> break
            :: else
            fi;
            atomic {
                ok = killed;
                killed = false
            };
            if
            :: ok ->
                atomic {
                    ok = false;
#ifndef BUG_LOST_RUNS
                    if
                    :: mode == RUNNING -> mode = LOST
                    :: else
                    fi
#endif
                };
                break
            :: else
            fi;
            if
            :: wall == now /* woken early */
            :: atomic { wall != now -> now = wall };
                atomic {
                    unread = (used -> 0 : unread + 1);
                    used = false
                };
                if
                :: unread >= PARK_AFTER ->
                    park();
                    atomic { unread = 0; now = wall }
                :: else
                fi
            fi;
            publish()
        od;
        atomic { END_OF_TICKER }
    } UNLESS_GONE(me, END_OF_TICKER);
    goto end_none
}
