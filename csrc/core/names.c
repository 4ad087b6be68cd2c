/* Tables of names. csrc/tests/test_civil.c checks that every name meets its
 * own slot and that nothing else meets itself.
 */
#include "names.h"

const uint32_t gn_weekday_text[7] = {
    GN_WORD4('M', 'o', 'n', ','), GN_WORD4('T', 'u', 'e', ','),
    GN_WORD4('W', 'e', 'd', ','), GN_WORD4('T', 'h', 'u', ','),
    GN_WORD4('F', 'r', 'i', ','), GN_WORD4('S', 'a', 't', ','),
    GN_WORD4('S', 'u', 'n', ','),
};

const uint32_t gn_month_text[13] = {
    0,
    GN_WORD4('J', 'a', 'n', ' '),
    GN_WORD4('F', 'e', 'b', ' '),
    GN_WORD4('M', 'a', 'r', ' '),
    GN_WORD4('A', 'p', 'r', ' '),
    GN_WORD4('M', 'a', 'y', ' '),
    GN_WORD4('J', 'u', 'n', ' '),
    GN_WORD4('J', 'u', 'l', ' '),
    GN_WORD4('A', 'u', 'g', ' '),
    GN_WORD4('S', 'e', 'p', ' '),
    GN_WORD4('O', 'c', 't', ' '),
    GN_WORD4('N', 'o', 'v', ' '),
    GN_WORD4('D', 'e', 'c', ' '),
};

const gn_name gn_weekday_name[7] = {
    {"Monday", 6}, {"Tuesday", 7},  {"Wednesday", 9}, {"Thursday", 8},
    {"Friday", 6}, {"Saturday", 8}, {"Sunday", 6},
};

/* The last byte of a slot is the number of the name. */
const uint32_t gn_weekday_slots[8] = {
    /* No name meets slot 0. It must not be empty, since three NUL bytes meet
     * it and would equal it; Monday's own slot is 1. */
    [0] = GN_WORD4('M', 'o', 'n', 0), [1] = GN_WORD4('M', 'o', 'n', 0),
    [4] = GN_WORD4('T', 'u', 'e', 1), [3] = GN_WORD4('W', 'e', 'd', 2),
    [6] = GN_WORD4('T', 'h', 'u', 3), [7] = GN_WORD4('F', 'r', 'i', 4),
    [5] = GN_WORD4('S', 'a', 't', 5), [2] = GN_WORD4('S', 'u', 'n', 6),
};

const uint32_t gn_month_slots[16] = {
    [12] = GN_WORD4('J', 'a', 'n', 1), [14] = GN_WORD4('F', 'e', 'b', 2),
    [6] = GN_WORD4('M', 'a', 'r', 3),  [7] = GN_WORD4('A', 'p', 'r', 4),
    [4] = GN_WORD4('M', 'a', 'y', 5),  [13] = GN_WORD4('J', 'u', 'n', 6),
    [0] = GN_WORD4('J', 'u', 'l', 7),  [15] = GN_WORD4('A', 'u', 'g', 8),
    [9] = GN_WORD4('S', 'e', 'p', 9),  [3] = GN_WORD4('O', 'c', 't', 10),
    [1] = GN_WORD4('N', 'o', 'v', 11), [5] = GN_WORD4('D', 'e', 'c', 12),
};
