"""Numbers and datetimes that lie, raise, or stop and freeze the clock while they are
read: the answer is right or an error of their own, and the process lives."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import reference
from hostile import DEEDS, EXAMPLE, IMF, Deed

import gnomon
from gnomon import clock

FLOORING: list[Callable[..., Any]] = [gnomon.format, gnomon.format_bytes, gnomon.pack]

pytestmark = pytest.mark.thread_unsafe(reason="freezes and stops the one clock")


@pytest.fixture(autouse=True)
def _clock_ticks_again() -> Iterator[None]:
    yield
    clock.start()


# Numbers.


class LyingInt(int):
    def __index__(self) -> int:
        raise AssertionError("nobody should ask")

    __int__ = __floor__ = __index__

    def __divmod__(self, other: object) -> Any:
        return ("nonsense",)

    __rdivmod__ = __mod__ = __floordiv__ = __divmod__


class LyingFloat(float):
    def __float__(self) -> float:
        raise AssertionError("nobody should ask")

    __int__ = __floor__ = __float__  # type: ignore[assignment]


@pytest.mark.parametrize("function", FLOORING)
def test_lying_numbers(function: Callable[..., Any]) -> None:
    assert function(LyingInt(EXAMPLE)) == function(EXAMPLE)
    assert function(LyingInt(-1)) == function(-1)
    assert function(LyingFloat(1.5)) == function(1)
    with pytest.raises(ValueError, match="outside"):
        function(LyingInt(10**30))


@pytest.mark.parametrize("ns", [0, -1, 10**18, -(10**19), 10**20])
def test_a_lying_number_of_nanoseconds(ns: int) -> None:
    """Those past 64 bits are divided by Python, but not by the method of a subclass."""
    assert gnomon.rfc3339_ns(LyingInt(ns)) == gnomon.rfc3339_ns(ns)


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_index_that_calls_back(deed: Callable[[], None]) -> None:
    for function in FLOORING:
        assert function(Deed(EXAMPLE, deed)) == function(EXAMPLE)
    number = Deed(3, deed)
    assert gnomon.rfc3339(number, number, digits=number) == "1970-01-01T00:00:03.000Z"
    assert gnomon.rfc3339_ns(number) == "1970-01-01T00:00:00.000000003Z"
    word = gnomon.pack(EXAMPLE)
    assert gnomon.unpack(Deed(word, deed)) == gnomon.unpack(word)
    with clock.freeze(Deed(EXAMPLE, deed)):
        assert gnomon.date() == IMF


ASKING: list[Callable[[Any], object]] = [
    *FLOORING,
    gnomon.rfc3339,
    lambda number: gnomon.rfc3339(0, number),
    lambda number: gnomon.rfc3339(0, digits=number),
    gnomon.rfc3339_ns,
    gnomon.unpack,
    clock.freeze,
]


@pytest.mark.parametrize("nonsense", [None, 1.5, "1", object()])
def test_index_that_returns_nonsense(nonsense: object) -> None:
    for function in ASKING:
        with pytest.raises(TypeError, match=r"__index__.* (non-int|an int)"):
            function(Deed(nonsense, gnomon.date))


def test_a_freeze_whose_moment_fails_freezes_nothing() -> None:
    def fail() -> None:
        raise KeyError("no moment")

    with pytest.raises(KeyError, match="no moment"):
        clock.freeze(Deed(0, fail))
    assert not clock.info().frozen


# Datetimes.


class Zone(dt.tzinfo):
    """A zone that does something when it is asked for its offset."""

    def __init__(self, offset: Callable[[], Any]) -> None:
        self.offset = offset

    def utcoffset(self, when: dt.datetime | None) -> Any:
        return self.offset()

    def dst(self, when: dt.datetime | None) -> None:
        raise AssertionError("nobody should ask")

    def tzname(self, when: dt.datetime | None) -> str:
        raise AssertionError("nobody should ask")


WHEN: list[Callable[..., Any]] = [*FLOORING, gnomon.rfc3339, clock.freeze]
DAY = dt.timedelta(days=1)
MICROSECOND = dt.timedelta(microseconds=1)


@pytest.mark.parametrize("function", WHEN)
@pytest.mark.parametrize(
    "error", [KeyError, KeyboardInterrupt, SystemExit, StopIteration, MemoryError]
)
def test_zone_that_raises(
    function: Callable[..., Any], error: type[BaseException]
) -> None:
    def fail() -> None:
        raise error("east")

    with pytest.raises(error, match="east"):
        function(dt.datetime(1994, 11, 6, tzinfo=Zone(fail)))
    assert not clock.info().frozen


@pytest.mark.parametrize("function", WHEN)
@pytest.mark.parametrize("nonsense", [0, 1.5, "+01:00", b"", [], DAY, -DAY, 400 * DAY])
def test_zone_that_returns_nonsense(
    function: Callable[..., Any], nonsense: object
) -> None:
    with pytest.raises((TypeError, ValueError)):
        function(dt.datetime(1994, 11, 6, tzinfo=Zone(lambda: nonsense)))


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_zone_that_calls_back(deed: Callable[[], None]) -> None:
    def offset() -> dt.timedelta:
        deed()
        return dt.timedelta(hours=1)

    when = dt.datetime(1994, 11, 6, 9, 49, 37, tzinfo=Zone(offset))
    assert gnomon.format(when) == IMF
    assert gnomon.pack(when) == gnomon.pack(EXAMPLE)
    assert gnomon.rfc3339(when) == gnomon.rfc3339(EXAMPLE)


@pytest.mark.parametrize("offset", [DAY - MICROSECOND, MICROSECOND - DAY])
@pytest.mark.parametrize("edge", [dt.datetime.min, dt.datetime.max])
def test_almost_a_day_off_the_ends_of_the_calendar(
    edge: dt.datetime, offset: dt.timedelta
) -> None:
    """datetime itself cannot convert these to UTC: OverflowError."""
    when = edge.replace(tzinfo=Zone(lambda: offset))
    ends = {dt.datetime.min: reference.YEAR_ONE, dt.datetime.max: reference.LAST}
    micros = ends[edge] * 10**6 + edge.microsecond - offset // MICROSECOND
    seconds, fraction = divmod(micros, 10**6)
    if reference.FIRST <= seconds <= reference.LAST:
        assert gnomon.format(when) == reference.http_date(seconds)
    else:
        with pytest.raises(ValueError, match="outside years 0000 to 9999"):
            gnomon.format(when)
    if reference.YEAR_ONE <= seconds <= reference.LAST:
        expected = reference.rfc3339(seconds, fraction * 1000, 6)
        assert gnomon.rfc3339(when, digits=6) == expected
    else:
        with pytest.raises(ValueError, match="outside years 0001 to 9999"):
            gnomon.rfc3339(when)
