/* The clock's controls, fork hooks and frozen moments for Python. */
#include <stdlib.h>
#include <string.h>

#include "module.h"

#include "../core/clock.h"
#include "../core/rfc3339.h"

static PyStructSequence_Field info_members[] = {
    {"running", "there is a ticker, parked or not"},
    {"parked", "it sleeps until the next read, for nobody read for a while"},
    {"frozen", "everybody reads a frozen moment"},
    {"ticks", "seconds that the ticker has published"},
    {"late_ns", "nanoseconds from the last turn of a second to its tick"},
    {"max_late_ns", "the most that any tick was late"},
    {"steps", "times that the wall clock was set"},
    {NULL, NULL},
};

PyDoc_STRVAR(info_doc,
"What the clock is doing, and how well: a named tuple.\n"
"\n"
"running: there is a ticker, parked or not; parked: it sleeps until the next\n"
"read; frozen: everybody reads a frozen moment. ticks: seconds that it has\n"
"published; late_ns, max_late_ns: nanoseconds from the turn of a second to its\n"
"tick, of the last one and of the worst; steps: times that somebody set the\n"
"wall clock.\n"
"\n"
">>> isinstance(gnomon.clock.info(), gnomon.clock.ClockInfo)\n"
"True\n"
"\n"
"Source: this library's clock.");

static PyStructSequence_Desc info_desc = {
    .name = "gnomon.clock.ClockInfo",
    .doc = info_doc,
    .fields = info_members,
    .n_in_sequence = 7,
};

PyDoc_STRVAR(clock_start_doc,
"clock_start($module, /)\n"
"--\n\n"
"Start the ticker now, and let reads start it again.\n"
"\n"
"Only needed after stop(): the first read starts it. A ticker that cannot be\n"
"started, or is off by GNOMON_CLOCK=off, is no error: reads are right without.\n"
"Raises nothing.\n"
"\n"
">>> gnomon.clock.start()\n"
"\n"
"Source: this library's clock.");

static PyObject *
clock_start(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    gn_clock_start();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(clock_stop_doc,
"clock_stop($module, /)\n"
"--\n\n"
"End the ticker, and keep it ended until start().\n"
"\n"
"Reads go on, right, from the system's clock. Raises nothing.\n"
"\n"
">>> gnomon.clock.stop()\n"
">>> gnomon.clock.start()\n"
"\n"
"Source: this library's clock.");

static PyObject *
clock_stop(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    gn_clock_stop();
    Py_RETURN_NONE;
}

PyDoc_STRVAR(clock_info_doc,
"clock_info($module, /)\n"
"--\n\n"
"Return what the clock is doing: a named tuple.\n"
"\n"
"running, parked, frozen (bool); ticks, the seconds it has published;\n"
"late_ns and max_late_ns, nanoseconds from the turn of a second to its tick,\n"
"of the last one and of the worst; steps, how often the wall clock was set.\n"
"Raises nothing but MemoryError.\n"
"\n"
">>> with gnomon.clock.freeze(784111777):\n"
"...     gnomon.clock.info().frozen\n"
"True\n"
"\n"
"Source: this library's clock.");

static PyObject *
clock_info(PyObject *module, PyObject *Py_UNUSED(nothing))
{
    gn_clock_info info = gn_clock_report();
    PyObject *result =
        PyStructSequence_New(gn_get_state(module)->clock_info_type);
    if (result == NULL) {
        return NULL;
    }
    PyObject *values[] = {
        PyBool_FromLong(info.running),
        PyBool_FromLong(info.parked),
        PyBool_FromLong(info.frozen),
        PyLong_FromUnsignedLongLong(info.ticks),
        PyLong_FromUnsignedLongLong(info.late_ns),
        PyLong_FromUnsignedLongLong(info.max_late_ns),
        PyLong_FromUnsignedLongLong(info.steps),
    };
    bool failed = false;
    for (Py_ssize_t i = 0; i < 7; i++) {
        failed = failed || values[i] == NULL;
        PyStructSequence_SetItem(result, i, values[i]);
    }
    if (failed) {
        Py_DECREF(result);
        return NULL;
    }
    return result;
}

/* A frozen moment, owned by the capsule that Python holds. */
typedef struct {
    gn_freeze freeze;
    atomic_bool active;
} frozen_moment;

#define CAPSULE_NAME "gnomon.frozen_moment"

static void
thaw(frozen_moment *moment)
{
    if (atomic_exchange(&moment->active, false)) {
        gn_clock_thaw(&moment->freeze);
    }
}

static void
destroy_capsule(PyObject *capsule)
{
    frozen_moment *moment = PyCapsule_GetPointer(capsule, CAPSULE_NAME);
    thaw(moment);
    PyMem_RawFree(moment);
}

PyDoc_STRVAR(moment_doc,
"moment($module, when, /)\n"
"--\n\n"
"Return (seconds, nanos) of a moment, for freeze_begin().\n"
"\n"
"when: as for format(), with the same errors; a datetime keeps its\n"
"microseconds.\n"
"\n"
">>> gnomon._core.moment(784111777)\n"
"(784111777, 0)\n"
"\n"
"Source: this library's clock.");

static PyObject *
moment(PyObject *module, PyObject *when)
{
    gn_time read;
    if (gn_when_read(module, when, true, &read) < 0) {
        return NULL;
    }
    if (!gn_civil_holds(read.seconds)) {
        return gn_raise_unix_range(read.seconds, 0);
    }
    return Py_BuildValue("(LI)", (long long)read.seconds, read.nanos);
}

PyDoc_STRVAR(freeze_begin_doc,
"freeze_begin($module, moment, /)\n"
"--\n\n"
"Make the whole process read what moment() returned; returns a token for\n"
"freeze_end(). gnomon.clock.freeze is this as a context manager.\n"
"\n"
">>> token = gnomon._core.freeze_begin(gnomon._core.moment(784111777))\n"
">>> gnomon.date()\n"
"'Sun, 06 Nov 1994 08:49:37 GMT'\n"
">>> gnomon._core.freeze_end(token)\n"
"\n"
"Source: this library's clock.");

static PyObject *
freeze_begin(PyObject *Py_UNUSED(module), PyObject *when)
{
    long long seconds;
    unsigned int nanos;
    if (!PyTuple_Check(when)) {
        gn_raise_type("moment", "what moment() returned", when);
        return NULL;
    }
    if (!PyArg_ParseTuple(when, "LI", &seconds, &nanos)) {
        return NULL;
    }
    if (!gn_civil_holds(seconds) || nanos > GN_NANOS_MAX) {
        return gn_raise_unix_range(seconds, 0);
    }
    frozen_moment *frozen = PyMem_RawCalloc(1, sizeof *frozen);
    if (frozen == NULL) {
        return PyErr_NoMemory();
    }
    frozen->freeze.moment = (gn_time){seconds, nanos};
    PyObject *capsule = PyCapsule_New(frozen, CAPSULE_NAME, destroy_capsule);
    if (capsule == NULL) {
        PyMem_RawFree(frozen);
        return NULL;
    }
    gn_clock_freeze(&frozen->freeze);
    atomic_store(&frozen->active, true);
    return capsule;
}

PyDoc_STRVAR(freeze_end_doc,
"freeze_end($module, token, /)\n"
"--\n\n"
"End what freeze_begin() began. Raises TypeError for another object.\n"
"\n"
">>> gnomon._core.freeze_end(gnomon._core.freeze_begin((0, 0)))\n"
"\n"
"Source: this library's clock.");

static PyObject *
freeze_end(PyObject *Py_UNUSED(module), PyObject *token)
{
    if (!PyCapsule_IsValid(token, CAPSULE_NAME)) {
        gn_raise_type("token", "what freeze_begin() returned", token);
        return NULL;
    }
    thaw(PyCapsule_GetPointer(token, CAPSULE_NAME));
    Py_RETURN_NONE;
}

static PyObject *
fork_prepare(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    gn_clock_fork_prepare();
    Py_RETURN_NONE;
}

static PyObject *
fork_parent(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    gn_clock_fork_parent();
    Py_RETURN_NONE;
}

static PyObject *
test_kill_ticker(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    gn_clock_kill_ticker();
    Py_RETURN_NONE;
}

static PyObject *
test_publish(PyObject *Py_UNUSED(module), PyObject *word)
{
    unsigned long long value = PyLong_AsUnsignedLongLong(word);
    if (value == (unsigned long long)-1 && PyErr_Occurred()) {
        return NULL;
    }
    gn_clock_publish(value);
    Py_RETURN_NONE;
}

PyMethodDef gn_clock_methods[] = {
    {"clock_start", clock_start, METH_NOARGS, clock_start_doc},
    {"clock_stop", clock_stop, METH_NOARGS, clock_stop_doc},
    {"clock_info", clock_info, METH_NOARGS, clock_info_doc},
    {"moment", moment, METH_O, moment_doc},
    {"freeze_begin", freeze_begin, METH_O, freeze_begin_doc},
    {"freeze_end", freeze_end, METH_O, freeze_end_doc},
    {"_fork_prepare", fork_prepare, METH_NOARGS,
     PyDoc_STR("_fork_prepare($module, /)\n--\n\nBefore os.fork().")},
    {"_fork_parent", fork_parent, METH_NOARGS,
     PyDoc_STR("_fork_parent($module, /)\n--\n\nAfter it, in the parent.")},
    {"_test_kill_ticker", test_kill_ticker, METH_NOARGS,
     PyDoc_STR("_test_kill_ticker($module, /)\n--\n\n"
               "For the tests: let the ticker end as if it had died.")},
    {"_test_publish", test_publish, METH_O,
     PyDoc_STR("_test_publish($module, word, /)\n--\n\n"
               "For the tests: store a word of 64 bits as the ticker does.")},
    {NULL, NULL, 0, NULL},
};

/* Have os.fork() call us. There is no fork on every system. */
static int
watch_python_forks(PyObject *module)
{
#if defined(HAVE_FORK)
    PyObject *posix = PyImport_ImportModule("posix");
    if (posix == NULL) {
        return -1;
    }
    PyObject *prepare = NULL, *parent = NULL, *names = NULL, *result = NULL;
    PyObject *method = PyObject_GetAttrString(posix, "register_at_fork");
    if (method == NULL) {
        goto done;
    }
    prepare = PyObject_GetAttrString(module, "_fork_prepare");
    if (prepare == NULL) {
        goto done;
    }
    parent = PyObject_GetAttrString(module, "_fork_parent");
    if (parent == NULL) {
        goto done;
    }
    names = Py_BuildValue("(ss)", "before", "after_in_parent");
    if (names == NULL) {
        goto done;
    }
    PyObject *values[] = {prepare, parent};
    result = PyObject_Vectorcall(method, values, 0, names);
    Py_XDECREF(result);
done:
    Py_XDECREF(names);
    Py_XDECREF(parent);
    Py_XDECREF(prepare);
    Py_XDECREF(method);
    Py_DECREF(posix);
    return result == NULL ? -1 : 0;
#else
    (void)module;
    return 0;
#endif
}

#define ATTACHED_NAME "gnomon attached to the clock"

static void
detach(PyObject *Py_UNUSED(capsule))
{
    gn_clock_detach();
}

/* Attach this interpreter until it ends. Its dictionary goes last, and always:
 * a module may be imported twice, or live for ever (as all do in a 3.13
 * without a GIL that had a second thread). */
static int
attach_interpreter(void)
{
    static char attached;
    PyObject *kept = PyInterpreterState_GetDict(PyInterpreterState_Get());
    if (kept == NULL) {   /* GCOVR_EXCL_START: by now it has always one */
        PyErr_NoMemory(); /* which that call does not set */
        return -1;
    } /* GCOVR_EXCL_STOP */
    PyObject *name = PyUnicode_FromString(ATTACHED_NAME);
    if (name == NULL) {
        return -1;
    }
    PyObject *found = NULL;
    PyObject *capsule = PyCapsule_New(&attached, ATTACHED_NAME, detach);
    if (capsule != NULL) {
        gn_clock_attach();
        /* Where there is one already, this one goes at once, and detaches. */
        found = PyDict_SetDefault(kept, name, capsule);
        Py_DECREF(capsule);
    }
    Py_DECREF(name);
    return found == NULL ? -1 : 0;
}

int
gn_clock_exec(PyObject *module, gn_state *state)
{
    if (attach_interpreter() < 0) {
        return -1;
    }
    const char *wanted = getenv("GNOMON_CLOCK");
    if (wanted != NULL && strcmp(wanted, "off") == 0) {
        gn_clock_disable();
    }
    state->clock_info_type = gn_new_type(PyStructSequence_NewType(&info_desc));
    if (state->clock_info_type == NULL ||
        PyModule_AddObjectRef(module, "ClockInfo",
                              (PyObject *)state->clock_info_type) < 0) {
        return -1;
    }
    return watch_python_forks(module);
}
