/* What differs between versions of CPython: every version test is here. */
#ifndef GNOMON_PYTHON_COMPAT_H
#define GNOMON_PYTHON_COMPAT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <stdbool.h>
#include <stdint.h>

#include "../core/status.h"

/* With a GIL, readers share the object of a second. Without one they would
 * all write to its reference count, so that each makes its own. */
#if defined(Py_GIL_DISABLED)
#define GN_SHARE_TEXT 0
#else
#define GN_SHARE_TEXT 1
#endif

/* A function with other arguments than PyCFunction, as its flags tell. */
#define GN_METHOD(function) ((PyCFunction)(void (*)(void))(function))

/* The new type that it is given, or NULL with an error set: CPython may fail
 * to make one for want of memory without saying so. */
static inline PyTypeObject *
gn_new_type(void *type)
{
    if (type == NULL && !PyErr_Occurred()) {
        PyErr_NoMemory();
    }
    return type;
}

/* An empty tuple of a class of tuples. One that remembers its hash is born
 * with 0 for it, which would then be the hash of all. */
static inline PyObject *
gn_tuple_of_class_new(PyTypeObject *type, Py_ssize_t size)
{
    PyObject *tuple = type->tp_alloc(type, size);
#if PY_VERSION_HEX >= 0x030E0000
    if (tuple != NULL) {
        ((PyTupleObject *)tuple)->ob_hash = -1;
    }
#endif
    return tuple;
}

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
    if (!PyUnicode_IS_READY(text)) { /* GCOVR_EXCL_START: nobody makes them */
        return PyUnicode_READY(text) == 0 && PyUnicode_IS_ASCII(text);
    } /* GCOVR_EXCL_STOP */
#endif
    return PyUnicode_IS_ASCII(text);
}

/* The characters of a new str of ASCII. PyUnicode_DATA would look which kind
 * of str it is. */
static inline char *
gn_ascii_data(PyObject *str)
{
    return (char *)((PyASCIIObject *)str + 1);
}

/* The text of a str in its usual form, all ASCII; false for anything else. */
static inline bool
gn_ascii_borrow(PyObject *object, gn_span *out)
{
    if (!PyUnicode_Check(object) || !PyUnicode_IS_COMPACT_ASCII(object)) {
        return false;
    }
    *out =
        (gn_span){gn_ascii_data(object), (size_t)PyUnicode_GET_LENGTH(object)};
    return true;
}

/* The value of an int from 0 to 2**60 - 1, read where it stands: to ask for it
 * costs as much as to format a date. False for anything else, also where the
 * digits of an int are not of 30 bits. */
static inline bool
gn_int_borrow(PyObject *object, int64_t *out)
{
#if PYLONG_BITS_IN_DIGIT == 30
    if (!PyLong_Check(object)) {
        return false;
    }
    const PyLongObject *number = (const PyLongObject *)object;
#if PY_VERSION_HEX < 0x030C0000
    const digit *digits = number->ob_digit;
    size_t count = (size_t)Py_SIZE(object); /* huge for a negative one */
#else
    /* Below the count a sign, 2 for negative, and a bit that is none of it. */
    const digit *digits = number->long_value.ob_digit;
    size_t tag = number->long_value.lv_tag;
    size_t count = tag & 2 ? SIZE_MAX : tag >> 3;
#endif
    if (count > 2) {
        return false;
    }
    int64_t value = count == 0 ? 0 : digits[0];
    *out = count == 2 ? value | (int64_t)digits[1] << 30 : value;
    return true;
#else
    (void)object;
    (void)out;
    return false;
#endif
}

/* Where to write into an object that the caller alone has, so that nobody can
 * see it change; or NULL. The condition is that of PyUnicode_WriteChar: one
 * reference and not hashed, as whatever was interned is. */
static inline char *
gn_str_writable(PyObject *str)
{
    bool alone = Py_REFCNT(str) == 1 && ((PyASCIIObject *)str)->hash == -1;
#if PY_VERSION_HEX < 0x030C0000
    /* The old C API keeps a wide copy for those who asked for one. */
    alone = alone && ((PyASCIIObject *)str)->wstr == NULL;
#endif
    return alone ? gn_ascii_data(str) : NULL;
}

static inline char *
gn_bytes_writable(PyObject *bytes)
{
    _Py_COMP_DIAG_PUSH;
    _Py_COMP_DIAG_IGNORE_DEPR_DECLS; /* no other way tells the hash */
    bool hashed = ((PyBytesObject *)bytes)->ob_shash != -1;
    _Py_COMP_DIAG_POP;
    bool alone = Py_REFCNT(bytes) == 1 && !hashed;
    return alone ? PyBytes_AS_STRING(bytes) : NULL;
}

#endif
