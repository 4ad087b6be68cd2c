/* Wall clock, lock, thread and timer on Windows; there is no fork. Tested
 * under Wine (`make -C csrc/tests check-windows`), not yet on Windows itself.
 */
#define _WIN32_WINNT 0x0602 /* Windows 8: the precise wall clock */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "platform.h"
#include "turn.h"

#include "clock_state.h"

#define NANOS_PER_SECOND 1000000000
#define NANOS_PER_MS 1000000

/* FILETIME counts units of 100 ns since 1601. */
#define FILETIME_NANOS 100
#define FILETIME_PER_SECOND (NANOS_PER_SECOND / FILETIME_NANOS)
#define FILETIME_UNIX_EPOCH INT64_C(11644473600) /* seconds */

static gn_time
time_of(FILETIME filetime)
{
    uint64_t units =
        (uint64_t)filetime.dwHighDateTime << 32 | filetime.dwLowDateTime;
    return (gn_time){
        (int64_t)(units / FILETIME_PER_SECOND) - FILETIME_UNIX_EPOCH,
        (uint32_t)(units % FILETIME_PER_SECOND) * FILETIME_NANOS,
    };
}

GN_AT_TURN gn_time
gn_wall_now(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return time_of(now);
}

/* A load from the page that the kernel shares with every process; it moves
 * with each clock interrupt, 64 times a second unless somebody asks for more.
 */
int64_t
gn_wall_coarse(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return time_of(now).seconds;
}

/* The performance counter runs on through sleep. Interrupt time would do that
 * too, but moves with the clock interrupts: it lags by up to 16 ms, which the
 * ticker would take for a wall clock that was set. */
int64_t
gn_steady_now(void)
{
    LARGE_INTEGER frequency;
    LARGE_INTEGER counter;
    /* Neither can fail since Windows XP. */
    (void)QueryPerformanceFrequency(&frequency);
    (void)QueryPerformanceCounter(&counter);
    int64_t seconds = counter.QuadPart / frequency.QuadPart;
    int64_t rest = counter.QuadPart % frequency.QuadPart;
    /* Whole seconds apart, or the product overflows after 15 minutes. */
    return seconds * NANOS_PER_SECOND +
           rest * NANOS_PER_SECOND / frequency.QuadPart;
}

/* gn_lock is an SRWLOCK by another name, to keep windows.h out of
 * platform.h. */
_Static_assert(sizeof(gn_lock) == sizeof(SRWLOCK), "gn_lock is an SRWLOCK");

void
gn_lock_enter(gn_lock *lock)
{
    AcquireSRWLockExclusive((SRWLOCK *)lock);
}

bool
gn_lock_try(gn_lock *lock)
{
    return TryAcquireSRWLockExclusive((SRWLOCK *)lock) != 0;
}

void
gn_lock_leave(gn_lock *lock)
{
    ReleaseSRWLockExclusive((SRWLOCK *)lock);
}

/* Reserved, not committed, so that it costs addresses only; the libraries of
 * others, which are told of every new thread, run on it as well. */
#define STACK_SIZE (256 * 1024)

typedef HRESULT(WINAPI *describe)(HANDLE thread, PCWSTR description);

/* Courtesy, which Windows knows since 10.0.14393, and there only in this
 * library. */
static void
name_thread(void)
{
    HMODULE library = GetModuleHandleW(L"KernelBase.dll");
    if (library == NULL) {
        return;
    }
    describe set_description = (describe)(void (*)(void))GetProcAddress(
        library, "SetThreadDescription");
    if (set_description != NULL) {
        (void)set_description(GetCurrentThread(), L"gnomon-clock");
    }
}

static DWORD WINAPI
run_thread(void *number)
{
    name_thread();
    gn_ticker_run((unsigned)(uintptr_t)number);
    return 0;
}

bool
gn_thread_start(gn_thread *thread, unsigned number)
{
    /* Not _beginthreadex: the ticker needs nothing of the C library. */
    *thread =
        CreateThread(NULL, STACK_SIZE, run_thread, (void *)(uintptr_t)number,
                     STACK_SIZE_PARAM_IS_A_RESERVATION, NULL);
    return *thread != NULL;
}

/* Never from DllMain: a thread ends under the loader lock, which DllMain
 * holds, so that each would wait for the other. The extension gets here when
 * the interpreter frees the module. A process that ends without that has
 * killed the ticker before any DllMain runs, and nobody joins it. */
void
gn_thread_join(gn_thread thread)
{
    (void)WaitForSingleObject(thread, INFINITE);
    (void)CloseHandle(thread);
}

void
gn_thread_abandon(gn_thread thread)
{
    (void)CloseHandle(thread);
}

void
gn_fork_watch(void (*child)(void))
{
    (void)child;
}

/* The timer is an event that resets itself, waited for with a timeout. Both
 * the timeout and the coarse clock move with the clock interrupts: a tick is
 * as late as that clock, and until then the old second passes. */
static HANDLE event;
static bool armed; /* these two are the ticker's own */
static int64_t armed_second;

bool
gn_timer_open(void)
{
    event = CreateEventW(NULL, FALSE, FALSE, NULL);
    return event != NULL;
}

void
gn_timer_close(void)
{
    (void)CloseHandle(event);
}

void
gn_timer_arm(int64_t unix_second)
{
    armed = true;
    armed_second = unix_second;
}

void
gn_timer_disarm(void)
{
    armed = false;
}

/* Until the armed second, rounded up; a second at most, so that a clock that
 * was set is noticed. */
static DWORD
milliseconds_left(void)
{
    gn_time now = gn_wall_now();
    if (armed_second <= now.seconds) {
        return 0;
    }
    return (NANOS_PER_SECOND - now.nanos + NANOS_PER_MS - 1) / NANOS_PER_MS;
}

void
gn_timer_wait(void)
{
    /* An event that was set before the wait, however early, ends it. */
    (void)WaitForSingleObject(event, armed ? milliseconds_left() : INFINITE);
}

bool
gn_timer_wake(void)
{
    return SetEvent(event) != 0;
}

void
gn_timer_forget(void)
{
}
