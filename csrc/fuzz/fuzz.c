/* libFuzzer's way in: https://llvm.org/docs/LibFuzzer.html */
#include "fuzz.h"

#include <stdlib.h>

#include "check.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_one((gn_span){(const char *)data, size});
    if (check_total.failed != 0) {
        abort(); /* what failed is printed; libFuzzer keeps the text */
    }
    return 0;
}
