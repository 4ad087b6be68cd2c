/* The core's side of the native benchmark: every job over the moments of a
 * file. It is linked to the core as the extension is, so that a call costs
 * here what it costs there.
 *
 *   core --answers FILE   print every answer
 *   core --serve FILE     for each line "row passes" on the standard input,
 *                         print the nanoseconds of one call
 */
#define _GNU_SOURCE /* clock_gettime, beside -std=c11 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "http_date.h"
#include "rfc3339.h"

enum { MOMENTS = 1024, NANO_DIGITS = 9 };
/* For dates with two-digit years, of which there are none here. */
#define NOW INT64_C(1796040000)

typedef struct {
    int64_t seconds;
    uint32_t nanos;
    char imf[GN_IMF_SIZE + 1];
    char rfc3339[GN_RFC3339_MAX_SIZE + 1];
} moment;

static moment moments[MOMENTS];

/* What the passes add up, printed in the end so that somebody wants it. */
static uint64_t sum;

/* One job for one moment; the answer, where there is one to print. */
typedef struct {
    char text[GN_RFC3339_MAX_SIZE];
    size_t size;
    int64_t seconds;
    uint32_t nanos;
} answer;

static void
write_imf(const moment *m, answer *out)
{
    gn_http_date_write_unix(out->text, m->seconds);
    out->size = GN_IMF_SIZE;
}

static void
write_rfc3339(const moment *m, answer *out)
{
    gn_rfc3339_write(out->text, m->seconds, m->nanos, NANO_DIGITS);
    out->size = GN_RFC3339_MAX_SIZE;
}

static void
parse_imf(const moment *m, answer *out)
{
    gn_span text = {m->imf, GN_IMF_SIZE};
    if (gn_http_date_parse(text, NOW, &out->seconds, NULL) != GN_OK) {
        abort();
    }
}

static void
parse_rfc3339(const moment *m, answer *out)
{
    gn_span text = {m->rfc3339, GN_RFC3339_MAX_SIZE};
    if (gn_rfc3339_parse(text, &out->seconds, &out->nanos, NULL) != GN_OK) {
        abort();
    }
}

/* The loop over a job that the compiler can see, as the peers' loops are. */
#define PASS(job)                              \
    static uint64_t job##_pass(void)           \
    {                                          \
        answer out = {0};                      \
        uint64_t total = 0;                    \
        for (int i = 0; i < MOMENTS; i++) {    \
            job(&moments[i], &out);            \
            total += (unsigned char)*out.text; \
            total += (uint64_t)out.seconds;    \
        }                                      \
        return total;                          \
    }

PASS(write_imf)
PASS(write_rfc3339)
PASS(parse_imf)
PASS(parse_rfc3339)

static const struct {
    const char *name;
    void (*one)(const moment *m, answer *out);
    uint64_t (*pass)(void);
} rows[] = {
    {"imf-write/gnomon", write_imf, write_imf_pass},
    {"imf-parse/gnomon", parse_imf, parse_imf_pass},
    {"rfc3339-write/gnomon", write_rfc3339, write_rfc3339_pass},
    {"rfc3339-parse/gnomon", parse_rfc3339, parse_rfc3339_pass},
};
enum { ROWS = sizeof rows / sizeof *rows };

static void
read_moments(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    for (int i = 0; i < MOMENTS; i++) {
        moment *m = &moments[i];
        if (fscanf(file, "%" SCNd64 "\t%" SCNu32 "\t%29[^\t]\t%30[^\n]",
                   &m->seconds, &m->nanos, m->imf, m->rfc3339) != 4) {
            (void)fprintf(stderr, "%s: line %d is not a moment\n", path,
                          i + 1);
            exit(1);
        }
    }
    (void)fclose(file);
}

static void
print_answer(int row, const moment *m)
{
    answer out = {0};
    rows[row].one(m, &out);
    printf("%s\t", rows[row].name);
    if (out.size != 0) {
        printf("%.*s\n", (int)out.size, out.text);
    }
    else if (rows[row].one == parse_rfc3339) {
        printf("%" PRId64 ".%09" PRIu32 "\n", out.seconds, out.nanos);
    }
    else {
        printf("%" PRId64 "\n", out.seconds);
    }
}

static double
nanoseconds(void)
{
    struct timespec now;
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

/* Nanoseconds a call. The first pass is for the caches, which another
 * program had a moment ago. */
static double
time_round(uint64_t (*pass)(void), int passes)
{
    sum += pass();
    double start = nanoseconds();
    for (int i = 0; i < passes; i++) {
        sum += pass();
    }
    return (nanoseconds() - start) / ((double)passes * MOMENTS);
}

static void
serve(void)
{
    char name[32];
    int passes;
    while (scanf("%31s %d", name, &passes) == 2) {
        for (int i = 0; i < ROWS; i++) {
            if (strcmp(rows[i].name, name) == 0) {
                printf("%.4f\n", time_round(rows[i].pass, passes));
                (void)fflush(stdout);
            }
        }
    }
    (void)fprintf(stderr, "sum %" PRIu64 "\n", sum);
}

int
main(int argc, char **argv)
{
    if (argc != 3) {
        (void)fputs("usage: core --answers|--serve FILE\n", stderr);
        return 2;
    }
    read_moments(argv[2]);
    if (strcmp(argv[1], "--serve") == 0) {
        serve();
        return 0;
    }
    for (int row = 0; row < ROWS; row++) {
        for (int i = 0; i < MOMENTS; i++) {
            print_answer(row, &moments[i]);
        }
    }
    return 0;
}
