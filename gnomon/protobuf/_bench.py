"""What acceleration is worth for one message, measured here and now."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from importlib import import_module
from statistics import median
from timeit import Timer
from typing import Any, NamedTuple

from . import accelerated

_ROUNDS = 15
_SAMPLE_SECONDS = 0.01


class Row(NamedTuple):
    """A call, and its microseconds by protobuf's functions and by gnomon's."""

    call: str
    plain_us: float
    fast_us: float
    ratio: float  # the median of those in each round


class Differs(Exception):
    """The answers are not the same: that would be a fault of gnomon."""


def measure(message: Any) -> Iterator[Row]:
    """Each call both ways in turns, so that a disturbance hits them alike."""
    for call, work in _works(message):
        expected = repr(work())  # in which a NaN is equal to itself
        with accelerated():
            if repr(work()) != expected:
                raise Differs(f"{call} answers otherwise: please report it")
        yield _compare(call, work)


def _works(message: Any) -> list[tuple[str, Callable[[], object]]]:
    jf = import_module("google.protobuf.json_format")
    js, text = jf.MessageToDict(message), jf.MessageToJson(message)
    return [
        ("MessageToDict", lambda: jf.MessageToDict(message)),
        ("MessageToJson", lambda: jf.MessageToJson(message)),
        ("MessageToJson, indent=None", lambda: jf.MessageToJson(message, indent=None)),
        ("Parse", lambda: jf.Parse(text, type(message)())),
        ("ParseDict", lambda: jf.ParseDict(js, type(message)())),
    ]


def _compare(call: str, work: Callable[[], object]) -> Row:
    # Time of the processor: other programs have theirs.
    timer = Timer(work, timer=time.thread_time)
    number = 1
    while (taken := timer.timeit(number)) < _SAMPLE_SECONDS / 2:
        number *= 2
    number = max(1, round(number * _SAMPLE_SECONDS / taken))
    plain: list[float] = []
    fast: list[float] = []
    for _ in range(_ROUNDS):
        plain.append(timer.timeit(number) / number * 1e6)
        with accelerated():
            fast.append(timer.timeit(number) / number * 1e6)
    ratios = [a / b for a, b in zip(plain, fast, strict=True)]
    return Row(call, median(plain), median(fast), median(ratios))
