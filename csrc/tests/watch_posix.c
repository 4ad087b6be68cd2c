/* What watches the clock on POSIX systems. */
#define _GNU_SOURCE /* CLOCK_REALTIME_COARSE */
#include "watch.h"

#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

#if defined(CHECK_COVERAGE)
#include <gcov.h>
#endif

enum { HANGS_AFTER = 120, CHILD_HANGS_AFTER = 40 }; /* seconds */

int64_t
watch_coarse_second(void)
{
    struct timespec now;
#if defined(CLOCK_REALTIME_COARSE)
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now.tv_sec;
#else
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_nsec < 10000000 ? now.tv_sec - 1 : now.tv_sec;
#endif
}

int64_t
watch_precise_second(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec;
}

int64_t
watch_steady_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#if defined(__linux__)

/* Entries of a directory of /proc, all or those whose comm is the name. */
static int
count_entries(const char *directory, const char *name)
{
    int count = 0;
    DIR *entries = opendir(directory);
    if (entries == NULL) {
        return -1;
    }
    for (struct dirent *e; (e = readdir(entries)) != NULL;) {
        if (e->d_name[0] == '.') {
            continue;
        }
        if (name == NULL) {
            count++;
            continue;
        }
        char path[300];
        char comm[32] = "";
        snprintf(path, sizeof path, "%s/%s/comm", directory, e->d_name);
        FILE *file = fopen(path, "r");
        if (file == NULL) {
            continue; /* it ended meanwhile */
        }
        if (fgets(comm, sizeof comm, file) != NULL) {
            comm[strcspn(comm, "\n")] = '\0';
            count += strcmp(comm, name) == 0;
        }
        fclose(file);
    }
    closedir(entries);
    return count;
}

int
watch_tickers(void)
{
    return count_entries("/proc/self/task", "gnomon-clock");
}

int
watch_threads(void)
{
    return count_entries("/proc/self/task", NULL);
}

int
watch_files(void)
{
    return count_entries("/proc/self/fd", NULL) - 1; /* the directory's own */
}

#else

int
watch_tickers(void)
{
    return gn_clock_report().running;
}

int
watch_threads(void)
{
    return 0;
}

int
watch_files(void)
{
    return 0;
}

#endif

void
watch_sleep(int milliseconds)
{
    struct timespec time = {milliseconds / 1000,
                            milliseconds % 1000 * 1000000};
    nanosleep(&time, NULL);
}

int
watch_start_child(void (*body)(void))
{
    fflush(stdout);
    pid_t child = fork();
    if (child < 0) {
        perror("fork");
    }
    if (child == 0) {
        alarm(CHILD_HANGS_AFTER); /* before the parent's */
        check_total = (check_counts){0};
        body();
        fflush(stdout);
#if defined(CHECK_COVERAGE)
        __gcov_dump(); /* _exit would lose what the child ran */
#endif
        _exit(check_total.failed != 0);
    }
    return child;
}

int
watch_end_child(int child)
{
    int status;
    return child > 0 && waitpid(child, &status, 0) == child ? status : -1;
}

int
watch_in_child(void (*body)(void))
{
    return watch_end_child(watch_start_child(body));
}

void
watch_hangs(void)
{
    alarm(HANGS_AFTER);
}
