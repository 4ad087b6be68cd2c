/* clock.c: what is done under the lock. Each call that ends the ticker asserts
 * before it gives up the lock that there is none; g_... keeps it so until the
 * counterpart has the lock.
 */
/* What a process needs to call what stands below; reset after use. */
#define LOCALS byte f, at, mine, m; bool ok, need

inline lock_enter()
{
    atomic { !locked -> locked = true }
}

inline settle()
{
    mode = ((stopped || forking != 0 || frozen != 0) -> HELD : READY)
}

inline thread_start()
{
    atomic {
        if
        :: fails > 0 -> fails--; ok = false
        :: true ->
#if TICKERS > 1
            thread = (alive[0] -> 1 : 0);
#endif
            assert(NO_TICKER && !alive[thread] && !g_unjoined);
            assert(WANTED);
            detached[thread] = false;
            born[thread] = mine;
            alive[thread] = true;
            g_unjoined = true;
            ok = true
        fi
    };
    has_thread = ok
}

inline thread_join()
{
    atomic {
        assert(g_unjoined);
#ifndef BUG_NO_JOIN
        !alive[thread];
#endif
        g_unjoined = false
    }
}

inline thread_abandon()
{
    atomic {
        detached[thread] = alive[thread];
        g_unjoined = false;
        g_woken = false
    }
}

inline end_ticker()
{
#ifdef BUG_PUBLISH_AFTER_STOP
    word = 0;
#endif
    if
    :: has_thread ->
#ifndef BUG_END_KEEPS_NUMBER
        number++;
#endif
#ifdef BUG_END_WITHOUT_WAKE
        ok = true;
#else
        timer_wake();
#endif
        if
        :: ok -> thread_join()
        :: else -> thread_abandon()
        fi;
        timer_close();
        has_thread = false
    :: else
    fi;
#if !defined(BUG_PUBLISH_AFTER_STOP) && !defined(BUG_WORD_OUTLIVES_STOP)
    word = 0;
#endif
    settle();
    ok = false
}

inline begin_word()
{
    at = wall;
    SHOW(at)
    atomic { word = at + 1; at = 0 }
}

inline start_ticker()
{
#ifndef BUG_START_WITHOUT_JOIN
    end_ticker();
#else
    settle();
#endif
    if
#ifdef BUG_START_WHILE_HELD
    :: true ->
#else
    :: mode == READY ->
#endif
        atomic { number++; mine = number };
        used = true;
        timer_open();
        if
        :: ok ->
#ifndef BUG_START_WITHOUT_WORD
            begin_word();
#endif
            mode = RUNNING;
            thread_start();
            if
            :: ok
            :: else -> word = 0; timer_close()
            fi
        :: else
        fi;
        if
        :: ok
        :: else ->
            failed_at = coarse;
#ifndef BUG_FAILED_RUNS
            mode = FAILED
#endif
        fi;
        mine = 0;
        ok = false
    :: else
    fi
}

inline start()
{
    atomic { !locked -> locked = true; g_stopped = false };
#ifndef BUG_START_STAYS_STOPPED
    stopped = false;
#endif
    if
    :: !has_thread || mode == LOST -> start_ticker()
    :: else
    fi;
    locked = false
}

inline stop()
{
    lock_enter();
    stopped = true;
    end_ticker();
    atomic { assert(ENDED); g_stopped = true; locked = false }
}

inline kill_ticker()
{
    killed = true;
    lock_enter();
    if
    :: has_thread -> timer_wake(); ok = false
    :: else
    fi;
    locked = false
}

inline fork_prepare()
{
    lock_enter();
#ifndef BUG_PREPARE_UNCOUNTED
    forking++;
#endif
    end_ticker();
    atomic { assert(ENDED); g_forking++; locked = false }
}

inline fork_parent()
{
    atomic { !locked -> locked = true; g_forking-- };
    if
    :: forking > 0 -> forking--
    :: else
    fi;
#ifndef BUG_PARENT_STAYS_HELD
    if
    :: !has_thread -> settle()
    :: else
    fi;
#endif
    locked = false
}

/* The latest freeze is the moment itself. */
inline show_frozen()
{
    frozen_micros = frozen
}

/* In the child, where nobody else is. */
inline forked()
{
    if
    :: watches_fork ->
#ifndef BUG_FORKED_KEEPS_LOCK
        locked = false;
#endif
        timer_close();
#ifndef BUG_FORKED_KEEPS_THREAD
        has_thread = false;
#endif
#ifndef BUG_FORKED_KEEPS_COUNT
        forking = 0;
#endif
#ifndef BUG_FORKED_KEEPS_WORD
        word = 0;
#endif
#ifndef BUG_FORKED_KEEPS_SIGHT
        show_frozen();
#endif
#ifndef BUG_FORKED_KEEPS_MODE
        settle()
#endif
    :: else
    fi
}

inline freeze(it)
{
    lock_enter();
    below[it] = frozen;
    frozen = it;
#ifndef BUG_FREEZE_BESIDE_TICKER
    end_ticker();
#endif
    show_frozen();
    atomic { assert(ENDED); g_frozen++; locked = false }
}

inline thaw(it)
{
    atomic { !locked -> locked = true; g_frozen-- };
    if
#ifndef BUG_THAW_THE_LATEST
    :: frozen != it -> below[frozen] = below[it]
#endif
    :: else -> frozen = below[it]
    fi;
    atomic { below[it] = 0; show_frozen() };
#ifndef BUG_THAW_STAYS_HELD
    if
    :: !has_thread -> settle()
    :: else
    fi;
#endif
    locked = false
}
