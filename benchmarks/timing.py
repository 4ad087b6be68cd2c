"""Times statements side by side.

Every round times each of them once, in a new order, so that what disturbs the
machine hits them alike; a ratio is taken within a round, and the median of the
rounds is the result. The loop is not subtracted: it stands on both sides.
"""

from __future__ import annotations

import gc
import random
from collections.abc import Mapping, Sequence
from statistics import median, quantiles
from timeit import Timer
from typing import Any, NamedTuple

# Long against the clock that times it, short against the time that the kernel
# gives a process in one piece: most samples are undisturbed on a busy machine.
SAMPLE_SECONDS = 150e-6


class Figure(NamedTuple):
    """A median and its quartiles."""

    value: float
    low: float
    high: float
    note: str = ""  # what it is the figure of, where that is not clear


def figure(values: Sequence[float]) -> Figure:
    low, _, high = quantiles(values, n=4)
    return Figure(median(values), low, high)


def ratio(over: Sequence[float], under: Sequence[float]) -> Figure:
    """Of values that were taken in the same rounds."""
    return figure([a / b for a, b in zip(over, under, strict=True)])


def make_timer(
    statement: str,
    names: Mapping[str, Any],
    raises: bool,
    kind: type[Timer] = Timer,
) -> Timer:
    """The names are made local, so that the loop adds as little as it can."""
    setup = "".join(f"{name} = _names[{name!r}]\n" for name in names)
    if raises:
        statement = f"try:\n    {statement}\nexcept Exception:\n    pass"
    return kind(statement, setup, globals={"_names": names})


def measure(timers: Mapping[str, Timer], rounds: int) -> dict[str, list[float]]:
    """Nanoseconds of a call, round by round."""
    numbers = {label: _number(timer) for label, timer in timers.items()}
    samples: dict[str, list[float]] = {label: [] for label in timers}
    order = list(timers)
    collects = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            random.shuffle(order)
            for label in order:
                number = numbers[label]
                seconds = timers[label].timeit(number)
                samples[label].append(seconds / number * 1e9)
    finally:
        if collects:
            gc.enable()
    return samples


def _number(timer: Timer) -> int:
    """Calls in a sample, by the best of a few tries, which is undisturbed."""
    number = 1
    while (best := min(timer.repeat(3, number))) < SAMPLE_SECONDS / 4:
        number *= 2
    return max(1, round(number * SAMPLE_SECONDS / best))
