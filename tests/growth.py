"""In a child: what a process has more of after many calls than before."""

from __future__ import annotations

import ctypes
import gc
import os
import sys
from collections.abc import Callable
from datetime import UTC
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from calls import EAST, Call

import gnomon
from gnomon import clock

STATM = Path("/proc/self/statm")
# They live for ever, so that no block goes with a reference to one of them.
TYPES = (gnomon.Fields, clock.ClockInfo, ValueError, TypeError)
LASTING = (*TYPES, UTC, EAST.utcoffset(), None, ..., 0, "")


class Heap(ctypes.Structure):
    """struct mallinfo2 of glibc 2.33: what malloc has handed out."""

    uordblks: int
    hblkhd: int

    _fields_ = tuple(
        (name, ctypes.c_size_t)
        for name in (
            *("arena", "ordblks", "smblks", "hblks", "hblkhd"),
            *("usmblks", "fsmblks", "uordblks", "fordblks", "keepcost"),
        )
    )


def find_mallinfo() -> Callable[[], Heap] | None:
    if sys.platform == "win32":  # which cannot open the program itself either
        return None
    function = getattr(ctypes.CDLL(None), "mallinfo2", None)
    if function is not None:
        function.restype = Heap
    return function


mallinfo = find_mallinfo()


class State(NamedTuple):
    """What there is now. What cannot be counted here is 0."""

    blocks: int  # of CPython's allocator
    references: int  # to anything in a debug build, else to what lives for ever
    heap: int  # bytes that malloc has handed out
    resident: int  # bytes of memory that the process has

    def minus(self, before: State) -> State:
        return State(*map(int.__sub__, self, before))


def state(watched: tuple[object, ...] = ()) -> State:
    gc.collect()
    heap = mallinfo() if mallinfo is not None else Heap()
    return State(
        sys.getallocatedblocks(),
        count_references(watched),
        heap.uordblks + heap.hblkhd,
        resident(),
    )


def count_references(watched: tuple[object, ...]) -> int:
    if hasattr(sys, "gettotalrefcount"):
        return int(sys.gettotalrefcount())
    return sum(map(sys.getrefcount, (*LASTING, *watched)))


def resident() -> int:
    if not STATM.exists():
        return 0
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def growth(call: Call, times: int) -> State:
    """What so many calls leave, after as many for the caches as those may need."""
    watched = (*call.args, *call.keywords.values())
    for _ in range(min(times, 5_000)):
        call.make()
    before = state(watched)
    for _ in range(times):
        call.make()
    return state(watched).minus(before)


def report(calls: list[Call], times: int) -> None:
    """One line for each call, which test_leaks reads."""
    for call in calls:
        print(*growth(call, times), call.name)


def come_and_go(code: str, times: int) -> None:
    """Interpreters one after another, each of which runs this code."""
    if sys.version_info >= (3, 13):
        import _interpreters as interpreters
    else:
        import _xxsubinterpreters as interpreters  # type: ignore[import-not-found]
    setting = f"import sys; sys.path[:] = {sys.path!r}\n"
    for _ in range(times):
        one = interpreters.create()
        failed = interpreters.run_string(one, setting + code)
        assert failed is None, failed
        interpreters.destroy(one)


def growth_of_interpreters(code: str, times: int) -> State:
    """What so many leave, the least of two rounds.

    What each of them loses is in both; a table of CPython that grows is in one.
    """
    come_and_go(code, times // 10)
    states = [state()]
    for _ in range(2):
        come_and_go(code, times)
        states.append(state())
    rounds = [after.minus(before) for before, after in pairwise(states)]
    return State(*map(min, zip(*rounds, strict=True)))
