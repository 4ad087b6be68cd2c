/* Times every single call of a function, from C, while seconds turn.
 *
 *     stopwatch.watch(read, turns) -> dict
 *
 * Until so many seconds have turned; nothing interrupts it, so let that be
 * few.
 *
 * One reading of the wall clock a call: what lies between two readings is a
 * call and a reading. Each goes into one of two histograms, that of the turns
 * (see BEFORE and AFTER) or that of the rest. A slow one is also looked into:
 * whether the kernel took the processor away meanwhile, which getrusage tells.
 */
#define _GNU_SOURCE /* RUSAGE_THREAD, beside -std=c11 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>
#include <sys/resource.h>
#include <time.h>

#define SECOND 1000000000LL
/* What is counted as the turn of a second, in nanoseconds around it: the
 * ticker may be some milliseconds late, the kernel's coarse clock a tick. */
#define BEFORE 1000000LL
#define AFTER 10000000LL
/* A call that takes longer is looked into: below it no scheduling fits. */
#define SLOW 1000

/* Sun, 06 Nov 1994 08:49:37 GMT */
enum { DATE_SIZE = 29, LAST_DIGIT = 24 };

/* Classes of duration: each doubling is divided in eight. */
enum { PER_DOUBLING = 8, CLASSES = 40 * PER_DOUBLING, MOST_SLOW = 20000 };

typedef struct {
    uint32_t offset; /* nanoseconds after the turn of its second */
    uint32_t nanos;
    bool switched; /* the thread lost the processor in between */
    bool first;    /* it showed another second than the one before */
} slow_call;

typedef struct {
    uint64_t turn[CLASSES];
    uint64_t rest[CLASSES];
    slow_call slow[MOST_SLOW];
    int slow_count;
    int64_t slow_lost; /* more than there is room for */
    long switches;
} record;

static int64_t
wall(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_REALTIME, &t);
    return t.tv_sec * SECOND + t.tv_nsec;
}

/* How often this thread lost or gave away the processor. */
static long
count_switches(void)
{
#if defined(RUSAGE_THREAD)
    struct rusage usage;
    (void)getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw + usage.ru_nvcsw;
#else
    return 0;
#endif
}

static int
class_of(uint64_t nanos)
{
    int doubling = 0;
    uint64_t rest = nanos;
    while (rest >= 2 * PER_DOUBLING) {
        rest >>= 1;
        doubling++;
    }
    int class = doubling * PER_DOUBLING + (int)rest;
    return class < CLASSES ? class : CLASSES - 1;
}

/* The shortest duration of a class. */
static uint64_t
class_start(int class)
{
    if (class < 2 * PER_DOUBLING) {
        return (uint64_t)class;
    }
    int doubling = class / PER_DOUBLING - 1;
    return (uint64_t)(class - doubling * PER_DOUBLING) << doubling;
}

static bool
is_turn(int64_t start, int64_t end)
{
    return start % SECOND < AFTER || end % SECOND < AFTER ||
           end % SECOND >= SECOND - BEFORE;
}

/* Returns whether it asked the kernel, so that the clock is to be read anew.
 */
static bool
note(record *r, int64_t start, int64_t end, bool first)
{
    int64_t nanos = end - start;
    int class = class_of(nanos > 0 ? (uint64_t)nanos : 0);
    (is_turn(start, end) ? r->turn : r->rest)[class]++;
    if (nanos < SLOW && !first) {
        return false;
    }
    long switches = count_switches();
    if (r->slow_count < MOST_SLOW) {
        r->slow[r->slow_count++] = (slow_call){
            .offset = (uint32_t)(start % SECOND),
            .nanos = nanos > UINT32_MAX ? UINT32_MAX : (uint32_t)nanos,
            .switched = switches != r->switches,
            .first = first,
        };
    }
    else {
        r->slow_lost++;
    }
    r->switches = switches;
    return true;
}

/* The last digit of the seconds of an HTTP date that is let go of, as a server
 * lets go of it; -1 with an error set. */
static int
last_digit(PyObject *date)
{
    if (date == NULL || !PyUnicode_Check(date) ||
        PyUnicode_GET_LENGTH(date) != DATE_SIZE) {
        Py_XDECREF(date);
        if (!PyErr_Occurred()) {
            PyErr_SetString(PyExc_TypeError, "read() returns no HTTP date");
        }
        return -1;
    }
    int digit = (int)PyUnicode_READ_CHAR(date, LAST_DIGIT);
    Py_DECREF(date);
    return digit;
}

static int
watch_calls(PyObject *read, int64_t turns, record *r)
{
    int64_t start = wall();
    /* A turn counts with what follows it. */
    int64_t last = (start / SECOND + turns) * SECOND + AFTER;
    int shown = last_digit(PyObject_CallNoArgs(read));
    while (shown >= 0 && start < last) {
        PyObject *date = PyObject_CallNoArgs(read);
        int64_t end = wall();
        int next = last_digit(date);
        if (next < 0) {
            break;
        }
        if (note(r, start, end, next != shown)) {
            end = wall();
        }
        shown = next;
        start = end;
    }
    return PyErr_Occurred() ? -1 : 0;
}

static PyObject *
counts_list(const uint64_t *counts)
{
    PyObject *list = PyList_New(0);
    for (int i = 0; list != NULL && i < CLASSES; i++) {
        if (counts[i] == 0) {
            continue;
        }
        PyObject *pair = Py_BuildValue("(KK)", (long long)class_start(i),
                                       (long long)counts[i]);
        if (pair == NULL || PyList_Append(list, pair) < 0) {
            Py_CLEAR(list);
        }
        Py_XDECREF(pair);
    }
    return list;
}

static PyObject *
slow_list(const record *r)
{
    PyObject *list = PyList_New(r->slow_count);
    for (int i = 0; list != NULL && i < r->slow_count; i++) {
        slow_call s = r->slow[i];
        PyObject *item =
            Py_BuildValue("(IIii)", s.offset, s.nanos, s.switched, s.first);
        if (item == NULL) {
            Py_CLEAR(list);
            break;
        }
        PyList_SET_ITEM(list, i, item);
    }
    return list;
}

static PyObject *
watch(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *read;
    long long turns;
    if (!PyArg_ParseTuple(args, "OL", &read, &turns)) {
        return NULL;
    }
    record *r = PyMem_RawCalloc(1, sizeof *r);
    if (r == NULL) {
        return PyErr_NoMemory();
    }
    r->switches = count_switches();
    PyObject *result = NULL;
    if (watch_calls(read, turns, r) == 0) {
        PyObject *turn = counts_list(r->turn);
        PyObject *rest = counts_list(r->rest);
        PyObject *slow = slow_list(r);
        if (turn != NULL && rest != NULL && slow != NULL) {
            result =
                Py_BuildValue("{sOsOsOsL}", "turn", turn, "rest", rest, "slow",
                              slow, "lost", (long long)r->slow_lost);
        }
        Py_XDECREF(turn);
        Py_XDECREF(rest);
        Py_XDECREF(slow);
    }
    PyMem_RawFree(r);
    return result;
}

static PyMethodDef methods[] = {
    {"watch", watch, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#if defined(Py_mod_gil)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stopwatch",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_stopwatch(void)
{
    return PyModuleDef_Init(&definition);
}
