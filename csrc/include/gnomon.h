/* gnomon for C, C++ and Cython: HTTP dates and RFC 3339 timestamps without a
 * Python object, without the GIL, from any thread.
 *
 *     #include <Python.h>
 *     #include <gnomon.h>                    // -I of gnomon.get_include()
 *
 *     static int
 *     module_exec(PyObject *module)          // Py_mod_exec of your module
 *     {
 *         return gnomon_import();            // once, with the GIL
 *     }
 *
 *     char date[GNOMON_DATE_SIZE];           // then anywhere, without it
 *     gnomon_date(date);
 *
 * There is nothing to link with: gnomon_import() finds the functions in the
 * gnomon that is installed. A setup.py says
 *
 *     Extension("yours", ["yours.c"], include_dirs=[gnomon.get_include()])
 *
 * and Cython, with the same, `from gnomon cimport gnomon_import, gnomon_date`.
 *
 * What holds for every function but gnomon_import():
 *
 * - It needs no GIL and no Python thread state, and may be called from any
 *   number of threads at once. It never waits for another thread, sets no
 *   Python exception and takes no memory, but for the thread of the ticker,
 *   which gnomon_date() starts where there is none.
 * - Texts are sized, never ended by a NUL: none is written, and one that is
 *   read is a wrong byte. What is written goes to memory of the caller, who
 *   has as much of it as the constants below say.
 * - Where it fails, it returns another status than GNOMON_OK and writes
 *   nothing.
 * - Now is gnomon's clock: what gnomon.clock.freeze() freezes is frozen here.
 *
 * The pointer that gnomon_import() fetches is `static`: each source file that
 * calls anything has its own, and must import itself. It may do so again, and
 * in every interpreter: all of a process share the same functions. These are
 * never unloaded, so that a thread may go on calling when its interpreter has
 * ended; but gnomon's ticker is joined when the last interpreter goes, and a
 * read after that may start one that ends with the process.
 *
 * What a call costs was measured on a virtual EPYC core. RFC 9110 is HTTP
 * Semantics, RFC 3339 timestamps.
 */
#ifndef GNOMON_H
#define GNOMON_H

#include <Python.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The version of this interface, not of the package. One more minor: there are
 * new functions at the end of the table, and all else is as it was. One more
 * major: anything may be different. */
#define GNOMON_API_MAJOR 1
#define GNOMON_API_MINOR 0

#define GNOMON_DATE_SIZE 29    /* Sun, 06 Nov 1994 08:49:37 GMT */
#define GNOMON_RFC3339_SIZE 30 /* the longest: 9 digits of fraction */
#define GNOMON_DIGITS_AUTO \
    (-1) /* 0, 3, 6 or 9: the fewest that lose nothing */

typedef enum {
    GNOMON_OK,
    GNOMON_INVALID, /* the text breaks its grammar */
    GNOMON_RANGE,   /* a number lies outside what the format holds */
} gnomon_status;

/* What the capsule gnomon._C_API points to. Call the functions below. */
typedef struct {
    uint32_t size; /* bytes of this table, in the gnomon that is installed */
    uint16_t major;
    uint16_t minor;
    void (*date)(char *out);
    gnomon_status (*format)(char *out, int64_t seconds);
    gnomon_status (*parse)(const char *text, size_t size, int64_t *seconds);
    void (*now)(int64_t *seconds, uint32_t *nanos);
    gnomon_status (*rfc3339)(char *out, size_t *size, int64_t seconds,
                             uint32_t nanos, int digits);
    gnomon_status (*parse_rfc3339)(const char *text, size_t size,
                                   int64_t *seconds, uint32_t *nanos);
} gnomon_api;

static const gnomon_api *gnomon_table = NULL;

/* Fetch the functions. Call it with the GIL, where your module is initialised,
 * before any other: they crash without it.
 *
 * Gives 0; or -1 with an exception set: ImportError where gnomon is not
 * installed, is older than this header (its minor version is less), or is of
 * another major version, and whatever the import of gnomon raises.
 * Costs an import. */
static inline int
gnomon_import(void)
{
    const gnomon_api *table =
        (const gnomon_api *)PyCapsule_Import("gnomon._C_API", 0);
    if (table == NULL) {
        return -1;
    }
    if (table->major != GNOMON_API_MAJOR || table->size < sizeof *table) {
        const char *advice = table->major > GNOMON_API_MAJOR
                                 ? "rebuild it, or install an older gnomon"
                                 : "install a newer gnomon";
        PyErr_Format(PyExc_ImportError,
                     "this extension was built for version %d.%d of gnomon's "
                     "C API, but the gnomon that is installed has %d.%d: %s",
                     GNOMON_API_MAJOR, GNOMON_API_MINOR, (int)table->major,
                     (int)table->minor, advice);
        return -1;
    }
    gnomon_table = table;
    return 0;
}

/* Write the current HTTP date, an IMF-fixdate (RFC 9110, sections 5.6.7 and
 * 6.6.1): GNOMON_DATE_SIZE bytes.
 *
 * It is the current second, never ahead of the clock and at most a tick of the
 * system behind it (10 ms, on Windows 16); like gnomon.date() it starts and
 * wakes the ticker. Never fails. Costs about 5 ns, and 15 without a ticker
 * (GNOMON_CLOCK=off); the read that starts or wakes it, some microseconds. */
static inline void
gnomon_date(char *out)
{
    gnomon_table->date(out);
}

/* Write the HTTP date of a moment: GNOMON_DATE_SIZE bytes.
 *
 * seconds: Unix seconds, years 0000 to 9999; else GNOMON_RANGE.
 * Costs about 5 ns. */
static inline gnomon_status
gnomon_format(char *out, int64_t seconds)
{
    return gnomon_table->format(out, seconds);
}

/* Read an HTTP date into Unix seconds, years 0000 to 9999.
 *
 * text, size: one of the three forms of RFC 9110, section 5.6.7, spaces and
 * tabs around it trimmed. Case matters; the weekday must be one, whether or
 * not it fits the date. A two-digit year is the one that section asks for,
 * counted from now.
 * Gives GNOMON_INVALID for any other text.
 * Costs about 10 ns, good or bad; text that is too long is not read. */
static inline gnomon_status
gnomon_parse(const char *text, size_t size, int64_t *seconds)
{
    return gnomon_table->parse(text, size, seconds);
}

/* Read gnomon's clock: Unix seconds, the floor, years 0000 to 9999, and nanos
 * within the second, 0 to 999999999, as precise as the system has them.
 *
 * For timestamps: gnomon_date() needs no call of it. Never fails. Costs what
 * clock_gettime() does, 20 to 50 ns, and a few more. */
static inline void
gnomon_now(int64_t *seconds, uint32_t *nanos)
{
    gnomon_table->now(seconds, nanos);
}

/* Write a moment as an RFC 3339 date-time (section 5.6) in UTC with a Z: at
 * most GNOMON_RFC3339_SIZE bytes; *size tells how many.
 *
 * seconds: Unix seconds, years 0001 to 9999; nanos: 0 to 999999999.
 * digits: of the fraction, 0 to 9, cut and never rounded (3 always gives 24
 * bytes); or GNOMON_DIGITS_AUTO, as the proto3 JSON mapping asks.
 * Gives GNOMON_RANGE for anything else. Costs about 8 ns. */
static inline gnomon_status
gnomon_rfc3339(char *out, size_t *size, int64_t seconds, uint32_t nanos,
               int digits)
{
    return gnomon_table->rfc3339(out, size, seconds, nanos, digits);
}

/* Read an RFC 3339 date-time (section 5.6) into Unix seconds, years 0001 to
 * 9999 in UTC, and nanos, 0 to 999999999.
 *
 * text, size: T and Z in either case, or an offset like +05:30, any number of
 * digits of fraction, of which nine count; nothing is trimmed. :60 only where
 * the moment is 23:59:60 UTC; it is the next second.
 * Gives GNOMON_INVALID for any other text.
 * Costs about 10 ns, and a fraction of one for each digit past nine. */
static inline gnomon_status
gnomon_parse_rfc3339(const char *text, size_t size, int64_t *seconds,
                     uint32_t *nanos)
{
    return gnomon_table->parse_rfc3339(text, size, seconds, nanos);
}

#ifdef __cplusplus
}
#endif

#endif
