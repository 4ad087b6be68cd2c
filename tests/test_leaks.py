"""Nothing grows: not references, not memory, not files, not threads.

GNOMON_CALLS says how many calls are made of each function on each path: 10,000, and
a million with `make leaks`. growth.py is what the children do.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path

import clock_child
import isolated
import pytest
from calls import CALLS, PYTHON_CALLS

TIMES = int(os.environ.get("GNOMON_CALLS") or 10_000)

# A block or reference that each call lost would show twenty times over, and so would
# the least that malloc hands out, 24 bytes. CPython's method cache alone grows by
# hundreds of names, where it looks for a zone's utcoffset.
MOST_BLOCKS = MOST_REFERENCES = TIMES // 20
MOST_BYTES = 64 * 1024
MOST_RESIDENT = 1024 * 1024

Record = Callable[[str, object], None]

EVERYTHING = [*CALLS, *PYTHON_CALLS]
FUNCTIONS = sorted({call.function.__name__ for call in EVERYTHING})
PRELUDE = f"""
sys.path.insert(0, {str(Path(__file__).parent)!r})
from calls import CALLS, PYTHON_CALLS
from growth import *
"""


def run(code: str) -> list[str]:
    limit = 60 + TIMES // 500
    return isolated.run(PRELUDE + code, limit).splitlines()


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function(function: str, record_property: Record) -> None:
    code = f"""
calls = [c for c in CALLS + PYTHON_CALLS if c.function.__name__ == {function!r}]
report(calls, {TIMES})
"""
    lines = run(code)
    assert lines
    record_property(f"calls of {function}", len(lines) * TIMES)
    grown = [
        line
        for line in lines
        for blocks, references, heap, resident in [map(int, line.split()[:4])]
        if blocks > MOST_BLOCKS
        or references > MOST_REFERENCES
        or heap > MOST_BYTES
        or resident > MOST_RESIDENT
    ]
    assert grown == []


LOSSES = 1_000


def test_what_is_lost_is_seen() -> None:
    """The same for a function that keeps an object, a reference and a lot of bytes."""
    code = f"""
from calls import call
lost = []
def lose(mark):
    lost.append([bytes(10_000), mark])
report([call(lose, object())], {LOSSES})
"""
    [line] = run(code)
    blocks, references, heap, resident = map(int, line.split()[:4])
    assert min(blocks, references) >= 0.9 * LOSSES
    # What cannot be counted here is 0.
    assert heap == 0 or heap >= 9_000 * LOSSES
    assert resident == 0 or resident >= 9_000 * LOSSES


def test_a_debug_build_counts_every_reference(record_property: Record) -> None:
    if not hasattr(sys, "gettotalrefcount"):
        pytest.skip("this Python does not count its references; a debug build does")
    code = f"""
for call in CALLS:
    print(growth(call, {TIMES}).references, call.name)
"""
    lines = run(code)
    record_property("references counted over calls", len(lines) * TIMES)
    assert [line for line in lines if int(line.split()[0]) > MOST_REFERENCES] == []


@clock_child.needs_linux
def test_the_clock_starts_and_stops(record_property: Record) -> None:
    cycles = max(1_000, TIMES // 100)
    code = f"""
from growth import state
def cycle(times):
    for _ in range(times):
        clock.start()
        read()
        clock.stop()
cycle(100)
opened, before = files(), state()
cycle({cycles})
assert files() == opened, files()
assert is_bare()
print(*state().minus(before))
"""
    [line] = clock_child.run(code)
    blocks, _, heap, resident = map(int, line.split())
    record_property("starts and stops of the clock", cycles)
    assert blocks < cycles // 10
    assert heap < MOST_BYTES
    assert resident < MOST_RESIDENT


INTERPRETERS = 200
# From 3.12 on the names in a module's code are interned, and each interpreter leaves
# some behind.
MOST_NAMES = 0 if sys.version_info < (3, 12) else 150


def grown_by_interpreters(code: str) -> tuple[int, int]:
    """Blocks and bytes that interpreters leave, each of which runs this code."""
    [line] = run(f"print(*growth_of_interpreters({code!r}, {INTERPRETERS}))")
    blocks, _, heap, _ = map(int, line.split())
    return blocks, heap


def test_interpreters_come_and_go(record_property: Record) -> None:
    """CPython leaves a lot behind by itself, and no more where gnomon was used."""
    code = """
import gnomon
gnomon.date(), gnomon.date_bytes(), gnomon.unpack(gnomon.pack(0)), gnomon.clock.info()
with gnomon.clock.freeze(0): gnomon.rfc3339()
gnomon.parse("?", None)
"""
    blocks, heap = grown_by_interpreters(code)
    blocks_without, heap_without = grown_by_interpreters("")
    record_property("interpreters that came and went", INTERPRETERS)
    assert blocks - blocks_without <= INTERPRETERS * MOST_NAMES + 20
    assert heap - heap_without <= MOST_BYTES
