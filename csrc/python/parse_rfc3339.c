/* parse_rfc3339() and its kin. */
#include "../core/rfc3339.h"

#include "module.h"

#define NANOS_PER_SECOND 1000000000
/* What of a moment in nanoseconds fits 64 bits. */
#define SECONDS_IN_INT64 (INT64_MAX / NANOS_PER_SECOND)

static gn_status
read_rfc3339(gn_span text, gn_time *out, gn_error *err)
{
    return gn_rfc3339_parse(text, &out->seconds, &out->nanos, err);
}

static inline gn_outcome
read_args(PyObject *const *args, Py_ssize_t count, gn_time *out)
{
    return gn_read_text(args, count, GN_RFC3339, read_rfc3339, out);
}

static PyObject *
new_pair(gn_time moment)
{
    PyObject *seconds = PyLong_FromLongLong(moment.seconds);
    if (seconds == NULL) {
        return NULL;
    }
    PyObject *nanos = PyLong_FromLong((long)moment.nanos);
    if (nanos == NULL) {
        Py_DECREF(seconds);
        return NULL;
    }
    PyObject *pair = PyTuple_New(2);
    if (pair == NULL) {
        Py_DECREF(seconds);
        Py_DECREF(nanos);
        return NULL;
    }
    PyTuple_SET_ITEM(pair, 0, seconds);
    PyTuple_SET_ITEM(pair, 1, nanos);
    return pair;
}

PyDoc_STRVAR(parse_rfc3339_doc,
"parse_rfc3339($module, text, default=..., /)\n"
"--\n\n"
"Return (seconds, nanos) of an RFC 3339 timestamp.\n"
"\n"
"text: a str, or bytes in any buffer: a date-time with T and Z in either case,\n"
"or an offset like +05:30, and any number of digits of fraction, of which nine\n"
"count. :60 only where the moment is 23:59:60 UTC; it is the next second.\n"
"default: given by position, it is returned instead of a ValueError; that costs\n"
"no more than a good timestamp.\n"
"\n"
"The seconds are Unix seconds, of years 0001 to 9999 in UTC; the nanos are 0 to\n"
"999999999.\n"
"\n"
"Raises ValueError, naming the field and its position, for any other text,\n"
"TypeError for what is no text.\n"
"\n"
">>> gnomon.parse_rfc3339('1972-01-01T10:00:20.021Z')\n"
"(63108020, 21000000)\n"
"\n"
"Source: RFC 3339, section 5.6.");

static PyObject *
parse_rfc3339(PyObject *Py_UNUSED(module), PyObject *const *args,
              Py_ssize_t count)
{
    gn_time moment;
    switch (read_args(args, count, &moment)) {
    case GN_READ:
        return new_pair(moment);
    case GN_DEFAULT:
        return Py_NewRef(args[1]);
    default:
        return NULL;
    }
}

/* seconds * 10**9 + nanos where that may not fit 64 bits. */
static PyObject *
new_large_nanos(gn_time moment)
{
    PyObject *result = NULL;
    PyObject *seconds = PyLong_FromLongLong(moment.seconds);
    PyObject *scale = PyLong_FromLong(NANOS_PER_SECOND);
    PyObject *nanos = PyLong_FromLong((long)moment.nanos);
    if (seconds != NULL && scale != NULL && nanos != NULL) {
        PyObject *scaled = PyNumber_Multiply(seconds, scale);
        if (scaled != NULL) {
            result = PyNumber_Add(scaled, nanos);
            Py_DECREF(scaled);
        }
    }
    Py_XDECREF(seconds);
    Py_XDECREF(scale);
    Py_XDECREF(nanos);
    return result;
}

static PyObject *
new_nanos(gn_time moment)
{
    if (moment.seconds >= -SECONDS_IN_INT64 &&
        moment.seconds < SECONDS_IN_INT64) {
        return PyLong_FromLongLong(moment.seconds * NANOS_PER_SECOND +
                                   moment.nanos);
    }
    return new_large_nanos(moment);
}

PyDoc_STRVAR(parse_rfc3339_ns_doc,
"parse_rfc3339_ns($module, text, default=..., /)\n"
"--\n\n"
"Return the Unix nanoseconds of an RFC 3339 timestamp, an int.\n"
"\n"
"text: as for parse_rfc3339().\n"
"default: returned instead of a ValueError, as by parse_rfc3339().\n"
"\n"
">>> gnomon.parse_rfc3339_ns('1970-01-01T00:00:00.000000001Z')\n"
"1\n"
"\n"
"Source: RFC 3339, section 5.6.");

static PyObject *
parse_rfc3339_ns(PyObject *Py_UNUSED(module), PyObject *const *args,
                 Py_ssize_t count)
{
    gn_time moment;
    switch (read_args(args, count, &moment)) {
    case GN_READ:
        return new_nanos(moment);
    case GN_DEFAULT:
        return Py_NewRef(args[1]);
    default:
        return NULL;
    }
}

PyDoc_STRVAR(parse_rfc3339_datetime_doc,
"parse_rfc3339_datetime($module, text, default=..., /)\n"
"--\n\n"
"Return the aware datetime, in UTC, of an RFC 3339 timestamp.\n"
"\n"
"text: as for parse_rfc3339().\n"
"default: returned instead of a ValueError, as by parse_rfc3339().\n"
"\n"
"tzinfo is datetime.timezone.utc; what is below a microsecond is cut.\n"
"\n"
">>> gnomon.parse_rfc3339_datetime('1972-01-01T10:00:20.021Z')\n"
"datetime.datetime(1972, 1, 1, 10, 0, 20, 21000, "
"tzinfo=datetime.timezone.utc)\n"
"\n"
"Source: RFC 3339, section 5.6.");

static PyObject *
parse_rfc3339_datetime(PyObject *module, PyObject *const *args,
                       Py_ssize_t count)
{
    gn_span text;
    gn_civil civil;
    uint32_t nanos;
    if (count == 1 && gn_ascii_borrow(args[0], &text) &&
        gn_rfc3339_parse_utc(text, &civil, &nanos)) {
        return gn_datetime_from_civil(gn_get_state(module), &civil, nanos);
    }
    gn_time moment;
    switch (read_args(args, count, &moment)) {
    case GN_READ:
        return gn_datetime_new(gn_get_state(module), moment);
    case GN_DEFAULT:
        return Py_NewRef(args[1]);
    default:
        return NULL;
    }
}

PyMethodDef gn_parse_rfc3339_methods[] = {
    {"parse_rfc3339", GN_METHOD(parse_rfc3339), METH_FASTCALL,
     parse_rfc3339_doc},
    {"parse_rfc3339_ns", GN_METHOD(parse_rfc3339_ns), METH_FASTCALL,
     parse_rfc3339_ns_doc},
    {"parse_rfc3339_datetime", GN_METHOD(parse_rfc3339_datetime),
     METH_FASTCALL, parse_rfc3339_datetime_doc},
    {NULL, NULL, 0, NULL},
};
