/* datetime objects in and out. The module is imported when it is first needed,
 * and its C API is kept in the state: the macros of datetime.h that use a
 * static pointer would share it between interpreters.
 */
#include "module.h"

#include <datetime.h>
#include <string.h>

#include "../core/civil.h"

#define MICROS_PER_SECOND INT64_C(1000000)

/* As PyCapsule_Import does, which would make an ImportError of whatever goes
 * wrong, Ctrl-C too. The capsule is kept: until CPython 3.12 the API goes with
 * it, and finalizers may need it later than the module that has it. */
static PyDateTime_CAPI *
import_api(gn_state *state)
{
    (void)PyDateTimeAPI; /* the static pointer, or gcc warns */
    PyObject *datetime = PyImport_ImportModule("datetime");
    if (datetime == NULL) {
        return NULL;
    }
    PyObject *capsule = PyObject_GetAttrString(datetime, "datetime_CAPI");
    Py_DECREF(datetime);
    if (capsule == NULL) {
        return NULL;
    }
    PyDateTime_CAPI *api =
        PyCapsule_GetPointer(capsule, PyDateTime_CAPSULE_NAME);
    PyObject *kept = NULL;
    if (api != NULL && atomic_compare_exchange_strong(&state->datetime_capsule,
                                                      &kept, capsule)) {
        return api;
    }
    Py_DECREF(capsule);
    /* Another thread was faster, or this is no capsule. */
    return kept == NULL ? NULL
                        : PyCapsule_GetPointer(kept, PyDateTime_CAPSULE_NAME);
}

static PyDateTime_CAPI *
get_api(gn_state *state)
{
    void *api =
        atomic_load_explicit(&state->datetime_api, memory_order_acquire);
    if (api == NULL) {
        api = import_api(state);
        atomic_store_explicit(&state->datetime_api, api, memory_order_release);
    }
    return api;
}

/* Without a class of that name, which only C can give, an object is no
 * datetime, and nothing need be imported, which might fail, to say so. */
static bool
has_datetime_class(PyObject *object)
{
    PyTypeObject *type = Py_TYPE(object);
    while (type != NULL && strcmp(type->tp_name, "datetime.datetime") != 0) {
        type = type->tp_base;
    }
    return type != NULL;
}

/* The same as get_api, for who cannot do without. Not every interpreter can
 * load it: in 3.12 none with a GIL of its own. */
static PyDateTime_CAPI *
need_api(gn_state *state)
{
    PyDateTime_CAPI *api = get_api(state);
    if (api == NULL && (PyErr_ExceptionMatches(PyExc_AttributeError) ||
                        PyErr_ExceptionMatches(PyExc_ImportError))) {
        PyErr_SetString(PyExc_ImportError,
                        "this interpreter cannot load datetime's C part, "
                        "which makes the result");
    }
    return api;
}

/* A timedelta of less than a day either way, as datetime asks of its own. */
static int
read_delta(PyObject *delta, int64_t *micros)
{
    int days = PyDateTime_DELTA_GET_DAYS(delta);
    int64_t in_day = PyDateTime_DELTA_GET_SECONDS(delta) * MICROS_PER_SECOND +
                     PyDateTime_DELTA_GET_MICROSECONDS(delta);
    if (days != 0 && (days != -1 || in_day == 0)) {
        PyErr_SetString(PyExc_ValueError,
                        "utcoffset() must be less than a day");
        return -1;
    }
    *micros = days * GN_SECONDS_PER_DAY * MICROS_PER_SECOND + in_day;
    return 0;
}

/* The offset from UTC in microseconds, 0 for a naive datetime. A subclass is
 * asked even if it is naive: one that is no time (pandas.NaT) refuses. */
static int
read_offset(gn_state *state, PyObject *object, int64_t *micros)
{
    PyDateTime_CAPI *api = get_api(state);
    *micros = 0;
    PyObject *zone = PyDateTime_DATE_GET_TZINFO(object);
    bool is_naive = zone == Py_None && Py_IS_TYPE(object, api->DateTimeType);
    if (is_naive || zone == api->TimeZone_UTC) {
        return 0;
    }
    PyObject *offset = PyObject_CallMethodNoArgs(
        object, state->attributes[GN_ATTR_UTCOFFSET]);
    if (offset == NULL) {
        return -1;
    }
    int failed = 0;
    if (PyObject_TypeCheck(offset, api->DeltaType)) {
        failed = read_delta(offset, micros);
    }
    else if (offset != Py_None) {
        gn_raise_type("utcoffset()", "None or a timedelta", offset);
        failed = -1;
    }
    Py_DECREF(offset);
    return failed;
}

int
gn_datetime_check(gn_state *state, PyObject *object)
{
    if (atomic_load_explicit(&state->datetime_api, memory_order_acquire) ==
            NULL &&
        !has_datetime_class(object)) {
        return 0;
    }
    PyDateTime_CAPI *api = get_api(state);
    return api != NULL ? PyObject_TypeCheck(object, api->DateTimeType) : -1;
}

int
gn_datetime_read(gn_state *state, PyObject *object, gn_time *out)
{
    int found = gn_datetime_check(state, object);
    if (found != 1) {
        return found;
    }
    int64_t offset;
    if (read_offset(state, object, &offset) < 0) {
        return -1;
    }
    int64_t seconds =
        gn_civil_to_unix((uint32_t)PyDateTime_GET_YEAR(object),
                         (uint32_t)PyDateTime_GET_MONTH(object),
                         (uint32_t)PyDateTime_GET_DAY(object),
                         (uint32_t)PyDateTime_DATE_GET_HOUR(object),
                         (uint32_t)PyDateTime_DATE_GET_MINUTE(object),
                         (uint32_t)PyDateTime_DATE_GET_SECOND(object));
    int64_t micros = PyDateTime_DATE_GET_MICROSECOND(object);
    /* An offset may have microseconds of its own (Python 3.7). */
    *out = gn_time_split(seconds * MICROS_PER_SECOND + micros - offset,
                         MICROS_PER_SECOND);
    return 1;
}

/* As the macros of datetime.h read them. */
static void
write_fields(unsigned char *data, const gn_civil *c, uint32_t micros)
{
    data[0] = (unsigned char)(c->year >> 8);
    data[1] = (unsigned char)c->year;
    data[2] = c->month;
    data[3] = c->day;
    data[4] = c->hour;
    data[5] = c->minute;
    data[6] = c->second;
    data[7] = (unsigned char)(micros >> 16);
    data[8] = (unsigned char)(micros >> 8);
    data[9] = (unsigned char)micros;
}

PyObject *
gn_datetime_from_civil(gn_state *state, const gn_civil *c, uint32_t nanos)
{
    PyDateTime_CAPI *api = need_api(state);
    if (api == NULL) {
        return NULL;
    }
    /* DateTime_FromDateAndTime would check numbers that are right again, which
     * costs as much as to parse them. */
    PyDateTime_DateTime *made =
        PyObject_New(PyDateTime_DateTime, api->DateTimeType);
    if (made == NULL) {
        return NULL;
    }
    made->hashcode = -1; /* not computed yet */
    made->hastzinfo = 1;
    made->fold = 0;
    made->tzinfo = Py_NewRef(api->TimeZone_UTC);
    write_fields(made->data, c, nanos / 1000);
    return (PyObject *)made;
}

PyObject *
gn_datetime_new(gn_state *state, gn_time moment)
{
    gn_civil civil = gn_civil_from_unix(moment.seconds);
    return gn_datetime_from_civil(state, &civil, moment.nanos);
}
