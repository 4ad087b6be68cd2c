/* Three ways to hand the same text to many threads, for a build without a
 * GIL: one object that all share, a fresh object for each call, an object that
 * each thread keeps for itself.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

#if defined(_MSC_VER)
#define THREAD_LOCAL __declspec(thread)
#else
#define THREAD_LOCAL _Thread_local
#endif

static PyObject *
new_text(void)
{
    PyObject *text = PyUnicode_New(29, 127);
    if (text != NULL) {
        memcpy(PyUnicode_DATA(text), "Sun, 06 Nov 1994 08:49:37 GMT", 29);
    }
    return text;
}

static PyObject *
shared(PyObject *module, PyObject *Py_UNUSED(nothing))
{
    PyObject **state = PyModule_GetState(module);
    return Py_NewRef(*state);
}

static PyObject *
fresh(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    return new_text();
}

/* It is never let go of: what a library would have to solve first. */
static THREAD_LOCAL PyObject *own;

static PyObject *
per_thread(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(nothing))
{
    if (own == NULL) {
        own = new_text();
    }
    return Py_XNewRef(own);
}

static PyMethodDef methods[] = {
    {"shared", shared, METH_NOARGS, NULL},
    {"fresh", fresh, METH_NOARGS, NULL},
    {"per_thread", per_thread, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static int
make_shared(PyObject *module)
{
    PyObject **state = PyModule_GetState(module);
    *state = new_text();
    return *state == NULL ? -1 : 0;
}

static void
drop_shared(void *module)
{
    PyObject **state = PyModule_GetState((PyObject *)module);
    Py_CLEAR(*state);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, make_shared},
#if defined(Py_mod_gil)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "contention",
    .m_size = sizeof(PyObject *),
    .m_methods = methods,
    .m_slots = slots,
    .m_free = drop_shared,
};

PyMODINIT_FUNC
PyInit_contention(void)
{
    return PyModuleDef_Init(&definition);
}
