/* A program that has Python in it, starts it and ends it again and again:
 *
 *   embed HOME ROUNDS CODE
 *
 * After each end it prints how many tickers and files there are, which shall
 * be what there was before the first start.
 */
#include <Python.h>

#include <dirent.h>
#include <stdbool.h>

static bool
is_ticker(const char *task)
{
    char path[300];
    char name[32] = "";
    snprintf(path, sizeof path, "/proc/self/task/%s/comm", task);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return false; /* it has ended meanwhile */
    }
    bool read = fgets(name, sizeof name, file) != NULL;
    fclose(file);
    return read && strcmp(name, "gnomon-clock\n") == 0;
}

static bool
is_any(const char *name)
{
    return name[0] != '.';
}

static int
count_entries(const char *path, bool (*counts)(const char *name))
{
    int count = 0;
    DIR *directory = opendir(path);
    if (directory == NULL) {
        return -1;
    }
    for (struct dirent *entry; (entry = readdir(directory)) != NULL;) {
        count += counts(entry->d_name);
    }
    closedir(directory);
    return count;
}

static void
show_what_is_there(void)
{
    int tickers = count_entries("/proc/self/task", is_ticker);
    int files = count_entries("/proc/self/fd", is_any) - 1; /* its own */
    printf("%d tickers, %d files\n", tickers, files);
    fflush(stdout);
}

static void
must(PyStatus status)
{
    if (PyStatus_Exception(status)) {
        Py_ExitStatusException(status);
    }
}

static void
start_python(char *home)
{
    PyPreConfig before;
    PyPreConfig_InitIsolatedConfig(&before);
#if !defined(Py_GIL_DISABLED)
    before.allocator = PYMEM_ALLOCATOR_MALLOC; /* each block, for valgrind */
#endif
    must(Py_PreInitialize(&before));

    PyConfig config;
    PyConfig_InitIsolatedConfig(&config);
    config.site_import = 0;
    PyStatus status = PyConfig_SetBytesString(&config, &config.home, home);
    if (!PyStatus_Exception(status)) {
        status = Py_InitializeFromConfig(&config);
    }
    PyConfig_Clear(&config);
    must(status);
}

int
main(int argc, char **argv)
{
    if (argc != 4) {
        return 2;
    }
    show_what_is_there();
    for (int round = atoi(argv[2]); round > 0; round--) {
        start_python(argv[1]);
        if (PyRun_SimpleString(argv[3]) != 0 || Py_FinalizeEx() != 0) {
            return 1;
        }
        show_what_is_there();
    }
    return 0;
}
