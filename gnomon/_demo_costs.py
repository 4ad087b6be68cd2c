"""What a call costs beside the standard library's, measured here and now."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from email.utils import formatdate, parsedate_to_datetime
from statistics import median
from timeit import Timer
from typing import NamedTuple

import gnomon

_ROUNDS = 9
_SAMPLE_NS = 3_000_000  # of each side in each round: nine pairs take half a second

# A call of gnomon, and the standard library's call that answers the same.
PAIRS = (
    ("date()", "formatdate(usegmt=True)"),
    ("format(t)", "formatdate(t, usegmt=True)"),
    ("parse(h)", "parsedate_to_datetime(h)"),
    ("parse_datetime(h)", "parsedate_to_datetime(h)"),
    ("rfc3339()", "datetime.now(UTC).isoformat()"),
    ("rfc3339(m)", "m.isoformat()"),
    ("parse_rfc3339(s)", "datetime.fromisoformat(s)"),
    ("parse_rfc3339_datetime(s)", "datetime.fromisoformat(s)"),
)

_MOMENT = datetime(2026, 11, 30, 13, 24, 56, 789012, UTC)

NAMES: dict[str, object] = {
    **{name: getattr(gnomon, name) for name in gnomon.__all__},
    "formatdate": formatdate,
    "parsedate_to_datetime": parsedate_to_datetime,
    "datetime": datetime,
    "UTC": UTC,
    "t": int(_MOMENT.timestamp()),
    "m": _MOMENT,
    "h": gnomon.format(_MOMENT),
    "s": gnomon.rfc3339(_MOMENT),
}


class Cost(NamedTuple):
    """Two calls, and the nanoseconds that one of each took."""

    ours: str
    our_ns: float
    theirs: str
    their_ns: float


def measure() -> list[Cost]:
    """Time all pairs, side beside side, so that a disturbance hits them alike."""
    calls = [call for pair in PAIRS for call in pair]
    timers = [Timer(call, globals=NAMES) for call in calls]
    numbers = [_calls_in_a_sample(timer) for timer in timers]
    samples: list[list[float]] = [[] for _ in timers]
    for _ in range(_ROUNDS):
        for timer, number, sample in zip(timers, numbers, samples, strict=True):
            sample.append(timer.timeit(number) / number * 1e9)
    medians = [median(sample) for sample in samples]
    return [
        Cost(ours, medians[2 * i], theirs, medians[2 * i + 1])
        for i, (ours, theirs) in enumerate(PAIRS)
    ]


def _calls_in_a_sample(timer: Timer) -> int:
    number = 100
    timer.timeit(number)  # warm up
    start = time.perf_counter_ns()
    timer.timeit(number)
    return max(number, number * _SAMPLE_NS // max(1, time.perf_counter_ns() - start))
