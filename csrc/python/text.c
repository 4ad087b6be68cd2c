/* Text out of a str or a buffer of bytes, and what all parse functions do
 * around their format.
 */
#include "module.h"

/* The first character that is not ASCII, of a str that has one. */
static Py_ssize_t
find_foreign(PyObject *text)
{
    int kind = PyUnicode_KIND(text);
    const void *data = PyUnicode_DATA(text);
    Py_ssize_t i = 0;
    while (PyUnicode_READ(kind, data, i) < 128) {
        i++;
    }
    return i;
}

static int
borrow_buffer(PyObject *object, gn_text *out)
{
    if (!PyObject_CheckBuffer(object)) {
        gn_raise_type("text", "a str or bytes", object);
        return -1;
    }
    if (PyObject_GetBuffer(object, &out->buffer, PyBUF_SIMPLE) < 0) {
        if (PyErr_ExceptionMatches(PyExc_BufferError)) {
            gn_raise_type("text", "a str or contiguous bytes", object);
        }
        return -1;
    }
    out->span = (gn_span){out->buffer.buf, (size_t)out->buffer.len};
    return 0;
}

int
gn_text_borrow(PyObject *object, gn_text *out)
{
    out->first_foreign = -1;
    if (!PyUnicode_Check(object)) {
        return borrow_buffer(object, out);
    }
    out->buffer.obj = NULL;
    if (gn_str_is_ascii(object)) {
        out->span = (gn_span){PyUnicode_DATA(object),
                              (size_t)PyUnicode_GET_LENGTH(object)};
        return 0;
    }
    if (PyErr_Occurred()) {
        return -1;
    }
    out->first_foreign = find_foreign(object);
    return 0;
}

void
gn_text_release(gn_text *text)
{
    if (text->buffer.obj != NULL) {
        PyBuffer_Release(&text->buffer);
    }
}

gn_outcome
gn_read_any_text(PyObject *const *args, Py_ssize_t count, gn_format format,
                 gn_reading read, gn_time *out)
{
    if (count != 1 && count != 2) {
        PyErr_Format(
            PyExc_TypeError,
            "expected a text and at most a default, got %zd arguments", count);
        return GN_RAISED;
    }
    gn_text text;
    if (gn_text_borrow(args[0], &text) < 0) {
        return GN_RAISED;
    }
    gn_error err;
    gn_error *wanted = count == 1 ? &err : NULL;
    gn_status status;
    if (text.first_foreign < 0) {
        status = read(text.span, out, wanted);
    }
    else {
        status = GN_INVALID;
        err =
            (gn_error){GN_INVALID, GN_FIELD_ASCII, (size_t)text.first_foreign};
    }
    gn_text_release(&text);
    if (status == GN_OK) {
        return GN_READ;
    }
    if (wanted == NULL) {
        return GN_DEFAULT;
    }
    gn_raise_invalid(format, &err);
    return GN_RAISED;
}
