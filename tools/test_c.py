"""Tests the core alone, as it is and under each sanitizer: `make test-c`."""

from __future__ import annotations

import sys

import ctests
import figures

# What a flavour of csrc/tests/Makefile is in the words of the documentation,
# and what make is told.
FLAVOURS: list[tuple[str, str, dict[str, object]]] = [
    ("optimised", "check", {}),
    ("AddressSanitizer, UBSan", "check", {"FLAVOUR": "asan"}),
    ("ThreadSanitizer", "check", {"FLAVOUR": "tsan"}),
    ("ThreadSanitizer, stress", "stress", {"FLAVOUR": "tsan", "SECONDS": 10}),
    ("UBSan, integers and conversions", "check", {"FLAVOUR": "ubsan"}),
    ("MemorySanitizer", "check", {"FLAVOUR": "msan"}),
    ("valgrind, one in 97 of a sweep", "check", {"FLAVOUR": "valgrind"}),
    ("without timerfd", "check", {"TIMER": "posix"}),
    ("ThreadSanitizer, no timerfd", "check", {"FLAVOUR": "tsan", "TIMER": "posix"}),
]


def main() -> int:
    rows = []
    faults = 0
    kept: dict[str, object] = {}
    for number, (name, target, variables) in enumerate(FLAVOURS, 1):
        print(f"{name} ({number} of {len(FLAVOURS)})")
        passed, failed = ctests.check(target, **variables)
        rows.append(f"{name:32} {passed:12,} passed {failed:4,} failed")
        kept[f"{name}: checks passed"] = passed
        faults += failed
    print("\n".join(rows))
    if faults == 0:
        figures.write("test-c", "make test-c", kept)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
