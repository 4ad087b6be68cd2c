#define _GNU_SOURCE /* MAP_ANONYMOUS */
#include "guard.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if defined(_WIN32)
#include <windows.h>
#else
#include <sys/mman.h>
#include <unistd.h>
#endif

static char *room; /* GUARD_ROOM bytes, made on first use, never freed */

#if defined(_WIN32)

static void
open_room(void)
{
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    size_t page = system.dwPageSize;
    char *map = VirtualAlloc(NULL, page + GUARD_ROOM + page, MEM_RESERVE,
                             PAGE_NOACCESS);
    if (map == NULL || VirtualAlloc(map + page, GUARD_ROOM, MEM_COMMIT,
                                    PAGE_READWRITE) == NULL) {
        fprintf(stderr, "guard pages: error %lu\n", GetLastError());
        abort();
    }
    room = map + page;
}

#else

static void
open_room(void)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *map = mmap(NULL, page + GUARD_ROOM + page, PROT_NONE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (map == MAP_FAILED ||
        mprotect(map + page, GUARD_ROOM, PROT_READ | PROT_WRITE) != 0) {
        perror("guard pages");
        abort();
    }
    room = map + page;
}

#endif

char *
guard_at(guard_place place, size_t size)
{
    if (room == NULL) {
        open_room();
    }
    if (size > GUARD_ROOM) {
        fprintf(stderr, "guard: no room for %zu bytes\n", size);
        abort();
    }
    return place == GUARD_HEAD ? room : room + GUARD_ROOM - size;
}

gn_span
guard_copy(guard_place place, gn_span text)
{
    char *copy = guard_at(place, text.size);
    if (text.size != 0) { /* no text at all may have no address */
        memcpy(copy, text.data, text.size);
    }
    return (gn_span){copy, text.size};
}
