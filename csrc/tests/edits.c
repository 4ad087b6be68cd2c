#include "edits.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

static size_t
size_of(const char *seed)
{
    size_t size = strlen(seed);
    if (size > EDITS_MAX_SIZE) {
        abort();
    }
    return size;
}

static void
replace_each(const char *seed, size_t size, edits_visit visit)
{
    char text[EDITS_MAX_SIZE];
    memcpy(text, seed, size);
    for (size_t i = 0; i < size; i++) {
        for (int byte = 0; byte < 256; byte++) {
            text[i] = (char)byte;
            if (!check_skips()) {
                visit((gn_span){text, size});
            }
        }
        text[i] = seed[i];
    }
}

static void
insert_each(const char *seed, size_t size, edits_visit visit)
{
    char text[EDITS_MAX_SIZE + 1];
    for (size_t i = 0; i <= size; i++) {
        memcpy(text, seed, i);
        memcpy(text + i + 1, seed + i, size - i);
        for (int byte = 0; byte < 256; byte++) {
            text[i] = (char)byte;
            if (!check_skips()) {
                visit((gn_span){text, size + 1});
            }
        }
    }
}

static void
delete_each(const char *seed, size_t size, edits_visit visit)
{
    char text[EDITS_MAX_SIZE];
    for (size_t i = 0; i < size; i++) {
        memcpy(text, seed, i);
        memcpy(text + i, seed + i + 1, size - i - 1);
        visit((gn_span){text, size - 1});
    }
}

void
edits_single(const char *seed, edits_visit visit)
{
    size_t size = size_of(seed);
    replace_each(seed, size, visit);
    insert_each(seed, size, visit);
    delete_each(seed, size, visit);
    for (size_t i = 0; i <= size; i++) {
        visit((gn_span){seed, i});
        visit((gn_span){seed + i, size - i});
    }
}

void
edits_double(const char *seed, const char *alphabet, edits_visit visit)
{
    size_t size = size_of(seed);
    char text[EDITS_MAX_SIZE];
    memcpy(text, seed, size);
    for (size_t i = 0; i < size; i++) {
        for (size_t j = 0; j < i; j++) {
            for (const char *a = alphabet; *a != '\0'; a++) {
                for (const char *b = alphabet; *b != '\0'; b++) {
                    if (check_skips()) {
                        continue;
                    }
                    text[i] = *a;
                    text[j] = *b;
                    visit((gn_span){text, size});
                }
            }
            text[j] = seed[j];
        }
        text[i] = seed[i];
    }
}
