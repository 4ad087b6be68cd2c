"""One turn of the second, watched by reading a date in a tight loop."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypedDict

import gnomon

_SECOND = 10**9
# ns before the turn at which the loop begins: just then, so that the scheduler does
# not take the processor away, for too long a use of it, when it matters.
_BEFORE = 2_000_000
_AFTER = 20_000_000  # ns that it goes on after it has seen the new second
_PATIENCE = 3 * _SECOND  # ns after the turn at which it gives up

Read = Callable[[], str]


class Turn(TypedDict):
    """What was seen, in nanoseconds after the turn of the second."""

    unix_second: int
    reads: int
    old_read_ns: int | None  # begin of the last read that showed the old second
    new_read_ns: int  # end of the first read that showed the new one, or a later
    early: int  # reads that showed a second before its turn
    back: int  # reads that showed the old second after one that showed the new


def next_turn(at_least: float = 0.4) -> int:
    """The next Unix second whose turn is at least so many seconds ahead."""
    return int(time.time() + at_least) + 1


def watch(read: Read, unix_second: int) -> Turn:
    """Read around the turn to `unix_second` and say what was seen.

    The wall clock is read before and after each read: one that showed the old
    second and began after the turn was late by what had passed, for certain.
    """
    new = gnomon.format(unix_second)
    turn = unix_second * _SECOND
    reads = early = back = 0
    old_read = new_read = None
    end = turn + _PATIENCE
    clock = time.time_ns
    sleep_until(turn - _BEFORE)
    while True:
        before = clock()
        text = read()
        after = clock()
        reads += 1
        shown = unix_second if text == new else gnomon.parse(text)
        early += shown * _SECOND > after
        if shown < unix_second:
            old_read = before - turn
            back += new_read is not None
        elif new_read is None:
            new_read = after - turn
            end = after + _AFTER
        if after > end:
            break
    return {
        "unix_second": unix_second,
        "reads": reads,
        "old_read_ns": old_read,
        "new_read_ns": after - turn if new_read is None else new_read,
        "early": early,
        "back": back,
    }


def sleep_until(wall_ns: int) -> None:
    """Sleep until the wall clock shows it, or not at all."""
    time.sleep(max(0, wall_ns - time.time_ns()) / _SECOND)
