/* The fast paths of google.protobuf's JSON: Timestamp and Duration printed and
 * read. A path is taken only where every version of protobuf has the same
 * answer: an int in range, a str of ASCII in the grammar that all readers
 * share (a subclass of str is never in the form that gn_ascii_borrow takes).
 * For the rest the original is asked, so that its answers, exceptions
 * and texts stay its own.
 */
#include "../core/duration.h"
#include "../core/rfc3339.h"

#include "fast_method.h"

/* Attributes that hold an int, and nothing that only looks like one. */
static bool
read_int(PyObject *object, PyObject *name, int64_t *out)
{
    PyObject *value = PyObject_GetAttr(object, name);
    if (value == NULL) {
        return false;
    }
    bool is_int = PyLong_CheckExact(value);
    if (is_int && !gn_int_borrow(value, out)) {
        *out = gn_int64_saturated(value);
    }
    Py_DECREF(value);
    return is_int;
}

static bool
read_fields(gn_state *state, PyObject *message, int64_t *seconds,
            int64_t *nanos)
{
    return read_int(message, state->attributes[GN_ATTR_SECONDS], seconds) &&
           read_int(message, state->attributes[GN_ATTR_NANOS], nanos);
}

static int
write_int(PyObject *object, PyObject *name, int64_t number)
{
    PyObject *value = PyLong_FromLongLong(number);
    if (value == NULL) {
        return -1;
    }
    int failed = PyObject_SetAttr(object, name, value);
    Py_DECREF(value);
    return failed;
}

/* In the order of the original; returns None. */
static PyObject *
write_fields(gn_state *state, PyObject *message, int64_t seconds,
             int64_t nanos)
{
    if (write_int(message, state->attributes[GN_ATTR_SECONDS], seconds) < 0 ||
        write_int(message, state->attributes[GN_ATTR_NANOS], nanos) < 0) {
        return NULL;
    }
    Py_RETURN_NONE;
}

/* Timestamp.ToJsonString(self). Years out of range raise, and are left to the
 * original so. */
static PyObject *
print_timestamp(const gn_fast_method *method, PyObject *const *args)
{
    int64_t seconds, nanos;
    if (!read_fields(gn_fast_method_state(method), args[0], &seconds,
                     &nanos) ||
        nanos < 0 || nanos > GN_NANOS_MAX) {
        return NULL;
    }
    return gn_rfc3339_new((gn_time){seconds, (uint32_t)nanos});
}

/* Timestamp.FromJsonString(self, value). The original reads a fraction of up
 * to nine digits as round(float(...) * 1e9), which is exact: the error is far
 * below a half, two roundings of 2^-53 each. */
static PyObject *
parse_timestamp(const gn_fast_method *method, PyObject *const *args)
{
    gn_span text;
    int64_t seconds;
    uint32_t nanos;
    if (!gn_ascii_borrow(args[1], &text) ||
        gn_rfc3339_parse(text, &seconds, &nanos, NULL) != GN_OK ||
        !gn_rfc3339_is_plain(text)) {
        return NULL;
    }
    return write_fields(gn_fast_method_state(method), args[0], seconds, nanos);
}

/* Duration.ToJsonString(self) */
static PyObject *
print_duration(const gn_fast_method *method, PyObject *const *args)
{
    int64_t seconds, nanos;
    if (!read_fields(gn_fast_method_state(method), args[0], &seconds,
                     &nanos) ||
        !gn_duration_holds(seconds, nanos)) {
        return NULL;
    }
    char text[GN_DURATION_MAX_SIZE];
    size_t size = gn_duration_write(text, seconds, (int32_t)nanos);
    PyObject *str = PyUnicode_New((Py_ssize_t)size, 127);
    if (str == NULL) {
        return NULL;
    }
    memcpy(gn_ascii_data(str), text, size);
    return str;
}

/* Duration.FromJsonString(self, value) */
static PyObject *
parse_duration(const gn_fast_method *method, PyObject *const *args)
{
    gn_span text;
    int64_t seconds;
    int32_t nanos;
    if (!gn_ascii_borrow(args[1], &text) ||
        !gn_duration_parse(text, &seconds, &nanos)) {
        return NULL;
    }
    return write_fields(gn_fast_method_state(method), args[0], seconds, nanos);
}

/* The classes of a path in json_format: the printer or parser, then those of
 * the messages. Anything else may have methods of its own. */
static bool
is_for(const gn_fast_method *method, PyObject *owner, PyObject *message)
{
    PyObject *classes = method->classes;
    Py_ssize_t count = PyTuple_GET_SIZE(classes);
    if (count == 0 ||
        (PyObject *)Py_TYPE(owner) != PyTuple_GET_ITEM(classes, 0)) {
        return false;
    }
    for (Py_ssize_t i = 1; i < count; i++) {
        if ((PyObject *)Py_TYPE(message) == PyTuple_GET_ITEM(classes, i)) {
            return true;
        }
    }
    return false;
}

/* The message's method by that name, its path taken straight if it has one:
 * no call, and nobody's own method is passed over. */
static PyObject *
run_method(gn_state *state, gn_attribute name, PyObject *const *args,
           Py_ssize_t count)
{
    PyObject *found = PyObject_GetAttr((PyObject *)Py_TYPE(args[0]),
                                       state->attributes[name]);
    if (found == NULL) {
        return NULL;
    }
    PyObject *result = NULL;
    if (Py_IS_TYPE(found, state->fast_method_type)) {
        const gn_fast_method *fast = (const gn_fast_method *)found;
        if (fast->path->count == count) {
            result = fast->path->run(fast, args);
        }
    }
    Py_DECREF(found);
    return result;
}

/* _Printer._MessageToJsonObject(self, message) */
static PyObject *
print_message(const gn_fast_method *method, PyObject *const *args)
{
    if (!is_for(method, args[0], args[1])) {
        return NULL;
    }
    return run_method(gn_fast_method_state(method), GN_ATTR_TO_JSON_STRING,
                      args + 1, 1);
}

/* _Parser.ConvertMessage(self, value, message, path) */
static PyObject *
parse_message(const gn_fast_method *method, PyObject *const *args)
{
    gn_state *state = gn_fast_method_state(method);
    int64_t depth, most;
    if (!is_for(method, args[0], args[2]) ||
        !read_int(args[0], state->attributes[GN_ATTR_DEPTH], &depth) ||
        !read_int(args[0], state->attributes[GN_ATTR_MAX_DEPTH], &most) ||
        depth >= most) {
        return NULL;
    }
    PyObject *const given[] = {args[2], args[1]};
    return run_method(state, GN_ATTR_FROM_JSON_STRING, given, 2);
}

static const gn_fast_path paths[] = {
    {"Timestamp.ToJsonString", 1, print_timestamp},
    {"Timestamp.FromJsonString", 2, parse_timestamp},
    {"Duration.ToJsonString", 1, print_duration},
    {"Duration.FromJsonString", 2, parse_duration},
    {"_Printer._MessageToJsonObject", 2, print_message},
    {"_Parser.ConvertMessage", 4, parse_message},
};

PyDoc_STRVAR(fast_method_doc,
"fast_method($module, name, original, /, *classes)\n"
"--\n\n"
"Return a method that stands in for one of google.protobuf's.\n"
"\n"
"name: its qualified name; original: the function that is asked for all that\n"
"the fast path does not take; classes: for the methods of json_format, the\n"
"class that has the method, and those of the messages it is fast for.");

static PyObject *
fast_method(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    if (count < 2 || !PyUnicode_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError,
                        "expected a name, the original and classes");
        return NULL;
    }
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (PyUnicode_CompareWithASCIIString(args[0], paths[i].name) == 0) {
            return gn_fast_method_new(gn_get_state(module), &paths[i], args[1],
                                      args + 2, count - 2);
        }
    }
    return PyErr_Format(PyExc_ValueError, "there is no fast path for %R",
                        args[0]);
}

PyMethodDef gn_protobuf_methods[] = {
    {"fast_method", GN_METHOD(fast_method), METH_FASTCALL, fast_method_doc},
    {NULL, NULL, 0, NULL},
};
