/* pack() and unpack(): the packed word for Python. */
#include "../core/word.h"

#include "module.h"

enum { FIELD_COUNT = 7 };

PyDoc_STRVAR(pack_doc,
"pack($module, when, /)\n"
"--\n\n"
"Return a moment packed into an int of 43 bits.\n"
"\n"
"From the lowest bit: second (6 bits), minute (6), hour (5), day (5), month\n"
"(4), weekday (3, Monday is 0), year (14), in UTC.\n"
"\n"
"when: as for format(), with the same errors.\n"
"\n"
">>> gnomon.pack(784111777)\n"
"1070970211429\n"
"\n"
"Source: the clock word of this library, csrc/core/word.h.");

static PyObject *
pack(PyObject *module, PyObject *when)
{
    gn_time moment;
    if (gn_when_read(module, when, true, &moment) < 0) {
        return NULL;
    }
    if (!gn_civil_holds(moment.seconds)) {
        return gn_raise_unix_range(moment.seconds, 0);
    }
    uint64_t word = gn_word_pack(gn_civil_from_unix(moment.seconds));
    return PyLong_FromUnsignedLongLong(word);
}

/* gnomon.Fields, borrowed from the state. */
static PyTypeObject *
get_fields_type(gn_state *state)
{
    PyObject *type = atomic_load(&state->fields_type);
    if (type != NULL) {
        return (PyTypeObject *)type;
    }
    PyObject *package = PyImport_ImportModule("gnomon._fields");
    if (package == NULL) {
        return NULL;
    }
    type = PyObject_GetAttrString(package, "Fields");
    Py_DECREF(package);
    if (type == NULL) {
        return NULL;
    }
    /* Somebody may have put another there; its instances may be smaller. */
    if (!PyType_Check(type) ||
        !PyType_IsSubtype((PyTypeObject *)type, &PyTuple_Type)) {
        gn_raise_type("gnomon._fields.Fields", "a class of tuples", type);
        Py_DECREF(type);
        return NULL;
    }
    PyObject *first = NULL;
    /* GCOVR_EXCL_START: another thread is rarely just faster */
    if (!atomic_compare_exchange_strong(&state->fields_type, &first, type)) {
        Py_DECREF(type);
        type = first;
    } /* GCOVR_EXCL_STOP */
    return (PyTypeObject *)type;
}

static PyObject *
new_fields(gn_state *state, gn_civil c)
{
    PyTypeObject *type = get_fields_type(state);
    if (type == NULL) {
        return NULL;
    }
    PyObject *fields = gn_tuple_of_class_new(type, FIELD_COUNT);
    if (fields == NULL) {
        return NULL;
    }
    const long values[FIELD_COUNT] = {c.year,   c.month,  c.day,    c.hour,
                                      c.minute, c.second, c.weekday};
    for (Py_ssize_t i = 0; i < FIELD_COUNT; i++) {
        PyObject *value = PyLong_FromLong(values[i]);
        if (value == NULL) {
            Py_DECREF(fields);
            return NULL;
        }
        PyTuple_SET_ITEM(fields, i, value);
    }
    return fields;
}

PyDoc_STRVAR(unpack_doc,
"unpack($module, word, /)\n"
"--\n\n"
"Return the fields of a word that pack() made.\n"
"\n"
"word: an int (or any object with __index__).\n"
"\n"
"The result is a named tuple: year, month, day, hour, minute, second, weekday\n"
"(Monday is 0).\n"
"\n"
"Raises ValueError for a number that pack() does not return, TypeError for\n"
"another type.\n"
"\n"
">>> gnomon.unpack(1070970211429).month\n"
"11\n"
"\n"
"Source: the clock word of this library, csrc/core/word.h.");

static PyObject *
unpack(PyObject *module, PyObject *object)
{
    if (!PyIndex_Check(object)) {
        gn_raise_type("word", "an int", object);
        return NULL;
    }
    PyObject *number = PyNumber_Index(object);
    if (number == NULL) {
        return NULL;
    }
    /* Saturated numbers, negative ones too, are no words. */
    uint64_t word = (uint64_t)gn_int64_saturated(number);
    Py_DECREF(number);
    gn_civil c;
    if (gn_word_unpack(word, &c) != GN_OK) {
        PyErr_SetString(PyExc_ValueError, "word is not one that pack() makes");
        return NULL;
    }
    return new_fields(gn_get_state(module), c);
}

PyMethodDef gn_word_methods[] = {
    {"pack", pack, METH_O, pack_doc},
    {"unpack", unpack, METH_O, unpack_doc},
    {NULL, NULL, 0, NULL},
};
