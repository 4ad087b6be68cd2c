"""What a server's dates are, in the words of the table."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from email.utils import formatdate, parsedate_to_datetime

from .visits import Visit

OWN_DATE = "Sun, 06 Nov 1994 08:49:37 GMT"  # as in examples/answer.py
RIGHT = "one, right"
# A date may follow the kernel's coarse clock, which moves with its tick: ten
# milliseconds at most.
COARSE = 0.010


def verdict(visits: Iterable[Visit]) -> str:
    """`one, right`, or what is wrong, with the counts in parentheses."""
    visits = list(visits)
    words = [_seconds([visit for visit in visits if visit.kind != "own"])]
    words += _own([visit for visit in visits if visit.kind == "own"])
    return "; ".join(words)


def without_counts(words: str) -> str:
    """What does not vary from run to run."""
    return re.sub(r" \([^)]*\)", "", words)


def _seconds(visits: list[Visit]) -> str:
    numbers = {len(visit.dates) for visit in visits}
    if numbers == {0}:
        return "absent"
    if numbers == {2}:
        return "two"
    if numbers != {1}:
        return f"{sorted(numbers)} of them"
    states = Counter((_state(visit), visit.kind) for visit in visits)
    faults = sorted({state for state, _ in states} - {"right"})
    if not faults:
        return RIGHT
    asked = Counter(visit.kind for visit in visits)
    return "one, " + ", ".join(
        f"{fault} ({_counts(fault, states, asked)})" for fault in faults
    )


def _state(visit: Visit) -> str:
    """The second shown is one between the start of the response and its arrival."""
    (date,) = visit.dates
    second = int(parsedate_to_datetime(date).timestamp())
    if formatdate(second, usegmt=True) != date:
        return "malformed"
    if second < int(visit.begun - COARSE):
        return "late"
    return "right" if second <= int(visit.received) else "early"


def _counts(fault: str, states: Counter[tuple[str, str]], asked: Counter[str]) -> str:
    return ", ".join(
        f"{states[fault, kind]} of {total} {kind}"
        for kind, total in asked.items()
        if states[fault, kind]
    )


def _own(visits: list[Visit]) -> list[str]:
    seen = {visit.dates for visit in visits}
    if seen == {(OWN_DATE,)}:
        return []
    if all(OWN_DATE in dates for dates in seen):
        return ["two where the application sends its own"]
    return ["the application's own is lost"]
