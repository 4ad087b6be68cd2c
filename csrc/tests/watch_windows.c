/* What watches the clock on Windows. */
#define _WIN32_WINNT 0x0602 /* Windows 8: the precise wall clock */
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#include <tlhelp32.h>

#include "watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

enum { HANGS_AFTER = 120 }; /* seconds */
enum { HANDLES_SEEN = 0x4000 };

static int64_t
second_of(FILETIME time)
{
    uint64_t units = (uint64_t)time.dwHighDateTime << 32 | time.dwLowDateTime;
    return (int64_t)(units / 10000000) - INT64_C(11644473600);
}

int64_t
watch_coarse_second(void)
{
    FILETIME now;
    GetSystemTimeAsFileTime(&now);
    return second_of(now);
}

int64_t
watch_precise_second(void)
{
    FILETIME now;
    GetSystemTimePreciseAsFileTime(&now);
    return second_of(now);
}

int64_t
watch_steady_ms(void)
{
    return (int64_t)GetTickCount64();
}

typedef HRESULT(WINAPI *describe)(HANDLE thread, PWSTR *description);

static bool
is_ticker(DWORD id)
{
    /* Not in every header. */
    describe get_description = (describe)(void (*)(void))GetProcAddress(
        GetModuleHandleW(L"KernelBase.dll"), "GetThreadDescription");
    HANDLE thread = OpenThread(THREAD_QUERY_LIMITED_INFORMATION, FALSE, id);
    if (thread == NULL) {
        return false; /* it ended meanwhile */
    }
    bool is = false;
    wchar_t *name;
    if (SUCCEEDED(get_description(thread, &name))) {
        is = wcscmp(name, L"gnomon-clock") == 0;
        LocalFree(name);
    }
    CloseHandle(thread);
    return is;
}

int
watch_tickers(void)
{
    HANDLE threads = CreateToolhelp32Snapshot(TH32CS_SNAPTHREAD, 0);
    if (threads == INVALID_HANDLE_VALUE) {
        return -1;
    }
    int count = 0;
    THREADENTRY32 entry = {.dwSize = sizeof entry};
    for (BOOL more = Thread32First(threads, &entry); more;
         more = Thread32Next(threads, &entry)) {
        count += entry.th32OwnerProcessID == GetCurrentProcessId() &&
                 is_ticker(entry.th32ThreadID);
    }
    CloseHandle(threads);
    return count;
}

/* One by one: GetProcessHandleCount is always 0 under Wine. Handles are
 * multiples of four. */
int
watch_files(void)
{
    int count = 0;
    for (uintptr_t number = 4; number <= HANDLES_SEEN; number += 4) {
        DWORD ignored;
        count += GetHandleInformation((HANDLE)number, &ignored) != 0;
    }
    return count;
}

void
watch_sleep(int milliseconds)
{
    Sleep((DWORD)milliseconds);
}

/* What the child would have run. */
static void (*postponed)(void);

int
watch_start_child(void (*body)(void))
{
    postponed = body;
    return 0;
}

int
watch_end_child(int child)
{
    postponed();
    return child; /* the checks have counted themselves */
}

int
watch_in_child(void (*body)(void))
{
    return watch_end_child(watch_start_child(body));
}

static DWORD WINAPI
run_alarm(void *unused)
{
    (void)unused;
    Sleep(HANGS_AFTER * 1000);
    printf("hangs after %d seconds\n", HANGS_AFTER);
    fflush(stdout);
    _Exit(EXIT_FAILURE);
}

void
watch_hangs(void)
{
    HANDLE thread = CreateThread(NULL, 0, run_alarm, NULL, 0, NULL);
    if (thread == NULL) {
        abort();
    }
    CloseHandle(thread);
}
