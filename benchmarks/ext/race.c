/* Threads that set off together and call one function many times, from C: a
 * loop of Python would count references to the function, which is shared, and
 * measure the interpreter's contention instead of the function's.
 *
 *     race.open(threads)                    before they set off
 *     race.run(function, arguments, calls)  in each: what it took, see below
 */
#define _GNU_SOURCE /* RUSAGE_THREAD, beside -std=c11 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

static atomic_int missing; /* threads that have yet to arrive */

static PyObject *
open_gate(PyObject *Py_UNUSED(module), PyObject *threads)
{
    long count = PyLong_AsLong(threads);
    if (count == -1 && PyErr_Occurred()) {
        return NULL;
    }
    atomic_store(&missing, (int)count);
    Py_RETURN_NONE;
}

/* Spins: to be woken would take longer than the race. */
static void
wait_for_all(void)
{
    atomic_fetch_sub(&missing, 1);
    Py_BEGIN_ALLOW_THREADS while (atomic_load(&missing) > 0)
    {
    }
    Py_END_ALLOW_THREADS
}

static long long
now(void)
{
    struct timespec t;
    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

/* How often the kernel took the processor away from this thread. */
static long
preemptions(void)
{
#if defined(RUSAGE_THREAD)
    struct rusage usage;
    (void)getrusage(RUSAGE_THREAD, &usage);
    return usage.ru_nivcsw;
#else
    return 0;
#endif
}

static int
call_often(PyObject *function, PyObject *arguments, long calls)
{
    PyObject **values = &PyTuple_GET_ITEM(arguments, 0);
    size_t count = (size_t)PyTuple_GET_SIZE(arguments);
    for (long i = 0; i < calls; i++) {
        PyObject *result = PyObject_Vectorcall(function, values, count, NULL);
        if (result == NULL) {
            return -1;
        }
        Py_DECREF(result);
    }
    return 0;
}

/* (start, end, preemptions): nanoseconds of a clock that all threads read. */
static PyObject *
run(PyObject *Py_UNUSED(module), PyObject *args)
{
    PyObject *function, *arguments;
    long calls;
    if (!PyArg_ParseTuple(args, "OO!l", &function, &PyTuple_Type, &arguments,
                          &calls)) {
        return NULL;
    }
    if (call_often(function, arguments, calls / 4) < 0) { /* warm */
        return NULL;
    }
    wait_for_all();
    long before = preemptions();
    long long start = now();
    int failed = call_often(function, arguments, calls);
    long long end = now();
    if (failed) {
        return NULL;
    }
    return Py_BuildValue("(LLl)", start, end, preemptions() - before);
}

static PyMethodDef methods[] = {
    {"open", open_gate, METH_O, NULL},
    {"run", run, METH_VARARGS, NULL},
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
    .m_name = "race",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC
PyInit_race(void)
{
    return PyModuleDef_Init(&definition);
}
