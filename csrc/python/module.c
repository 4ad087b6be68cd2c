/* The module gnomon._core: what it holds, and its birth and end. */
#include "module.h"

PyDoc_STRVAR(module_doc,
"The C side of gnomon: import gnomon instead.");

static int
add_methods(PyObject *module)
{
    PyMethodDef *const tables[] = {
        gn_http_date_methods, gn_rfc3339_methods, gn_parse_rfc3339_methods,
        gn_word_methods,      gn_clock_methods,   gn_protobuf_methods};
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (PyModule_AddFunctions(module, tables[i]) < 0) {
            return -1;
        }
    }
    return 0;
}

static const char *const names[GN_ATTR_COUNT] = {
    [GN_ATTR_UTCOFFSET] = "utcoffset",
    [GN_ATTR_SECONDS] = "seconds",
    [GN_ATTR_NANOS] = "nanos",
    [GN_ATTR_TO_JSON_STRING] = "ToJsonString",
    [GN_ATTR_FROM_JSON_STRING] = "FromJsonString",
    [GN_ATTR_DEPTH] = "recursion_depth",
    [GN_ATTR_MAX_DEPTH] = "max_recursion_depth",
};

static int
make_names(gn_state *state)
{
    for (int i = 0; i < GN_ATTR_COUNT; i++) {
        state->attributes[i] = PyUnicode_InternFromString(names[i]);
        if (state->attributes[i] == NULL) {
            return -1;
        }
    }
    return 0;
}

static int
module_exec(PyObject *module)
{
    gn_state *state = gn_get_state(module);
    if (add_methods(module) < 0 || make_names(state) < 0 ||
        gn_fast_method_exec(module, state) < 0 || gn_capi_exec(module) < 0) {
        return -1;
    }
    return gn_clock_exec(module, state);
}

static int
module_traverse(PyObject *module, visitproc visit, void *arg)
{
    gn_state *state = gn_get_state(module);
    PyObject *fields_type = atomic_load(&state->fields_type);
    Py_VISIT(fields_type);
    Py_VISIT(state->clock_info_type);
    Py_VISIT(state->fast_method_type);
    return 0;
}

static int
module_clear(PyObject *module)
{
    gn_state *state = gn_get_state(module);
    state->date.word = 0;
    state->date_bytes.word = 0;
    Py_CLEAR(state->date.object);
    Py_CLEAR(state->date_bytes.object);
    Py_XDECREF(atomic_exchange(&state->fields_type, NULL));
    Py_CLEAR(state->clock_info_type);
    Py_CLEAR(state->fast_method_type);
    return 0;
}

static void
module_free(void *module)
{
    (void)module_clear((PyObject *)module);
    /* Not sooner, since finalizers may call what needs them. */
    gn_state *state = gn_get_state((PyObject *)module);
    for (int i = 0; i < GN_ATTR_COUNT; i++) {
        Py_CLEAR(state->attributes[i]);
    }
    Py_XDECREF(atomic_exchange(&state->datetime_capsule, NULL));
}

static PyModuleDef_Slot module_slots[] = {
    {Py_mod_exec, module_exec},
#if defined(Py_mod_multiple_interpreters)
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#if defined(Py_mod_gil)
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef module_def = {
    PyModuleDef_HEAD_INIT,   .m_name = "gnomon._core",
    .m_doc = module_doc,     .m_size = sizeof(gn_state),
    .m_slots = module_slots, .m_traverse = module_traverse,
    .m_clear = module_clear, .m_free = module_free,
};

PyMODINIT_FUNC PyInit__core(void); /* the one symbol that is exported */

PyMODINIT_FUNC
PyInit__core(void)
{
    return PyModuleDef_Init(&module_def);
}
