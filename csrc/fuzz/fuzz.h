/* What a fuzz target is: one function that judges one text. To add a format,
 * add its target, its dictionary and a directory of seeds; the Makefile finds
 * them by their name.
 */
#ifndef GNOMON_FUZZ_FUZZ_H
#define GNOMON_FUZZ_FUZZ_H

#include "status.h"

/* Judge the text with CHECK; a check that fails is a find. */
void fuzz_one(gn_span text);

#endif
