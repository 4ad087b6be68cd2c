/* The core beside the oracle, on one text or one moment: what is read, what is
 * blamed and what is written must be the same, and no byte outside the text
 * be touched. The tests and the fuzzers bring the texts.
 */
#ifndef GNOMON_TESTS_JUDGE_H
#define GNOMON_TESTS_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "status.h"

/* Every way to read the text; whether it is a date, and then which. `seconds`
 * may be NULL. */
bool judge_http_date(gn_span text, int64_t now, int64_t *seconds);
/* Only the one that tells most, for millions of texts of a few shapes. */
void judge_http_date_once(gn_span text, int64_t now);
/* The text that is written of this moment. */
void judge_http_date_written(int64_t seconds);

/* The same of RFC 3339; what is written is read back, too. */
bool judge_rfc3339(gn_span text, int64_t *seconds, uint32_t *nanos);
void judge_rfc3339_written(int64_t seconds, uint32_t nanos, int digits);

/* The same of a duration, of which no error is told. */
bool judge_duration(gn_span text, int64_t *seconds, int32_t *nanos);
void judge_duration_written(int64_t seconds, int32_t nanos);

#endif
