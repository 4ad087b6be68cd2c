/* The wall clock, and gn_clock_read with the property of every read: it
 * answers a second that one of the two clocks showed between its begin and its
 * end, unless a moment was frozen all the while; then that.
 */
#define MOMENT(it) (SECONDS - 1 + it)
#define ANYTIME 1 /* in moods; 1 << it for a freeze */

byte g_moods = ANYTIME;           /* what a read may answer now */
byte g_seen_moods[READERS + 1];   /* and could since this one began */
byte g_seen_seconds[READERS + 1]; /* a bit each */
byte steps = STEPS;

#define SECONDS_NOW ((1 << wall) | (1 << coarse))

inline note_for(i)
{
    g_seen_seconds[i] =
        (g_seen_moods[i] -> g_seen_seconds[i] | SECONDS_NOW : 0);
    g_seen_moods[i] = (g_seen_moods[i] -> g_seen_moods[i] | g_moods : 0)
}

/* In an atomic step with each change of a clock or a mood. */
inline note()
{
    note_for(0);
#if READERS > 0
    note_for(1);
#endif
#if READERS > 1
    note_for(2);
#endif
}

inline mood(bits)
{
    atomic { g_moods = bits; note() }
}

inline judge(me, answer)
{
    if
    :: answer < SECONDS ->
        assert(g_seen_moods[me] & ANYTIME);
        assert(g_seen_seconds[me] & (1 << answer))
    :: else -> assert(g_seen_moods[me] & (1 << (answer - MOMENT(0))))
    fi;
#ifdef MONOTONE
    assert(answer >= last); /* not behind the answer before */
    last = answer;
#endif
    g_seen_moods[me] = 0;
    g_seen_seconds[me] = 0
}

inline fire_for(i, was_set)
{
    fired[i] = fired[i] || (due[i] != 0 && (was_set || wall >= due[i]))
}

inline turn(was_set)
{
    fire_for(1, was_set);
#if TIMERS > 1
    fire_for(2, was_set);
    fire_for(3, was_set);
    fire_for(4, was_set);
#endif
    note()
}

/* That the date never goes back for a thread that reads, stops and starts is
 * meant for the long run: the ticker is on time, and no second turns in the
 * middle of a read. */
#ifdef MONOTONE
#define UNDISTURBED \
    (g_seen_moods[0] == 0 && (mode != RUNNING || word == wall + 1))
#else
#define UNDISTURBED true
#endif

/* Unless somebody set the clock, the coarse one is right or a turn behind. */
proctype Clock()
{
end_clock:
    do
    :: atomic {
        coarse == wall && wall + 1 < SECONDS && UNDISTURBED ->
        wall++;
        turn(false)
    }
    :: atomic { coarse != wall -> coarse = wall; note() }
    :: atomic {
        steps > 0 && coarse == wall ->
        steps--;
        if
        :: wall = 0
        :: wall > 0 -> wall--
        :: wall + 1 < SECONDS -> wall++
        fi;
        coarse = wall;
        turn(true)
    }
    od
}

#define FAILED_LATELY \
    (coarse >= failed_at && coarse < failed_at + RETRY_SECONDS)

/* Nobody waits for the lock here. */
inline rearm()
{
    if
    :: m == FAILED && FAILED_LATELY
    :: else ->
        if
#ifdef BUG_READ_WITHOUT_LOCK
        :: true ->
#else
        :: atomic { !locked -> locked = true } ->
#endif
            m = mode;
            if
            :: m == PARKED ->
#ifdef BUG_WAKE_BEFORE_MODE
                timer_wake();
#endif
#ifndef BUG_WAKE_WITHOUT_WORD
                begin_word();
#endif
                atomic { mode = RUNNING; g_woken = true };
#ifdef BUG_WAKE_BEFORE_MODE
                ok = true;
#else
                timer_wake();
#endif
                need = !ok
            :: else -> need = (m != RUNNING && m != HELD)
            fi;
            ok = false;
            if
            :: need -> start_ticker()
            :: else
            fi;
            need = false;
            locked = false
#ifndef BUG_READ_WAITS
        :: locked
#endif
        fi
    fi
}

#define GUARDS(second) ((w - 1) % GUARD == (second) % GUARD)

inline read(me)
{
    atomic {
        g_seen_moods[me] = g_moods;
        g_seen_seconds[me] = SECONDS_NOW;
        w = word
    };
    if
#ifdef BUG_NO_GUARD
    :: w != 0 ->
#else
    :: w != 0 && GUARDS(coarse) ->
#endif
        atomic { answer = w - 1; judge(me, answer) }
    :: else ->
        answer = frozen_micros;
        if
        :: answer != 0 -> atomic { answer = MOMENT(answer); judge(me, answer) }
        :: else ->
            m = mode;
            if
            :: m != RUNNING && m != HELD -> rearm()
            :: else
            fi;
            m = mode;
            if
            :: m != RUNNING ->
                answer = coarse;
#ifdef MONOTONE
#ifndef BUG_COARSE_AFTER_STOP
                m = (IS_AHEAD(answer) -> RUNNING : HELD)
#endif
#else
                if
                :: m = RUNNING
                :: m = HELD
                fi
#endif
            :: else
            fi;
            if
            :: m == RUNNING ->
                answer = wall;
#ifndef BUG_SHOWN_BY_TICKER
                SHOW_READ(answer)
#endif
            :: else
            fi;
            atomic {
                m = 0;
#ifdef BUG_SLOW_WITHOUT_GUARD
                answer = (w != 0 -> w - 1 : answer);
#else
                answer = (w != 0 && GUARDS(answer) -> w - 1 : answer);
#endif
                judge(me, answer)
            }
        fi
    fi;
    atomic { w = 0; answer = 0; used = true } /* gn_clock_touch */
}
