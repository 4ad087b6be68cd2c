/* The sentences about a text that is no date, a moment out of range and an
 * argument of a wrong type. */
#include "module.h"

static const char *const format_names[] = {
    [GN_HTTP_DATE] = "HTTP-date",
    [GN_RFC3339] = "RFC 3339 date-time",
};

static const char *const field_names[GN_FIELD_COUNT] = {
    [GN_FIELD_WEEKDAY] = "weekday",   [GN_FIELD_DAY] = "day",
    [GN_FIELD_MONTH] = "month",       [GN_FIELD_YEAR] = "year",
    [GN_FIELD_HOUR] = "hour",         [GN_FIELD_MINUTE] = "minute",
    [GN_FIELD_SECOND] = "second",     [GN_FIELD_FRACTION] = "fraction",
    [GN_FIELD_ZONE] = "zone",         [GN_FIELD_SEPARATOR] = "separator",
    [GN_FIELD_END] = "trailing text", [GN_FIELD_ASCII] = "non-ASCII character",
};

void
gn_raise_invalid(gn_format format, const gn_error *err)
{
    PyErr_Format(PyExc_ValueError, "invalid %s: %s at position %zu",
                 format_names[format], field_names[err->field], err->position);
}

PyObject *
gn_raise_unix_range(int64_t unix_seconds, int first_year)
{
    if (unix_seconds == INT64_MIN || unix_seconds == INT64_MAX) {
        /* It stands for a number too long to be worth printing. */
        return PyErr_Format(PyExc_ValueError,
                            "Unix time is outside years 000%d to 9999",
                            first_year);
    }
    return PyErr_Format(PyExc_ValueError,
                        "Unix time %lld is outside years 000%d to 9999",
                        (long long)unix_seconds, first_year);
}

PyObject *
gn_raise_type(const char *name, const char *wanted, PyObject *given)
{
    return PyErr_Format(PyExc_TypeError, "%s must be %s, not %.200s", name,
                        wanted, Py_TYPE(given)->tp_name);
}
