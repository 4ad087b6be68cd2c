/* An extension that uses gnomon.h, in the common part of C11 and C++11.
 *
 *     load()                    gnomon_import(): None, or what it raises
 *     date() format(...) ...    one call each, and all that it wrote
 *     start(threads, a, b)      native threads read dates until
 *     stop() -> (a, b, others)  how many dates were the texts a and b
 *     capsule(size, major, minor)   as a gnomon of that version would have it
 *
 * Each call is made by a thread that Python does not know, while the thread
 * of Python waits for it and keeps the GIL.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <gnomon.h>

#include <pthread.h>
#include <string.h>

#define ROOM 40 /* more than any text: what is not written stays a '#' */
#define MOST_THREADS 16

typedef struct {
    char out[ROOM];
    size_t size;
    const char *text;
    Py_ssize_t text_size;
    long long seconds;
    unsigned nanos;
    int digits;
    gnomon_status status;
} job;

typedef void (*work)(job *);

typedef struct {
    work run;
    job *on;
} errand;

static void *
go(void *argument)
{
    errand *it = (errand *)argument;
    it->run(it->on);
    return NULL;
}

/* In a thread of its own; 0, or -1 with an exception set. */
static int
do_in_thread(work run, job *on)
{
    errand it = {run, on};
    pthread_t thread;
    memset(on->out, '#', ROOM);
    if (pthread_create(&thread, NULL, go, &it) != 0 ||
        pthread_join(thread, NULL) != 0) {
        PyErr_SetString(PyExc_OSError, "no thread");
        return -1;
    }
    return 0;
}

static PyObject *
written(work run, job *on)
{
    if (do_in_thread(run, on) < 0) {
        return NULL;
    }
    return Py_BuildValue("(iy#n)", (int)on->status, on->out, (Py_ssize_t)ROOM,
                         (Py_ssize_t)on->size);
}

static PyObject *
moment(work run, job *on)
{
    on->seconds = -1;
    on->nanos = 1;
    if (do_in_thread(run, on) < 0) {
        return NULL;
    }
    return Py_BuildValue("(iLI)", (int)on->status, on->seconds, on->nanos);
}

/* One call each */

static void
do_date(job *j)
{
    gnomon_date(j->out);
    j->status = GNOMON_OK;
}

static void
do_format(job *j)
{
    j->status = gnomon_format(j->out, j->seconds);
}

static void
do_rfc3339(job *j)
{
    j->status =
        gnomon_rfc3339(j->out, &j->size, j->seconds, j->nanos, j->digits);
}

static void
do_parse(job *j)
{
    int64_t seconds = j->seconds;
    j->status = gnomon_parse(j->text, (size_t)j->text_size, &seconds);
    j->seconds = seconds;
}

static void
do_parse_rfc3339(job *j)
{
    int64_t seconds = j->seconds;
    uint32_t nanos = j->nanos;
    j->status =
        gnomon_parse_rfc3339(j->text, (size_t)j->text_size, &seconds, &nanos);
    j->seconds = seconds;
    j->nanos = nanos;
}

static void
do_now(job *j)
{
    int64_t seconds;
    uint32_t nanos;
    gnomon_now(&seconds, &nanos);
    j->seconds = seconds;
    j->nanos = nanos;
    j->status = GNOMON_OK;
}

static PyObject *
date(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    job j;
    memset(&j, 0, sizeof j);
    return written(do_date, &j);
}

static PyObject *
format(PyObject *Py_UNUSED(module), PyObject *args)
{
    job j;
    memset(&j, 0, sizeof j);
    if (!PyArg_ParseTuple(args, "L", &j.seconds)) {
        return NULL;
    }
    return written(do_format, &j);
}

static PyObject *
rfc3339(PyObject *Py_UNUSED(module), PyObject *args)
{
    job j;
    memset(&j, 0, sizeof j);
    if (!PyArg_ParseTuple(args, "LIi", &j.seconds, &j.nanos, &j.digits)) {
        return NULL;
    }
    return written(do_rfc3339, &j);
}

static PyObject *
parse(PyObject *Py_UNUSED(module), PyObject *args)
{
    job j;
    memset(&j, 0, sizeof j);
    if (!PyArg_ParseTuple(args, "y#", &j.text, &j.text_size)) {
        return NULL;
    }
    return moment(do_parse, &j);
}

static PyObject *
parse_rfc3339(PyObject *Py_UNUSED(module), PyObject *args)
{
    job j;
    memset(&j, 0, sizeof j);
    if (!PyArg_ParseTuple(args, "y#", &j.text, &j.text_size)) {
        return NULL;
    }
    return moment(do_parse_rfc3339, &j);
}

static PyObject *
now(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    job j;
    memset(&j, 0, sizeof j);
    return moment(do_now, &j);
}

/* Many at once */

typedef struct {
    pthread_t thread;
    long counts[3];
} reader;

static reader readers[MOST_THREADS];
static int reader_count;
static char allowed[2][GNOMON_DATE_SIZE];
static pthread_mutex_t stopping = PTHREAD_MUTEX_INITIALIZER;

static void *
read_on(void *argument)
{
    reader *r = (reader *)argument;
    while (pthread_mutex_trylock(&stopping) != 0) {
        char text[GNOMON_DATE_SIZE];
        gnomon_date(text);
        int which = 0;
        while (which < 2 && memcmp(text, allowed[which], sizeof text) != 0) {
            which++;
        }
        r->counts[which]++;
    }
    pthread_mutex_unlock(&stopping);
    return NULL;
}

static PyObject *
start(PyObject *Py_UNUSED(module), PyObject *args)
{
    const char *a, *b;
    Py_ssize_t a_size, b_size;
    int threads;
    if (!PyArg_ParseTuple(args, "iy#y#", &threads, &a, &a_size, &b, &b_size)) {
        return NULL;
    }
    memcpy(allowed[0], a, GNOMON_DATE_SIZE);
    memcpy(allowed[1], b, GNOMON_DATE_SIZE);
    memset(readers, 0, sizeof readers);
    pthread_mutex_lock(&stopping);
    for (reader_count = 0; reader_count < threads; reader_count++) {
        reader *r = &readers[reader_count];
        if (pthread_create(&r->thread, NULL, read_on, r) != 0) {
            break;
        }
    }
    return PyLong_FromLong(reader_count);
}

static PyObject *
stop(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    long sum[3] = {0, 0, 0};
    pthread_mutex_unlock(&stopping);
    for (int i = 0; i < reader_count; i++) {
        (void)pthread_join(readers[i].thread, NULL);
        for (int which = 0; which < 3; which++) {
            sum[which] += readers[i].counts[which];
        }
    }
    return Py_BuildValue("(lll)", sum[0], sum[1], sum[2]);
}

/* Versions */

static PyObject *
load(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    if (gnomon_import() < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

static PyObject *
capsule(PyObject *Py_UNUSED(module), PyObject *args)
{
    static gnomon_api other; /* one at a time is enough */
    unsigned size, major, minor;
    if (!PyArg_ParseTuple(args, "III", &size, &major, &minor)) {
        return NULL;
    }
    memset(&other, 0, sizeof other);
    other.size = size;
    other.major = (uint16_t)major;
    other.minor = (uint16_t)minor;
    return PyCapsule_New(&other, "gnomon._C_API", NULL);
}

static PyMethodDef methods[] = {
    {"load", load, METH_NOARGS, NULL},
    {"date", date, METH_NOARGS, NULL},
    {"format", format, METH_VARARGS, NULL},
    {"rfc3339", rfc3339, METH_VARARGS, NULL},
    {"parse", parse, METH_VARARGS, NULL},
    {"parse_rfc3339", parse_rfc3339, METH_VARARGS, NULL},
    {"now", now, METH_NOARGS, NULL},
    {"start", start, METH_VARARGS, NULL},
    {"stop", stop, METH_NOARGS, NULL},
    {"capsule", capsule, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
#if defined(Py_mod_multiple_interpreters)
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if defined(Py_mod_gil)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, "probe", NULL, 0, methods, slots, NULL, NULL, NULL,
};

PyMODINIT_FUNC
PyInit_probe(void)
{
    return PyModuleDef_Init(&definition);
}
