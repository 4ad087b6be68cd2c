/* What differs between versions of CPython: every version test is here. */
#ifndef GNOMON_PYTHON_COMPAT_H
#define GNOMON_PYTHON_COMPAT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

/* With a GIL, readers share the object of a second. Without one they would
 * all write to its reference count, so that each makes its own. */
#if defined(Py_GIL_DISABLED)
#define GN_SHARE_TEXT 0
#else
#define GN_SHARE_TEXT 1
#endif

/* A function with other arguments than PyCFunction, as its flags tell. */
#define GN_METHOD(function) ((PyCFunction)(void (*)(void))(function))

/* The value of an int, or INT64_MIN or INT64_MAX where it does not fit (both
 * are out of every range here). */
static inline int64_t
gn_int64_saturated(PyObject *number)
{
    int overflow;
    long long value = PyLong_AsLongLongAndOverflow(number, &overflow);
    if (overflow != 0) {
        return overflow < 0 ? INT64_MIN : INT64_MAX;
    }
    return value;
}

/* Whether every character is ASCII; then there is one byte for each. */
static inline bool
gn_str_is_ascii(PyObject *text)
{
#if PY_VERSION_HEX < 0x030C0000
    /* Strings of the old C API may still wait for their final form. */
    if (!PyUnicode_IS_READY(text)) {
        return PyUnicode_READY(text) == 0 && PyUnicode_IS_ASCII(text);
    }
#endif
    return PyUnicode_IS_ASCII(text);
}

#endif
