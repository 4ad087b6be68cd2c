"""In a child: calls for which there is no memory. One allocation after the other
fails, alone or with all that come after it: MemoryError comes out, or what comes out
otherwise, and nothing is lost.
"""

from __future__ import annotations

import _imp
import _testcapi  # type: ignore[import-not-found]
import gc
import sys
from collections.abc import Callable
from typing import Any

import calls
from calls import CALLS, IMF, NAIVE, PYTHON_CALLS, START_AND_STOP, Call
from growth import mallinfo

import gnomon
from gnomon import _core, clock

MORE_THAN_ANY_CALL_NEEDS = 10_000
FREEZE_AT = 784111777


def take_what_is_ready(times: int) -> list[object]:
    """CPython keeps some objects that were freed for the next that are wanted. Those
    that are taken here cannot spare a call its allocations."""
    pairs = [(number, 10**9 + number) for number in range(times)]
    return [pairs, list(map(float, range(times))), [[] for _ in range(times)]]


def attempt(run: Callable[[], Any], first: int, last: int) -> Any:
    """What comes of it when the allocations from first up to last fail (0: all)."""
    hoard = take_what_is_ready(8 * (first + 2))  # more than the last time gave back
    try:
        _testcapi.set_nomemory(first, last)
        try:
            hoard.append((first, last))  # so did the arguments of that call
            return run()
        finally:
            _testcapi.remove_mem_hooks()
    except (MemoryError, SystemError) as error:
        return type(error)


def sweep(run: Callable[[], Any], *allowed: Any) -> int:
    """Fail each allocation in turn; how many there were."""
    gc.collect()  # which lets go of all that is kept ready
    for count in range(MORE_THAN_ANY_CALL_NEEDS):
        for last in (count + 1, 0):
            outcome = attempt(run, count, last)
            assert outcome in (MemoryError, *allowed), (count, last, outcome)
        if outcome is not MemoryError:
            return count
    raise AssertionError("it never has enough")


def kept() -> tuple[int, int]:
    """What is there now: references where this Python counts them, else blocks; and
    bytes that malloc has handed out."""
    gc.collect()
    heap = mallinfo().uordblks if mallinfo is not None else 0
    if hasattr(sys, "gettotalrefcount"):
        return int(sys.gettotalrefcount()), heap
    return sys.getallocatedblocks(), heap


ROUNDS, WINDOWS = 20, 20
LEAST = 24  # bytes that malloc hands out


def check_nothing_is_lost(work: Callable[[], Any], name: str) -> None:
    """What is lost each time is lost in each window. CPython has caches that take a
    while to fill, its method cache with thousands of names."""
    lost = []
    for _ in range(WINDOWS):
        before = kept()
        for _ in range(ROUNDS):
            work()
        objects, heap = map(int.__sub__, kept(), before)
        if objects < ROUNDS and heap < LEAST * ROUNDS:
            return
        lost.append((objects, heap))
    raise AssertionError(f"{name}: lost in each of {ROUNDS} rounds: {lost}")


def sweep_calls(function: str) -> None:
    """Every path of a function."""
    for call in CALLS:
        if call.function.__name__ == function:
            sweep_call(call)


def sweep_start_and_stop() -> None:
    for call in START_AND_STOP:
        sweep_call(call)


def sweep_call(call: Call) -> None:
    with clock.freeze(FREEZE_AT):  # the same results each time
        expected = call.make()
        assert call.make() == expected
        print(sweep(call.make, expected), call.name)
        check_nothing_is_lost(lambda: sweep(call.make, expected), call.name)


def sweep_freeze() -> None:
    """Of what is written in Python, this alone. CPython 3.11 itself loses blocks, and
    the error of a function in Python, where there is no memory for its traceback: it
    ends in a SystemError. 3.12 crashes where there is none for a function within a
    function, and a debug build of 3.14 where it looks at a frame that there is not.
    """
    if hasattr(sys, "gettotalrefcount"):
        print("0 nothing in a debug build")
        return
    for call in PYTHON_CALLS:
        if call.function is calls.freeze:
            expected = call.make()
            print(sweep(call.make, expected, SystemError), call.name)
            assert not clock.info().frozen


def sweep_freeze_begin() -> None:
    """The C part of a freeze, whose moment is no object. Its token ends it."""

    def begin() -> Any:
        return type(_core.freeze_begin((FREEZE_AT, 0)))

    expected = begin()
    print(sweep(begin, expected), "freeze_begin")
    check_nothing_is_lost(lambda: sweep(begin, expected), "freeze_begin")
    assert not clock.info().frozen


def birth() -> Any:
    """Another module from the same file, as another interpreter has it."""
    module = _imp.create_dynamic(gnomon._core.__spec__)
    _imp.exec_dynamic(module)
    return module


def sweep_birth() -> None:
    """The module itself; one that is born whole lives on by its fork hooks."""
    whole = type(birth())
    print(sweep(lambda: type(birth()), whole), "birth")
    # How many it takes varies, with caches and as the list of fork hooks grows.
    needed = sweep(lambda: type(birth()), whole) * 3 // 4

    def stillbirths() -> None:
        for count in range(needed):
            assert attempt(birth, count, 0) is MemoryError, (count, needed)

    check_nothing_is_lost(stillbirths, "birth")


def sweep_first_datetime() -> None:
    """The first call that needs datetime looks for it."""
    for name, argument in (("format", NAIVE), ("parse_datetime", IMF)):
        expected = getattr(gnomon, name)(argument)
        for count in range(MORE_THAN_ANY_CALL_NEEDS):
            function = getattr(birth(), name)
            outcome = attempt(lambda: function(argument), count, 0)  # noqa: B023
            assert outcome in (MemoryError, expected), (name, count, outcome)
            assert function(argument) == expected
            if outcome == expected:
                print(count, f"first {name}")
                break
