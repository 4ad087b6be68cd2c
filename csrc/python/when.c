/* The argument `when`: what moment somebody means. */
#include "module.h"

/* Beyond every year, and still far inside the integers of a double. */
#define FAR_SECONDS 1e15

static int
read_float(PyObject *when, gn_time *out)
{
    double seconds = PyFloat_AS_DOUBLE(when);
    if (seconds != seconds) {
        PyErr_SetString(PyExc_ValueError, "when must be a number, not nan");
        return -1;
    }
    if (seconds > FAR_SECONDS || seconds < -FAR_SECONDS) {
        *out = (gn_time){seconds < 0 ? INT64_MIN : INT64_MAX, 0};
        return 0;
    }
    int64_t whole = (int64_t)seconds;
    if ((double)whole > seconds) { /* C truncates; we want the floor */
        whole--;
    }
    *out = (gn_time){whole, 0};
    return 0;
}

static int
read_index(PyObject *when, gn_time *out)
{
    PyObject *number = PyNumber_Index(when);
    if (number == NULL) {
        return -1;
    }
    *out = (gn_time){gn_int64_saturated(number), 0};
    Py_DECREF(number);
    return 0;
}

static void
raise_when_type(PyObject *when, bool floats)
{
    if (floats) {
        gn_raise_type("when", "an int, a float or a datetime", when);
    }
    else if (PyFloat_Check(when)) {
        PyErr_SetString(PyExc_TypeError,
                        "when must be an int or a datetime, not float, which "
                        "has no nanoseconds: rfc3339_ns() takes an int of "
                        "them, as of time.time_ns() or st_mtime_ns");
    }
    else {
        gn_raise_type("when", "an int or a datetime", when);
    }
}

int
gn_when_read_any(PyObject *module, PyObject *when, bool floats, gn_time *out)
{
    if (PyLong_Check(when)) {
        *out = (gn_time){gn_int64_saturated(when), 0};
        return 0;
    }
    if (floats && PyFloat_Check(when)) {
        return read_float(when, out);
    }
    int found = gn_datetime_read(gn_get_state(module), when, out);
    if (found != 0) {
        return found < 0 ? -1 : 0;
    }
    if (PyIndex_Check(when)) {
        return read_index(when, out);
    }
    raise_when_type(when, floats);
    return -1;
}
