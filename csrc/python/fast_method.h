/* A method of a Python class that answers its usual arguments itself, and
 * hands all others to the function that it stands in for.
 */
#ifndef GNOMON_PYTHON_FAST_METHOD_H
#define GNOMON_PYTHON_FAST_METHOD_H

#include "module.h"

typedef struct gn_fast_method gn_fast_method;

/* The result, or NULL where the original is to be asked; an exception that is
 * set then is dropped, for it is the original's to raise. */
typedef PyObject *(*gn_fast_run)(const gn_fast_method *method,
                                 PyObject *const *args);

typedef struct {
    const char *name;
    Py_ssize_t count; /* of the arguments, self included */
    gn_fast_run run;
} gn_fast_path;

struct gn_fast_method {
    PyObject_HEAD vectorcallfunc call;
    const gn_fast_path *path;
    PyObject *original;
    PyObject *classes; /* a tuple: those that the path is for, if it asks */
    PyObject *dict;
    PyObject *weak_references;
};

/* A new method on that path in front of the original. */
PyObject *gn_fast_method_new(gn_state *state, const gn_fast_path *path,
                             PyObject *original, PyObject *const *classes,
                             Py_ssize_t count);

static inline gn_state *
gn_fast_method_state(const gn_fast_method *method)
{
    return (gn_state *)PyType_GetModuleState(Py_TYPE(method));
}

#endif
