/* rfc3339() and rfc3339_ns(). */
#include "../core/rfc3339.h"

#include "module.h"

#define NANOS_PER_SECOND 1000000000

enum { AS_NEEDED = -1 }; /* digits=None */

static PyObject *
write_moment(gn_time moment, int digits)
{
    if (!gn_rfc3339_holds(moment.seconds)) {
        return gn_raise_unix_range(moment.seconds, 1);
    }
    if (digits == AS_NEEDED) {
        digits = gn_fraction_digits(moment.nanos);
    }
    PyObject *str = PyUnicode_New((Py_ssize_t)gn_rfc3339_size(digits), 127);
    if (str == NULL) {
        return NULL;
    }
    gn_rfc3339_write(gn_ascii_data(str), moment.seconds, moment.nanos, digits);
    return str;
}

PyObject *
gn_rfc3339_new(gn_time moment)
{
    return write_moment(moment, AS_NEEDED);
}

/* An int, or whatever has __index__, within 0 to most. */
static int
read_small(PyObject *object, const char *name, const char *wanted,
           int64_t most, int64_t *out)
{
    if (!PyIndex_Check(object)) {
        gn_raise_type(name, wanted, object);
        return -1;
    }
    PyObject *number = PyNumber_Index(object);
    if (number == NULL) {
        return -1;
    }
    *out = gn_int64_saturated(number);
    Py_DECREF(number);
    if (*out < 0 || *out > most) {
        PyErr_Format(PyExc_ValueError, "%s must be in 0 to %lld", name,
                     (long long)most);
        return -1;
    }
    return 0;
}

/* The keyword `digits`, the only one there is. */
static int
read_digits(PyObject *const *values, PyObject *names, int *digits)
{
    *digits = AS_NEEDED;
    if (names == NULL) {
        return 0;
    }
    for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(names); i++) {
        PyObject *name = PyTuple_GET_ITEM(names, i);
        if (PyUnicode_CompareWithASCIIString(name, "digits") != 0) {
            PyErr_Format(PyExc_TypeError,
                         "unexpected keyword argument '%U': "
                         "the only one is digits",
                         name);
            return -1;
        }
        if (values[i] == Py_None) {
            continue;
        }
        int64_t value;
        if (read_small(values[i], "digits", "None or an int",
                       GN_RFC3339_MAX_DIGITS, &value) < 0) {
            return -1;
        }
        *digits = (int)value;
    }
    return 0;
}

static int
refuse_nanos(void)
{
    PyErr_SetString(PyExc_TypeError,
                    "nanos must be left out: a datetime brings its own");
    return -1;
}

/* when and nanos of rfc3339(). */
static int
read_moment(PyObject *module, PyObject *const *args, Py_ssize_t count,
            gn_time *out)
{
    if (count == 0) {
        *out = gn_clock_now();
        return 0;
    }
    if (count == 2 && !PyLong_Check(args[0])) {
        int is_datetime = gn_datetime_check(gn_get_state(module), args[0]);
        if (is_datetime != 0) {
            return is_datetime < 0 ? -1 : refuse_nanos();
        }
    }
    if (gn_when_read(module, args[0], false, out) < 0) {
        return -1;
    }
    if (count == 1) {
        return 0;
    }
    int64_t nanos;
    if ((!gn_int_borrow(args[1], &nanos) || nanos > GN_NANOS_MAX) &&
        read_small(args[1], "nanos", "an int", GN_NANOS_MAX, &nanos) < 0) {
        return -1;
    }
    out->nanos = (uint32_t)nanos;
    return 0;
}

PyDoc_STRVAR(rfc3339_doc,
"rfc3339($module, when=..., nanos=0, /, *, digits=None)\n"
"--\n\n"
"Return the RFC 3339 timestamp of a moment, in UTC with a Z.\n"
"\n"
"when: Unix seconds as an int (or any object with __index__), or a datetime,\n"
"converted to UTC if it is aware and read as UTC if it is naive. Years 0001 to\n"
"9999. Without it, now, in full resolution.\n"
"nanos: nanoseconds within the second, 0 to 999999999; not with a datetime.\n"
"digits: of the fraction, 0 to 9, cut and never rounded; None writes 0, 3, 6\n"
"or 9, the fewest that lose nothing, as the proto3 JSON mapping does.\n"
"\n"
"Raises ValueError for a number out of range, TypeError for another type; a\n"
"float is one, since it has no nanoseconds: see rfc3339_ns().\n"
"\n"
">>> gnomon.rfc3339(63108020, 21000000)\n"
"'1972-01-01T10:00:20.021Z'\n"
">>> gnomon.rfc3339(63108020, digits=3)\n"
"'1972-01-01T10:00:20.000Z'\n"
"\n"
"Source: RFC 3339, section 5.6; the JSON form of google.protobuf.Timestamp.");

static PyObject *
rfc3339(PyObject *module, PyObject *const *args, Py_ssize_t count,
        PyObject *names)
{
    if (count > 2) {
        return PyErr_Format(PyExc_TypeError,
                            "rfc3339() takes at most 2 positional arguments "
                            "(%zd given)",
                            count);
    }
    int digits;
    gn_time moment;
    if (read_digits(args + count, names, &digits) < 0 ||
        read_moment(module, args, count, &moment) < 0) {
        return NULL;
    }
    return write_moment(moment, digits);
}

/* Nanoseconds past 64 bits, split with a floor. */
static int
split_large(PyObject *number, gn_time *out)
{
    PyObject *divisor = PyLong_FromLong(NANOS_PER_SECOND);
    if (divisor == NULL) {
        return -1;
    }
    PyObject *parts = PyNumber_Divmod(number, divisor);
    Py_DECREF(divisor);
    if (parts == NULL) {
        return -1;
    }
    out->seconds = gn_int64_saturated(PyTuple_GET_ITEM(parts, 0));
    out->nanos = (uint32_t)gn_int64_saturated(PyTuple_GET_ITEM(parts, 1));
    Py_DECREF(parts);
    return 0;
}

static int
split_nanos(PyObject *number, gn_time *out)
{
    int64_t ns = gn_int64_saturated(number);
    if (ns == INT64_MIN || ns == INT64_MAX) {
        return split_large(number, out);
    }
    *out = gn_time_split(ns, NANOS_PER_SECOND);
    return 0;
}

static int
read_nanos(PyObject *ns, gn_time *out)
{
    int64_t few;
    if (gn_int_borrow(ns, &few)) {
        *out = gn_time_split(few, NANOS_PER_SECOND);
        return 0;
    }
    if (!PyIndex_Check(ns)) {
        gn_raise_type("ns", "an int", ns);
        return -1;
    }
    PyObject *number = PyNumber_Index(ns);
    if (number == NULL) {
        return -1;
    }
    int failed = split_nanos(number, out);
    Py_DECREF(number);
    return failed;
}

PyDoc_STRVAR(rfc3339_ns_doc,
"rfc3339_ns($module, ns, /, *, digits=None)\n"
"--\n\n"
"Return the RFC 3339 timestamp of Unix nanoseconds, as time.time_ns() gives.\n"
"\n"
"ns: an int (or any object with __index__) of any size, years 0001 to 9999.\n"
"digits: as for rfc3339().\n"
"\n"
"Raises ValueError for a number out of range, TypeError for another type.\n"
"\n"
">>> gnomon.rfc3339_ns(1)\n"
"'1970-01-01T00:00:00.000000001Z'\n"
"\n"
"Source: RFC 3339, section 5.6.");

static PyObject *
rfc3339_ns(PyObject *Py_UNUSED(module), PyObject *const *args,
           Py_ssize_t count, PyObject *names)
{
    if (count != 1) {
        return PyErr_Format(PyExc_TypeError,
                            "rfc3339_ns() takes exactly one positional "
                            "argument (%zd given)",
                            count);
    }
    int digits;
    if (read_digits(args + count, names, &digits) < 0) {
        return NULL;
    }
    gn_time moment;
    if (read_nanos(args[0], &moment) < 0) {
        return NULL;
    }
    return write_moment(moment, digits);
}

PyMethodDef gn_rfc3339_methods[] = {
    {"rfc3339", GN_METHOD(rfc3339), METH_FASTCALL | METH_KEYWORDS,
     rfc3339_doc},
    {"rfc3339_ns", GN_METHOD(rfc3339_ns), METH_FASTCALL | METH_KEYWORDS,
     rfc3339_ns_doc},
    {NULL, NULL, 0, NULL},
};
