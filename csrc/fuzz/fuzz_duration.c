#include "fuzz.h"
#include "judge.h"

void
fuzz_one(gn_span text)
{
    int64_t seconds;
    int32_t nanos;
    if (judge_duration(text, &seconds, &nanos)) {
        judge_duration_written(seconds, nanos);
    }
}
