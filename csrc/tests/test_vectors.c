/* The cases of tests/vectors, which the Python tests read too. The directory
 * is the first argument, or the one that the Makefile knows.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "guard.h"
#include "http_date.h"
#include "rfc3339.h"

#ifndef VECTORS
#define VECTORS "../../tests/vectors"
#endif

static const int64_t NOW = 1795996800; /* 2026-11-30T00:00:00Z */
enum { LINE_SIZE = 4096 };

/* UTF-8, and a lone surrogate as the three bytes of its number. */
static size_t
put_character(char *out, unsigned long c)
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t size = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned LEADS[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (c & 0x3F));
        c >>= 6;
    }
    out[0] = (char)(LEADS[size] | c);
    return size;
}

/* How many hexadecimal digits follow \x, \u and \U. */
static size_t
digits_after(char letter)
{
    return letter == 'x' ? 2 : letter == 'u' ? 4 : letter == 'U' ? 8 : 0;
}

/* Python's escapes undone in place: no escape is shorter than what it means.
 * A letter that starts no escape fails. */
static gn_span
unescape(char *text)
{
    static const char LETTERS[] = "tnrvf0\\";
    static const char MEANINGS[] = "\t\n\r\v\f\0\\";
    char *out = text;
    for (const char *in = text; *in != '\0';) {
        if (*in != '\\') {
            *out++ = *in++;
            continue;
        }
        char letter = in[1];
        size_t digits = digits_after(letter);
        const char *known = letter == '\0' ? NULL : strchr(LETTERS, letter);
        in += letter == '\0' ? 1 : 2;
        if (digits != 0 && strlen(in) >= digits) {
            char hex[9] = {0};
            memcpy(hex, in, digits);
            out += put_character(out, strtoul(hex, NULL, 16));
            in += digits;
        }
        else if (CHECK_OF(known != NULL, check_span(text))) {
            *out++ = MEANINGS[known - LETTERS];
        }
    }
    return (gn_span){text, (size_t)(out - text)};
}

static void
check_http_date(gn_span text, const char *want)
{
    int64_t out = 0;
    gn_error err;
    gn_status status = gn_http_date_parse(text, NOW, &out, &err);
    if (strcmp(want, "error") == 0) {
        CHECK_OF(status == GN_INVALID, text);
        return;
    }
    char got[32];
    snprintf(got, sizeof got, "%" PRId64, out);
    CHECK_OF(status == GN_OK, text);
    CHECK_TEXT(check_span(got), check_span(want));
}

static void
check_rfc3339(gn_span text, const char *want)
{
    int64_t seconds = 0;
    uint32_t nanos = 0;
    gn_error err;
    gn_status status = gn_rfc3339_parse(text, &seconds, &nanos, &err);
    if (strcmp(want, "error") == 0) {
        CHECK_OF(status == GN_INVALID, text);
        return;
    }
    char got[64];
    snprintf(got, sizeof got, "%" PRId64 " %" PRIu32, seconds, nanos);
    CHECK_OF(status == GN_OK, text);
    CHECK_TEXT(check_span(got), check_span(want));
}

/* "text TAB want TAB why": the end of the text where the line has that. */
static char *
split(char *line, const char **want)
{
    char *tab = strchr(line, '\t');
    if (tab == NULL) {
        return NULL;
    }
    *tab = '\0';
    *want = tab + 1;
    char *end = strchr(tab + 1, '\t');
    if (end != NULL) {
        *end = '\0';
    }
    return end;
}

static void
check_file(const char *directory, const char *name,
           void (*check)(gn_span text, const char *want))
{
    char path[LINE_SIZE];
    char line[LINE_SIZE];
    int cases = 0;
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "r");
    if (!CHECK_OF(file != NULL, check_span(path))) {
        return;
    }
    while (fgets(line, sizeof line, file) != NULL) {
        const char *want = NULL;
        if (line[0] == '#') {
            continue;
        }
        if (!CHECK_OF(split(line, &want) != NULL, check_span(line))) {
            continue;
        }
        gn_span text = unescape(line);
        check(guard_copy(GUARD_HEAD, text), want);
        check(guard_copy(GUARD_TAIL, text), want);
        cases++;
    }
    fclose(file);
    CHECK(cases > 0);
}

int
main(int argc, char **argv)
{
    const char *directory = argc > 1 ? argv[1] : VECTORS;
    check_file(directory, "http_date.tsv", check_http_date);
    check_file(directory, "rfc3339.tsv", check_rfc3339);
    return check_report();
}
