"""The words of the table, for visits that are made up."""

from __future__ import annotations

from email.utils import formatdate

import pytest

from .verdict import OWN_DATE, RIGHT, verdict, without_counts
from .visits import Visit

SECOND = 1795996800


def shown(
    second: int, begun: float, received: float, kind: str = "sampled", count: int = 1
) -> Visit:
    dates = (formatdate(second, usegmt=True),) * count
    return Visit(kind, dates, begun, received, "1", 1)


def own(*dates: str) -> Visit:
    return Visit("own", dates, SECOND, SECOND, "1", 1)


GOOD = shown(SECOND, SECOND + 0.3, SECOND + 0.4)
KEPT = own(OWN_DATE)


@pytest.mark.parametrize(
    ("begun", "received"),
    [
        (SECOND, SECOND),
        (SECOND + 0.2, SECOND + 0.9),
        (SECOND + 1.009, SECOND + 1.02),  # by the coarse clock it is not over yet
        (SECOND - 0.1, SECOND + 0.1),  # it turned in between
        (SECOND - 3, SECOND + 5),
    ],
)
def test_right(begun: float, received: float) -> None:
    assert verdict([shown(SECOND, begun, received), GOOD, KEPT]) == RIGHT


def test_late() -> None:
    late = shown(SECOND, SECOND + 1.011, SECOND + 1.02, "slow")
    assert verdict([late, GOOD, late, KEPT]) == "one, late (2 of 2 slow)"
    both = [late, shown(SECOND, SECOND + 2, SECOND + 2), GOOD, KEPT]
    assert verdict(both) == "one, late (1 of 1 slow, 1 of 2 sampled)"


def test_early() -> None:
    early = shown(SECOND + 1, SECOND + 0.9, SECOND + 0.99)
    assert verdict([early, KEPT]) == "one, early (1 of 1 sampled)"


@pytest.mark.parametrize(
    "date",
    [
        formatdate(SECOND),  # -0000
        formatdate(SECOND, usegmt=True).replace("Mon", "Tue"),
        formatdate(SECOND, usegmt=True).lower(),
    ],
)
def test_malformed(date: str) -> None:
    visit = GOOD._replace(dates=(date,))
    assert verdict([visit, KEPT]) == "one, malformed (1 of 1 sampled)"


@pytest.mark.parametrize(("count", "words"), [(0, "absent"), (2, "two")])
def test_the_number_of_them(count: int, words: str) -> None:
    visit = shown(SECOND, SECOND, SECOND, count=count)
    assert verdict([visit, KEPT]) == words
    assert verdict([visit, GOOD, KEPT]) == f"[{min(1, count)}, {max(1, count)}] of them"


def test_the_applications_own() -> None:
    (date,) = GOOD.dates
    two = f"{RIGHT}; two where the application sends its own"
    lost = f"{RIGHT}; the application's own is lost"
    assert verdict([GOOD, own(date, OWN_DATE)]) == two
    assert verdict([GOOD, own(OWN_DATE, date), own(date, OWN_DATE)]) == two
    assert verdict([GOOD, KEPT, own(date, OWN_DATE)]) == two
    assert verdict([GOOD, own(date)]) == lost
    assert verdict([GOOD, own()]) == lost
    assert verdict([GOOD, KEPT, own(date)]) == lost


def test_without_counts() -> None:
    words = "one, late (1 of 1 slow, 1 of 2 sampled); two where it sends its own"
    assert without_counts(words) == "one, late; two where it sends its own"
