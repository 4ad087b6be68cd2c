/* The type of fast methods. Like functools.lru_cache's wrapper it binds as a
 * function does, and has a __dict__ that functools.update_wrapper fills, so
 * that its name, signature and documentation are the original's.
 */
#include "fast_method.h"

#include <stddef.h>
#include <structmember.h>

static PyObject *
call(PyObject *self, PyObject *const *args, size_t count, PyObject *names)
{
    const gn_fast_method *method = (const gn_fast_method *)self;
    if (names == NULL && PyVectorcall_NARGS(count) == method->path->count) {
        PyObject *result = method->path->run(method, args);
        if (result != NULL) {
            return result;
        }
        if (PyErr_Occurred()) {
            if (!PyErr_ExceptionMatches(PyExc_Exception)) {
                return NULL; /* KeyboardInterrupt, say */
            }
            PyErr_Clear();
        }
    }
    return PyObject_Vectorcall(method->original, args, count, names);
}

static PyObject *
bind(PyObject *self, PyObject *object, PyObject *Py_UNUSED(type))
{
    if (object == NULL || object == Py_None) {
        return Py_NewRef(self);
    }
    return PyMethod_New(self, object);
}

/* Pickled by its name, as functions are. */
static PyObject *
reduce(PyObject *self, PyObject *Py_UNUSED(ignored))
{
    return PyObject_GetAttrString(self, "__qualname__");
}

static int
traverse(PyObject *self, visitproc visit, void *arg)
{
    gn_fast_method *method = (gn_fast_method *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(method->original);
    Py_VISIT(method->classes);
    Py_VISIT(method->dict);
    return 0;
}

static int
clear(PyObject *self)
{
    gn_fast_method *method = (gn_fast_method *)self;
    Py_CLEAR(method->dict);
    return 0;
}

static void
dealloc(PyObject *self)
{
    gn_fast_method *method = (gn_fast_method *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    if (method->weak_references != NULL) {
        PyObject_ClearWeakRefs(self);
    }
    (void)clear(self);
    Py_XDECREF(method->original);
    Py_XDECREF(method->classes);
    type->tp_free(self);
    Py_DECREF(type);
}

static PyMethodDef methods[] = {
    {"__reduce__", reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"__vectorcalloffset__", T_PYSSIZET, offsetof(gn_fast_method, call),
     READONLY, NULL},
    {"__dictoffset__", T_PYSSIZET, offsetof(gn_fast_method, dict), READONLY,
     NULL},
    {"__weaklistoffset__", T_PYSSIZET,
     offsetof(gn_fast_method, weak_references), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef getset[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_call, PyVectorcall_Call},
    {Py_tp_descr_get, bind},
    {Py_tp_traverse, traverse},
    {Py_tp_clear, clear},
    {Py_tp_dealloc, dealloc},
    {Py_tp_methods, methods},
    {Py_tp_members, members},
    {Py_tp_getset, getset},
    {0, NULL},
};

static PyType_Spec spec = {
    .name = "gnomon._core.FastMethod",
    .basicsize = sizeof(gn_fast_method),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC |
             Py_TPFLAGS_HAVE_VECTORCALL | Py_TPFLAGS_METHOD_DESCRIPTOR |
             Py_TPFLAGS_IMMUTABLETYPE | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .slots = slots,
};

PyObject *
gn_fast_method_new(gn_state *state, const gn_fast_path *path,
                   PyObject *original, PyObject *const *classes,
                   Py_ssize_t count)
{
    PyTypeObject *type = state->fast_method_type;
    gn_fast_method *method = (gn_fast_method *)type->tp_alloc(type, 0);
    if (method == NULL) {
        return NULL;
    }
    method->call = call;
    method->path = path;
    method->original = Py_NewRef(original);
    method->classes = PyTuple_New(count);
    if (method->classes == NULL) {
        Py_DECREF(method);
        return NULL;
    }
    for (Py_ssize_t i = 0; i < count; i++) {
        PyTuple_SET_ITEM(method->classes, i, Py_NewRef(classes[i]));
    }
    return (PyObject *)method;
}

int
gn_fast_method_exec(PyObject *module, gn_state *state)
{
    state->fast_method_type =
        gn_new_type(PyType_FromModuleAndSpec(module, &spec, NULL));
    return state->fast_method_type == NULL ? -1 : 0;
}
