/* The neighbourhood of a good text: what a parser must judge right. */
#ifndef GNOMON_TESTS_EDITS_H
#define GNOMON_TESTS_EDITS_H

#include "status.h"

enum { EDITS_MAX_SIZE = 64 }; /* of a seed */

/* Called with a text that lasts as long as the call. */
typedef void (*edits_visit)(gn_span text);

/* The seed itself; each byte value in each place and in each gap; each byte
 * left out; each beginning and each ending. */
void edits_single(const char *seed, edits_visit visit);

/* Each two bytes of an alphabet in each two places. */
void edits_double(const char *seed, const char *alphabet, edits_visit visit);

#endif
