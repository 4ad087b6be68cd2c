/* The floors: for each job, the least that any C function of that calling
 * convention must do, which is to return an object or to make one. A result
 * of the benchmark is a ratio to one of these.
 */
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <string.h>

static PyObject *
constant(PyObject *module, PyObject *Py_UNUSED(nothing))
{
    PyObject **state = PyModule_GetState(module);
    return Py_NewRef(*state);
}

static PyObject *
new_str(const char *text, Py_ssize_t size)
{
    PyObject *str = PyUnicode_New(size, 127);
    if (str != NULL) {
        memcpy(PyUnicode_DATA(str), text, (size_t)size);
    }
    return str;
}

static PyObject *
str_29(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(argument))
{
    return new_str("Sun, 06 Nov 1994 08:49:37 GMT", 29);
}

static PyObject *
str_24(PyObject *Py_UNUSED(module), PyObject *const *Py_UNUSED(args),
       Py_ssize_t Py_UNUSED(count))
{
    return new_str("1972-01-01T10:00:20.021Z", 24);
}

static PyObject *
new_int(PyObject *Py_UNUSED(module), PyObject *Py_UNUSED(argument))
{
    return PyLong_FromLongLong(784111777);
}

static PyObject *
new_int_fast(PyObject *Py_UNUSED(module), PyObject *const *Py_UNUSED(args),
             Py_ssize_t Py_UNUSED(count))
{
    return PyLong_FromLongLong(63108020021000000);
}

static PyObject *
new_pair(PyObject *Py_UNUSED(module), PyObject *const *Py_UNUSED(args),
         Py_ssize_t Py_UNUSED(count))
{
    PyObject *seconds = PyLong_FromLongLong(63108020);
    PyObject *nanos = PyLong_FromLong(21000000);
    PyObject *pair = PyTuple_New(2);
    if (seconds == NULL || nanos == NULL || pair == NULL) {
        Py_XDECREF(seconds);
        Py_XDECREF(nanos);
        Py_XDECREF(pair);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, seconds);
    PyTuple_SET_ITEM(pair, 1, nanos);
    return pair;
}

#define FAST(function) ((PyCFunction)(void (*)(void))(function))

static PyMethodDef methods[] = {
    {"constant", constant, METH_NOARGS, NULL},
    {"str_29", str_29, METH_O, NULL},
    {"str_24", FAST(str_24), METH_FASTCALL, NULL},
    {"new_int", new_int, METH_O, NULL},
    {"new_int_fast", FAST(new_int_fast), METH_FASTCALL, NULL},
    {"new_pair", FAST(new_pair), METH_FASTCALL, NULL},
    {NULL, NULL, 0, NULL},
};

static int
make_constant(PyObject *module)
{
    PyObject **state = PyModule_GetState(module);
    *state = new_str("Sun, 06 Nov 1994 08:49:37 GMT", 29);
    return *state == NULL ? -1 : 0;
}

static void
drop_constant(void *module)
{
    PyObject **state = PyModule_GetState((PyObject *)module);
    Py_CLEAR(*state);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, make_constant},
#if defined(Py_mod_gil)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT, .m_name = "floors", .m_size = sizeof(PyObject *),
    .m_methods = methods,  .m_slots = slots,   .m_free = drop_constant,
};

PyMODINIT_FUNC
PyInit_floors(void)
{
    return PyModuleDef_Init(&definition);
}
