/* gnomon for other extensions: the table that csrc/include/gnomon.h fetches.
 * Nothing here knows a Python object, but the capsule that carries it. */
#include "../include/gnomon.h"

#include "../core/fraction.h"
#include "../core/http_date.h"
#include "../core/rfc3339.h"

#include "module.h"

_Static_assert((int)GNOMON_OK == (int)GN_OK, "one set of statuses");
_Static_assert((int)GNOMON_INVALID == (int)GN_INVALID, "one set of statuses");
_Static_assert((int)GNOMON_RANGE == (int)GN_RANGE, "one set of statuses");
_Static_assert(GNOMON_DATE_SIZE == GN_IMF_SIZE, "room for a date");
_Static_assert(GNOMON_RFC3339_SIZE == GN_RFC3339_MAX_SIZE,
               "room for a timestamp");

static void
date(char *out)
{
    /* A thread has nowhere to keep what it saw: it is made each time. */
    gn_reader nothing_seen = {0};
    gn_http_date_write(out, gn_word_fields(gn_clock_read(&nothing_seen)));
    gn_clock_touch();
}

static gnomon_status
format(char *out, int64_t seconds)
{
    if (!gn_civil_holds(seconds)) {
        return GNOMON_RANGE;
    }
    gn_http_date_write_unix(out, seconds);
    return GNOMON_OK;
}

static gnomon_status
parse(const char *text, size_t size, int64_t *seconds)
{
    gn_time moment;
    gn_status status = gn_read_http_date((gn_span){text, size}, &moment, NULL);
    if (status == GN_OK) {
        *seconds = moment.seconds;
    }
    return (gnomon_status)status;
}

static void
now(int64_t *seconds, uint32_t *nanos)
{
    gn_time moment = gn_clock_now();
    *seconds = moment.seconds;
    *nanos = moment.nanos;
}

static gnomon_status
rfc3339(char *out, size_t *size, int64_t seconds, uint32_t nanos, int digits)
{
    if (!gn_rfc3339_holds(seconds) || nanos > GN_NANOS_MAX ||
        digits < GNOMON_DIGITS_AUTO || digits > GN_RFC3339_MAX_DIGITS) {
        return GNOMON_RANGE;
    }
    if (digits == GNOMON_DIGITS_AUTO) {
        digits = gn_fraction_digits(nanos);
    }
    gn_rfc3339_write(out, seconds, nanos, digits);
    *size = gn_rfc3339_size(digits);
    return GNOMON_OK;
}

static gnomon_status
parse_rfc3339(const char *text, size_t size, int64_t *seconds, uint32_t *nanos)
{
    gn_time moment;
    gn_status status = gn_rfc3339_parse((gn_span){text, size}, &moment.seconds,
                                        &moment.nanos, NULL);
    if (status == GN_OK) {
        *seconds = moment.seconds;
        *nanos = moment.nanos;
    }
    return (gnomon_status)status;
}

/* Constant, of no interpreter, and never unloaded: CPython closes no
 * extension. */
static const gnomon_api table = {
    .size = sizeof table,
    .major = GNOMON_API_MAJOR,
    .minor = GNOMON_API_MINOR,
    .date = date,
    .format = format,
    .parse = parse,
    .now = now,
    .rfc3339 = rfc3339,
    .parse_rfc3339 = parse_rfc3339,
};

int
gn_capi_exec(PyObject *module)
{
    /* A capsule holds no pointer to const; nobody writes through this one. */
    PyObject *capsule = PyCapsule_New((void *)&table, "gnomon._C_API", NULL);
    if (capsule == NULL) {
        return -1;
    }
    int failed = PyModule_AddObjectRef(module, "_C_API", capsule);
    Py_DECREF(capsule);
    return failed;
}
