#include "fuzz.h"
#include "judge.h"
#include "rfc3339.h"

void
fuzz_one(gn_span text)
{
    int64_t seconds;
    uint32_t nanos;
    if (judge_rfc3339(text, &seconds, &nanos)) {
        judge_rfc3339_written(seconds, nanos, GN_RFC3339_MAX_DIGITS);
        judge_rfc3339_written(seconds, nanos, gn_fraction_digits(nanos));
        judge_rfc3339_written(seconds, nanos, (int)(text.size % 10));
    }
}
