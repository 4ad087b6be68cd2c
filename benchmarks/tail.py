"""Every single read of a minute, timed, while the seconds turn.

A read that is slow because of the machine tells nothing about the turn. So the
reader and the ticker are kept on processors of their own, the reader with a
real-time priority where that is allowed; of a slow read the kernel is asked
whether the reader lost its processor meanwhile; and a read that the kernel's
tick fell into is known by its time, for the tick has a beat (turn_cost.py).
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

from results import SlowRead, Tail
from scheduling import on_processor, processors, real_time

import gnomon

TASKS = Path("/proc/self/task")


def measure(turns: int, tell: Callable[[], None]) -> Tail:
    """Read through so many turns; `tell` is called at each.

    Each other turn is followed by one beside a function that knows no seconds.
    """
    watch = import_module("stopwatch").watch
    control = import_module("floors").constant
    gnomon.date()
    time.sleep(1.1)  # the ticker has begun, and ticked
    parts, controls = [], []
    with processors_of_their_own() as aside:
        for turn in range(turns):
            parts.append(watch(gnomon.date, 1))
            if turn % 2:
                controls.append(watch(control, 1))
            tell()
    return Tail(
        turns,
        len(controls),
        aside,
        _add_up(pair for part in parts for pair in part["turn"]),
        _add_up(pair for part in parts for pair in part["rest"]),
        _slow(parts),
        _slow(controls),
    )


def _slow(parts: list[dict[str, Any]]) -> list[SlowRead]:
    return [
        SlowRead(turn, offset, took, bool(switched), bool(first))
        for turn, part in enumerate(parts)
        for offset, took, switched, first in part["slow"]
    ]


@contextmanager
def processors_of_their_own() -> Iterator[str]:
    """This thread on one processor, the ticker on another, where that can be.

    Gives what was done, in words.
    """
    tickers = _tickers()
    if len(processors()) < 2 or not tickers:
        yield "nothing was done"
        return
    first, second, *_ = before = processors()
    _move(tickers, {second})
    try:
        with on_processor(first), real_time() as allowed:
            priority = ", the reader at a real-time priority" if allowed else ""
            yield f"reader and ticker on processors of their own{priority}"
    finally:
        _move(tickers, set(before))


def _move(tickers: list[int], to: set[int]) -> None:
    for ticker in tickers:
        with suppress(ProcessLookupError):  # it may have ended
            os.sched_setaffinity(ticker, to)


def _tickers() -> list[int]:
    if not TASKS.exists():
        return []
    names = {task.name: (task / "comm").read_text() for task in TASKS.iterdir()}
    return [int(task) for task, name in names.items() if name == "gnomon-clock\n"]


def _add_up(pairs: Iterator[tuple[int, int]]) -> list[tuple[int, int]]:
    counts: dict[int, int] = {}
    for start, count in pairs:
        counts[start] = counts.get(start, 0) + count
    return sorted(counts.items())
