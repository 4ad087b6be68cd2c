/* timer_linux.c. A timer has a number while it is open: fd is that number. What
 * somebody else closed is `taken`: the calls fail on it (is_ours, or else the
 * call itself), but who polls it already still hears it fire. That its number
 * becomes another file's between two system calls is left out; so is a clock
 * of ours that is not the kernel's (distrust).
 */
#define NO_TICKER_FD 0
#define NO_TIMER_FD (TIMERS + 1)
byte fd = NO_TICKER_FD;
bool armed;
bool fired[TIMERS + 2];
byte due[TIMERS + 2]; /* the wall clock's second, 0 = not armed */
byte early = EARLY;

#if THEFTS > 0
bool taken[TIMERS + 2];
byte opened;
bool blind;
#define IS_OURS(f) (f != NO_TICKER_FD && f != NO_TIMER_FD && !taken[f])
#define IS_BLIND blind
#else
#define IS_OURS(f) (f == 1)
#define IS_BLIND false
#endif

/* timerfd_create: the number is f, or NO_TIMER_FD. */
inline make_timer()
{
    atomic {
#if THEFTS > 0
        if
        :: opened < TIMERS -> opened++; f = opened
        :: else -> f = NO_TIMER_FD
        fi
#else
        fired[1] = false;
        due[1] = 0;
        f = 1
#endif
    }
}

/* Sets ok. */
inline timer_open()
{
    make_timer();
    atomic {
        ok = (f != NO_TIMER_FD);
        fd = (ok -> f : NO_TICKER_FD);
        f = 0
    }
}

inline timer_close()
{
    fd = 0
}

/* timerfd_settime on the number that fd was: for a second, for never (0), or
 * at once (fire). Sets ok. */
inline set_timer(second, fire)
{
    f = fd;
    atomic {
        ok = IS_OURS(f);
        if
        :: ok ->
            due[f] = second;
            fired[f] = fire || (second != 0 && wall >= second)
        :: else
        fi;
        f = 0
    }
}

/* The ticker's way: a timer that somebody took is replaced. */
inline set_own_timer(second)
{
#if THEFTS > 0
    lost = fd;
    set_timer(second, false);
    if
    :: !ok && lost != NO_TICKER_FD && !IS_OURS(lost) ->
        make_timer();
        atomic { fd = (fd == lost -> f : fd) };
        set_timer(second, false)
    :: else
    fi;
    atomic { blind = !ok; lost = 0; ok = false }
#else
    atomic { set_timer(second, false); ok = false }
#endif
}

inline timer_arm(second)
{
    set_own_timer(second);
    armed = true
}

inline timer_disarm()
{
    set_own_timer(0);
    armed = false
}

/* Sets ok. */
inline timer_wake()
{
    TOGETHER {
        set_timer(0, true);
        ok = ok || fd == NO_TIMER_FD || IS_BLIND
    }
}

/* poll. The label makes it a place where the ticker may stay for ever: that
 * somebody waits for it in vain is seen where he waits. With PROMPT nothing
 * but the timer ends a wait, or the look would hide that a wake got lost. */
#ifdef PROMPT
#define PATIENCE false
#else
#define PATIENCE armed
#endif
#if THEFTS > 0
#define IS_NAP (f == NO_TICKER_FD || f == NO_TIMER_FD || IS_BLIND || taken[f])
#else
#define IS_NAP false
#endif
#define TIMER_WAIT(end_label) \
    f = fd; \
    f = (IS_NAP -> 0 : f); \
end_label: \
    if \
    :: f == 0 \
    :: f != 0 && fired[f] \
    :: f != 0 && PATIENCE \
    :: f != 0 && detached[me] \
    :: f != 0 && early > 0 -> early-- \
    fi; \
    f = 0
