/* The binding: arguments in, objects out, errors raised. What its files share.
 */
#ifndef GNOMON_PYTHON_MODULE_H
#define GNOMON_PYTHON_MODULE_H

#include <stdatomic.h>
#include <stdbool.h>

#include "compat.h"

#include "../core/civil.h"
#include "../core/clock.h"
#include "../core/status.h"

/* The object of the word that was rendered last. */
typedef struct {
    uint64_t word; /* 0 = none */
    PyObject *object;
} gn_cache;

/* Attributes of other people's objects that are read, set and called. */
typedef enum {
    GN_ATTR_UTCOFFSET,
    GN_ATTR_SECONDS,
    GN_ATTR_NANOS,
    GN_ATTR_TO_JSON_STRING,
    GN_ATTR_FROM_JSON_STRING,
    GN_ATTR_DEPTH,
    GN_ATTR_MAX_DEPTH,
    GN_ATTR_COUNT,
} gn_attribute;

/* One for each interpreter; no Python object lives outside it. */
typedef struct {
    gn_reader reader;
    gn_cache date;
    gn_cache date_bytes;
    _Atomic(PyObject *) fields_type; /* gnomon.Fields, or NULL until needed */
    PyTypeObject *clock_info_type;
    PyTypeObject *fast_method_type;
    PyObject *attributes[GN_ATTR_COUNT];  /* interned */
    _Atomic(PyObject *) datetime_capsule; /* NULL until it is needed */
    _Atomic(void *) datetime_api;         /* what is in it */
} gn_state;

static inline gn_state *
gn_get_state(PyObject *module)
{
    return (gn_state *)PyModule_GetState(module);
}

/* The methods of each file, ended by an empty one. */
extern PyMethodDef gn_http_date_methods[];
extern PyMethodDef gn_rfc3339_methods[];
extern PyMethodDef gn_parse_rfc3339_methods[];
extern PyMethodDef gn_word_methods[];
extern PyMethodDef gn_clock_methods[];
extern PyMethodDef gn_protobuf_methods[];

/* What a new module needs. 0, or -1 with an error set. */
int gn_clock_exec(PyObject *module, gn_state *state);
int gn_fast_method_exec(PyObject *module, gn_state *state);
int gn_capi_exec(PyObject *module);

/* errors.c: raise, and return NULL where that saves the caller a line. */
typedef enum { GN_HTTP_DATE, GN_RFC3339 } gn_format;
void gn_raise_invalid(gn_format format, const gn_error *err);
PyObject *gn_raise_unix_range(int64_t unix_seconds, int first_year);
PyObject *gn_raise_type(const char *name, const char *wanted, PyObject *given);

/* text.c: the text of an argument, borrowed until it is released. */
typedef struct {
    gn_span span;
    Py_ssize_t first_foreign; /* a character outside ASCII, or -1 */
    Py_buffer buffer;         /* buffer.obj is NULL for a str */
} gn_text;
int gn_text_borrow(PyObject *object, gn_text *out);
void gn_text_release(gn_text *text);

/* What became of a text and a default. */
typedef enum {
    GN_READ,    /* there is a value */
    GN_DEFAULT, /* there is none: return the default */
    GN_RAISED,  /* an exception is set */
} gn_outcome;

/* Takes the arguments (text, default=...) of every parse function; `read`
 * does what is particular to one format. */
typedef gn_status (*gn_reading)(gn_span text, gn_time *out, gn_error *err);
gn_outcome gn_read_any_text(PyObject *const *args, Py_ssize_t count,
                            gn_format format, gn_reading read, gn_time *out);

/* Inline, so that a str of ASCII, the usual text, goes straight to its parser.
 * A bad one is read once more where somebody wants to know what is wrong. */
static inline gn_outcome
gn_read_text(PyObject *const *args, Py_ssize_t count, gn_format format,
             gn_reading read, gn_time *out)
{
    gn_span text;
    if ((count == 1 || count == 2) && gn_ascii_borrow(args[0], &text)) {
        if (read(text, out, NULL) == GN_OK) {
            return GN_READ;
        }
        if (count == 2) {
            return GN_DEFAULT;
        }
    }
    return gn_read_any_text(args, count, format, read, out);
}

/* rfc3339.c: a new str with the digits that it needs. */
PyObject *gn_rfc3339_new(gn_time moment);

/* http_date.c: what decides about two-digit years is the clock's now. */
gn_status gn_read_http_date(gn_span text, gn_time *out, gn_error *err);

/* when.c: a moment out of an int, a float where allowed, or a datetime. The
 * seconds may lie outside every range: the caller asks. 0, or -1. */
int gn_when_read_any(PyObject *module, PyObject *when, bool floats,
                     gn_time *out);

/* A moment that is counted in micros or nanos, of which a second has so many.
 */
static inline gn_time
gn_time_split(int64_t count, int64_t per_second)
{
    int64_t seconds = count / per_second;
    int64_t rest = count % per_second;
    if (rest < 0) { /* C truncates; we want the floor */
        rest += per_second;
        seconds--;
    }
    return (gn_time){seconds, (uint32_t)(rest * (1000000000 / per_second))};
}

/* Inline for the sake of ints. */
static inline int
gn_when_read(PyObject *module, PyObject *when, bool floats, gn_time *out)
{
    int64_t seconds;
    if (gn_int_borrow(when, &seconds)) {
        *out = (gn_time){seconds, 0};
        return 0;
    }
    return gn_when_read_any(module, when, floats, out);
}

/* datetime.c: 1 and the moment for a datetime, 0 for anything else, -1. The
 * first of them only looks what it is. */
int gn_datetime_check(gn_state *state, PyObject *object);
int gn_datetime_read(gn_state *state, PyObject *object, gn_time *out);
/* An aware datetime in UTC, of years 0001-9999; what is below a microsecond
 * is cut. */
PyObject *gn_datetime_new(gn_state *state, gn_time moment);
PyObject *gn_datetime_from_civil(gn_state *state, const gn_civil *civil,
                                 uint32_t nanos);

#endif
