/* datetime objects in and out. The module is imported when it is first needed,
 * and its C API is kept in the state: the macros of datetime.h that use a
 * static pointer would share it between interpreters.
 */
#include "module.h"

#include <datetime.h>

#include "../core/civil.h"

/* As PyCapsule_Import does, which would make an ImportError of whatever goes
 * wrong, Ctrl-C too. */
static PyDateTime_CAPI *
import_api(void)
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
    /* The module's dictionary keeps it, and the process its contents. */
    PyDateTime_CAPI *api =
        PyCapsule_GetPointer(capsule, PyDateTime_CAPSULE_NAME);
    Py_DECREF(capsule);
    return api;
}

static PyDateTime_CAPI *
get_api(gn_state *state)
{
    void *api =
        atomic_load_explicit(&state->datetime_api, memory_order_acquire);
    if (api == NULL) {
        api = import_api();
        atomic_store_explicit(&state->datetime_api, api, memory_order_release);
    }
    return api;
}

/* The same, or NULL where nobody has loaded it: then nothing is a datetime of
 * C, and an import could only fail. NULL with an error, too. */
static PyDateTime_CAPI *
get_api_if_loaded(gn_state *state)
{
    if (atomic_load_explicit(&state->datetime_api, memory_order_acquire) ==
        NULL) {
        PyObject *module = PyImport_GetModule(state->names[GN_NAME_DATETIME]);
        if (module == NULL) {
            return NULL;
        }
        Py_DECREF(module);
    }
    return get_api(state);
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
    int64_t in_day = PyDateTime_DELTA_GET_SECONDS(delta) * INT64_C(1000000) +
                     PyDateTime_DELTA_GET_MICROSECONDS(delta);
    if (days != 0 && (days != -1 || in_day == 0)) {
        PyErr_SetString(PyExc_ValueError,
                        "utcoffset() must be less than a day");
        return -1;
    }
    *micros = days * (GN_SECONDS_PER_DAY * INT64_C(1000000)) + in_day;
    return 0;
}

/* The offset from UTC in microseconds, 0 for a naive datetime. */
static int
read_offset(gn_state *state, PyObject *object, int64_t *micros)
{
    PyDateTime_CAPI *api = get_api(state);
    *micros = 0;
    PyObject *zone = PyDateTime_DATE_GET_TZINFO(object);
    if (zone == Py_None || zone == api->TimeZone_UTC) {
        return 0;
    }
    PyObject *offset =
        PyObject_CallMethodNoArgs(object, state->names[GN_NAME_UTCOFFSET]);
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
    PyDateTime_CAPI *api = get_api_if_loaded(state);
    if (api == NULL) {
        return PyErr_Occurred() ? -1 : 0;
    }
    return PyObject_TypeCheck(object, api->DateTimeType);
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
    int64_t day = gn_civil_days((uint32_t)PyDateTime_GET_YEAR(object),
                                (uint32_t)PyDateTime_GET_MONTH(object),
                                (uint32_t)PyDateTime_GET_DAY(object));
    int64_t seconds = day * GN_SECONDS_PER_DAY +
                      PyDateTime_DATE_GET_HOUR(object) * 3600 +
                      PyDateTime_DATE_GET_MINUTE(object) * 60 +
                      PyDateTime_DATE_GET_SECOND(object);
    int64_t micros = PyDateTime_DATE_GET_MICROSECOND(object);
    if (offset != 0) {
        /* An offset may have microseconds of its own (Python 3.7). */
        micros += seconds * 1000000 - offset;
        seconds = micros / 1000000;
        micros %= 1000000;
        if (micros < 0) { /* C truncates; we want the floor */
            micros += 1000000;
            seconds--;
        }
    }
    *out = (gn_time){seconds, (uint32_t)micros * 1000};
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
