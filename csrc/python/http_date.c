/* date(), format(), parse(): HTTP dates for Python. */
#include "../core/http_date.h"
#include "../core/turn.h"

#include "module.h"

/* A new str or bytes of the size of an IMF-fixdate, and where its text goes.
 */
static PyObject *
new_str(char **text)
{
    PyObject *str = PyUnicode_New(GN_IMF_SIZE, 127);
    if (str != NULL) {
        *text = gn_ascii_data(str);
    }
    return str;
}

static PyObject *
new_bytes(char **text)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, GN_IMF_SIZE);
    if (bytes != NULL) {
        *text = PyBytes_AS_STRING(bytes);
    }
    return bytes;
}

typedef PyObject *(*new_text)(char **text);
typedef char *(*writable_text)(PyObject *object);

/* Now */

/* Once a second, when the allocator has grown cold, it costs more than all the
 * rest of the read: an old object that nobody else has shows the new second.
 */
GN_AT_TURN static PyObject *
render(uint64_t word, PyObject *old, new_text make, writable_text reuse)
{
    char *text = old == NULL ? NULL : reuse(old);
    PyObject *object = text == NULL ? make(&text) : Py_NewRef(old);
    if (object != NULL) {
        gn_http_date_write(text, gn_word_fields(word));
    }
    gn_clock_touch();
    return object;
}

static inline PyObject *
now(gn_state *state, gn_cache *cache, new_text make, writable_text reuse)
{
#if GN_SHARE_TEXT
    uint64_t word = gn_clock_read(&state->reader);
    if (word == cache->word) {
        return Py_NewRef(cache->object);
    }
    PyObject *object = render(word, cache->object, make, reuse);
    if (object != NULL) {
        cache->word = word;
        Py_XSETREF(cache->object, Py_NewRef(object));
    }
    return object;
#else
    (void)state;
    (void)cache;
    gn_reader nothing_seen = {0};
    return render(gn_clock_read(&nothing_seen), NULL, make, reuse);
#endif
}

PyDoc_STRVAR(date_doc,
"date($module, /)\n"
"--\n\n"
"Return the current HTTP date, an IMF-fixdate of 29 characters.\n"
"\n"
"It is the current second, never ahead of the clock and at most a tick of the\n"
"system behind it (10 ms, on Windows 16). Within one second every call of an\n"
"interpreter with a GIL returns the same object. Raises nothing but\n"
"MemoryError.\n"
"\n"
">>> gnomon.date()\n"
"'Sun, 06 Nov 1994 08:49:37 GMT'\n"
"\n"
"Source: RFC 9110, sections 5.6.7 and 6.6.1.");

GN_AT_TURN static PyObject *
date(PyObject *module, PyObject *Py_UNUSED(nothing))
{
    gn_state *state = gn_get_state(module);
    return now(state, &state->date, new_str, gn_str_writable);
}

PyDoc_STRVAR(date_bytes_doc,
"date_bytes($module, /)\n"
"--\n\n"
"Return the current HTTP date as 29 bytes; otherwise like date().\n"
"\n"
">>> gnomon.date_bytes()\n"
"b'Sun, 06 Nov 1994 08:49:37 GMT'\n"
"\n"
"Source: RFC 9110, sections 5.6.7 and 6.6.1.");

GN_AT_TURN static PyObject *
date_bytes(PyObject *module, PyObject *Py_UNUSED(nothing))
{
    gn_state *state = gn_get_state(module);
    return now(state, &state->date_bytes, new_bytes, gn_bytes_writable);
}

/* Any moment */

static inline PyObject *
format_when(PyObject *module, PyObject *when, new_text make)
{
    gn_time moment;
    if (gn_when_read(module, when, true, &moment) < 0) {
        return NULL;
    }
    if (!gn_civil_holds(moment.seconds)) {
        return gn_raise_unix_range(moment.seconds, 0);
    }
    char *text;
    PyObject *object = make(&text);
    if (object != NULL) {
        gn_http_date_write_unix(text, moment.seconds);
    }
    return object;
}

PyDoc_STRVAR(format_doc,
"format($module, when, /)\n"
"--\n\n"
"Return the HTTP date of a moment, an IMF-fixdate of 29 characters.\n"
"\n"
"when: Unix seconds as an int (or any object with __index__) or a float, of\n"
"which the floor is taken; or a datetime, converted to UTC if it is aware and\n"
"read as UTC if it is naive. Years 0000 to 9999.\n"
"\n"
"Raises ValueError outside these years and for nan, TypeError for any other\n"
"type.\n"
"\n"
">>> gnomon.format(784111777)\n"
"'Sun, 06 Nov 1994 08:49:37 GMT'\n"
"\n"
"Source: RFC 9110, section 5.6.7.");

static PyObject *
format(PyObject *module, PyObject *when)
{
    return format_when(module, when, new_str);
}

PyDoc_STRVAR(format_bytes_doc,
"format_bytes($module, when, /)\n"
"--\n\n"
"Return the HTTP date of a moment as 29 bytes; otherwise like format().\n"
"\n"
"when: as for format(), with the same errors.\n"
"\n"
">>> gnomon.format_bytes(784111777)\n"
"b'Sun, 06 Nov 1994 08:49:37 GMT'\n"
"\n"
"Source: RFC 9110, section 5.6.7.");

static PyObject *
format_bytes(PyObject *module, PyObject *when)
{
    return format_when(module, when, new_bytes);
}

/* Back */

gn_status
gn_read_http_date(gn_span text, gn_time *out, gn_error *err)
{
    /* Now decides about two-digit years, which the longest form alone has. */
    int64_t now = text.size >= GN_RFC850_MIN ? gn_clock_now_coarse() : 0;
    out->nanos = 0;
    return gn_http_date_parse(text, now, &out->seconds, err);
}

static inline gn_outcome
read_args(PyObject *const *args, Py_ssize_t count, gn_time *out)
{
    return gn_read_text(args, count, GN_HTTP_DATE, gn_read_http_date, out);
}

PyDoc_STRVAR(parse_doc,
"parse($module, text, default=..., /)\n"
"--\n\n"
"Return the Unix seconds of an HTTP date.\n"
"\n"
"text: a str, or bytes in any buffer, in one of the three forms: IMF-fixdate,\n"
"rfc850-date, asctime-date. Case matters; spaces and tabs around it do not.\n"
"The weekday must be one, whether or not it fits the date. 23:59:60 is the\n"
"next second. A two-digit year that would make the date more than fifty years\n"
"ahead of now is the most recent past year with these digits.\n"
"default: given by position, it is returned instead of a ValueError; that costs\n"
"no more than a good date.\n"
"\n"
"Raises ValueError, naming the field and its position, for any other text,\n"
"TypeError for what is no text.\n"
"\n"
">>> gnomon.parse('Sun, 06 Nov 1994 08:49:37 GMT')\n"
"784111777\n"
">>> gnomon.parse('Mon, 20 Nov 9999999999 12:00:00 GMT', None)\n"
"\n"
"Source: RFC 9110, section 5.6.7.");

static PyObject *
parse(PyObject *Py_UNUSED(module), PyObject *const *args, Py_ssize_t count)
{
    gn_time moment;
    switch (read_args(args, count, &moment)) {
    case GN_READ:
        return PyLong_FromLongLong(moment.seconds);
    case GN_DEFAULT:
        return Py_NewRef(args[1]);
    default:
        return NULL;
    }
}

PyDoc_STRVAR(parse_datetime_doc,
"parse_datetime($module, text, default=..., /)\n"
"--\n\n"
"Return the aware datetime, in UTC, of an HTTP date.\n"
"\n"
"text: as for parse().\n"
"default: returned instead of a ValueError, as by parse().\n"
"\n"
"tzinfo is datetime.timezone.utc. Year 0000, which datetime does not have, is a\n"
"ValueError too.\n"
"\n"
">>> gnomon.parse_datetime('Sun, 06 Nov 1994 08:49:37 GMT')\n"
"datetime.datetime(1994, 11, 6, 8, 49, 37, tzinfo=datetime.timezone.utc)\n"
"\n"
"Source: RFC 9110, section 5.6.7.");

static PyObject *
parse_datetime(PyObject *module, PyObject *const *args, Py_ssize_t count)
{
    gn_time moment;
    gn_outcome outcome = read_args(args, count, &moment);
    if (outcome == GN_READ && moment.seconds >= GN_UNIX_YEAR_1) {
        return gn_datetime_new(gn_get_state(module), moment);
    }
    if (outcome == GN_RAISED) {
        return NULL;
    }
    if (count == 2) {
        return Py_NewRef(args[1]);
    }
    PyErr_SetString(PyExc_ValueError,
                    "HTTP-date in year 0000, which datetime does not have");
    return NULL;
}

PyMethodDef gn_http_date_methods[] = {
    {"date", date, METH_NOARGS, date_doc},
    {"date_bytes", date_bytes, METH_NOARGS, date_bytes_doc},
    {"format", format, METH_O, format_doc},
    {"format_bytes", format_bytes, METH_O, format_bytes_doc},
    {"parse", GN_METHOD(parse), METH_FASTCALL, parse_doc},
    {"parse_datetime", GN_METHOD(parse_datetime), METH_FASTCALL,
     parse_datetime_doc},
    {NULL, NULL, 0, NULL},
};
