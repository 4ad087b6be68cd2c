"""What the arguments may be: numbers, moments and texts of every kind."""

from __future__ import annotations

import datetime as dt
import math
from collections.abc import Callable
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction
from typing import Any

import isolated
import pytest
import reference

import gnomon

EPOCH = dt.datetime(1970, 1, 1, tzinfo=dt.UTC)
HUGE = [10**100, -(10**100), 10**5000, -(10**5000), 2**63, -(2**63) - 1, 2**64]

# All take a moment; the second list knows no floats.
FLOORING: list[Callable[[Any], object]] = [
    gnomon.format,
    gnomon.format_bytes,
    gnomon.pack,
]
WHEN = [*FLOORING, gnomon.rfc3339]
INTEGERS = [*WHEN, gnomon.rfc3339_ns]
TEXTS: list[Callable[..., object]] = [
    gnomon.parse,
    gnomon.parse_datetime,
    gnomon.parse_rfc3339,
    gnomon.parse_rfc3339_ns,
    gnomon.parse_rfc3339_datetime,
]


class Seconds(int):
    pass


class Named(IntEnum):
    EXAMPLE = 784111777


class Real(float):
    pass


class Index:
    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value


class Raising:
    def __index__(self) -> int:
        raise KeyError("no index")


class NotAnInt:
    def __index__(self) -> int:
        return 1.5  # type: ignore[return-value]


class OnlyInt:
    """int() takes it, but it is no integer: as Decimal and Fraction."""

    def __int__(self) -> int:
        return 1


class OnlyFloat:
    def __float__(self) -> float:
        return 1.0


@pytest.mark.parametrize("function", INTEGERS)
@pytest.mark.parametrize("when", [Seconds(5), Named.EXAMPLE, True, False, Index(-9)])
def test_integers_of_every_kind(function: Callable[[Any], object], when: Any) -> None:
    assert function(when) == function(when.__index__())


@pytest.mark.parametrize("function", INTEGERS)
@pytest.mark.parametrize("when", HUGE, ids=lambda when: f"{when.bit_length()} bits")
@pytest.mark.parametrize("kind", [int, Seconds, Index])
def test_huge_integers(
    function: Callable[[Any], object], when: int, kind: Callable[[int], Any]
) -> None:
    if function is gnomon.rfc3339_ns and when.bit_length() <= 65:
        when <<= 64  # as seconds these are outside, as nanoseconds within
    # Also past sys.set_int_max_str_digits, where the number itself cannot be shown.
    with pytest.raises(ValueError, match="outside"):
        function(kind(when))


@pytest.mark.parametrize("function", INTEGERS)
def test_index_keeps_its_own_exception(function: Callable[[Any], object]) -> None:
    with pytest.raises(KeyError, match="no index"):
        function(Raising())
    with pytest.raises(TypeError):
        function(NotAnInt())


def test_index_keeps_its_own_exception_elsewhere() -> None:
    wrong: Any = Raising()
    for call in (
        lambda: gnomon.rfc3339(0, wrong),
        lambda: gnomon.rfc3339(0, digits=wrong),
        lambda: gnomon.rfc3339_ns(0, digits=wrong),
        lambda: gnomon.unpack(wrong),
    ):
        with pytest.raises(KeyError, match="no index"):
            call()


def test_index_of_the_other_arguments() -> None:
    nanos: Any = Index(250_000_000)
    digits: Any = Index(2)
    assert gnomon.rfc3339(Index(0), nanos, digits=digits) == "1970-01-01T00:00:00.25Z"
    word: Any = Index(gnomon.pack(0))
    assert gnomon.unpack(word) == gnomon.unpack(gnomon.pack(0))


WRONG = [
    None,
    "0",
    b"0",
    bytearray(b"0"),
    [],
    (0,),
    {},
    0j,
    object(),
    Decimal(0),
    Fraction(0),
    OnlyInt(),
    OnlyFloat(),
    dt.date(1970, 1, 1),
    dt.time(0),
    dt.timedelta(0),
]


@pytest.mark.parametrize("function", FLOORING)
@pytest.mark.parametrize("when", WRONG, ids=lambda when: type(when).__name__)
def test_no_moment(function: Callable[[Any], object], when: Any) -> None:
    name = type(when).__name__
    message = rf"^when must be an int, a float or a datetime, not ([\w.]+\.)?{name}$"
    with pytest.raises(TypeError, match=message):
        function(when)


@pytest.mark.parametrize("when", WRONG, ids=lambda when: type(when).__name__)
def test_no_moment_for_rfc3339(when: Any) -> None:
    name = type(when).__name__
    message = rf"^when must be an int or a datetime, not ([\w.]+\.)?{name}$"
    with pytest.raises(TypeError, match=message):
        gnomon.rfc3339(when)
    with pytest.raises(TypeError, match=rf"^ns must be an int, not ([\w.]+\.)?{name}$"):
        gnomon.rfc3339_ns(when)


@pytest.mark.parametrize("function", FLOORING)
def test_floats(function: Callable[[Any], object]) -> None:
    assert function(Real(1.5)) == function(1)
    assert function(Real(-0.5)) == function(-1)
    for nan in (math.nan, -math.nan, Real("nan")):
        with pytest.raises(ValueError, match="not nan"):
            function(nan)
    for outside in (math.inf, -math.inf, Real("inf"), 1e300, -1e19, 2.0**62, 1e12):
        with pytest.raises(ValueError, match="outside"):
            function(outside)


class Zone(dt.tzinfo):
    """A zone whose offset is whatever it was made with, or raised."""

    def __init__(self, offset: Any) -> None:
        self.offset = offset

    def utcoffset(self, when: dt.datetime | None) -> Any:
        if isinstance(self.offset, Exception):
            raise self.offset
        return self.offset

    def dst(self, when: dt.datetime | None) -> None:
        return None

    def tzname(self, when: dt.datetime | None) -> str:
        return "?"


@pytest.mark.parametrize("function", WHEN)
def test_zone_that_raises_keeps_its_own_exception(
    function: Callable[[Any], object],
) -> None:
    with pytest.raises(ZeroDivisionError, match="east of everything"):
        function(EPOCH.replace(tzinfo=Zone(ZeroDivisionError("east of everything"))))


@pytest.mark.parametrize("function", WHEN)
@pytest.mark.parametrize("offset", [5, 1.5, "+01:00", object()])
def test_offset_of_a_wrong_type(
    function: Callable[[Any], object], offset: object
) -> None:
    with pytest.raises(TypeError):
        function(EPOCH.replace(tzinfo=Zone(offset)))


@pytest.mark.parametrize("function", WHEN)
@pytest.mark.parametrize("hours", [24, -24, 10**6])
def test_offset_of_a_day_or_more(function: Callable[[Any], object], hours: int) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        function(EPOCH.replace(tzinfo=Zone(dt.timedelta(hours=hours))))


@pytest.mark.parametrize("sign", [1, -1])
@pytest.mark.parametrize("zone", [dt.timezone, Zone])
def test_offset_of_almost_a_day(sign: int, zone: Callable[[Any], dt.tzinfo]) -> None:
    almost = sign * (dt.timedelta(days=1) - dt.timedelta(microseconds=1))
    when = EPOCH.replace(tzinfo=zone(almost))
    seconds, fraction = divmod(-sign * (86400 * 10**6 - 1), 10**6)
    assert gnomon.format(when) == reference.http_date(seconds)
    assert gnomon.rfc3339(when, digits=6) == reference.rfc3339(
        seconds, fraction * 1000, 6
    )


@pytest.mark.parametrize("parse", TEXTS)
@pytest.mark.parametrize(
    "text", [None, 0, 1.5, [], ["0"], {}, object(), EPOCH], ids=repr
)
def test_no_text(parse: Callable[..., object], text: object) -> None:
    message = rf"^text must be .*not ([\w.]+\.)?{type(text).__name__}$"
    with pytest.raises(TypeError, match=message):
        parse(text)
    # The default is for texts of other people, not for one's own mistakes.
    with pytest.raises(TypeError, match=message):
        parse(text, None)


@pytest.mark.parametrize("function", [*INTEGERS, *TEXTS, gnomon.unpack])
def test_number_of_arguments(function: Callable[..., object]) -> None:
    if function is not gnomon.rfc3339:
        with pytest.raises(TypeError):
            function()
    with pytest.raises(TypeError):
        function(0, 0, 0)
    with pytest.raises(TypeError):
        function(0, unknown=0)


@pytest.mark.parametrize("function", [gnomon.date, gnomon.date_bytes])
def test_no_arguments(function: Callable[..., object]) -> None:
    with pytest.raises(TypeError):
        function(0)
    with pytest.raises(TypeError):
        function(when=0)


class _LyingOffset(dt.datetime):
    delta = dt.timedelta()

    def utcoffset(self) -> dt.timedelta:
        return self.delta


@pytest.mark.parametrize("days", [1, -2, 5, 213503982, dt.timedelta.max.days])
def test_offset_of_a_subclass_that_lies(days: int) -> None:
    moment = _LyingOffset(2000, 1, 1, tzinfo=dt.timezone(dt.timedelta(hours=1)))
    moment.delta = dt.timedelta(days=days)
    for function in (gnomon.format, gnomon.pack, gnomon.rfc3339):
        with pytest.raises(
            ValueError, match=r"^utcoffset\(\) must be less than a day$"
        ):
            function(moment)


class _DatetimeAndInt(dt.datetime):
    def __index__(self) -> int:
        return 7


def test_nanos_with_a_datetime_that_is_an_int_too() -> None:
    moment = _DatetimeAndInt(2000, 1, 1, 0, 0, 0, 123456)
    assert gnomon.rfc3339(moment) == "2000-01-01T00:00:00.123456Z"
    with pytest.raises(TypeError, match="nanos must be left out"):
        gnomon.rfc3339(moment, 5)


class _NoTime(dt.datetime):
    """Like pandas.NaT, whose fields are those of no moment."""

    def utcoffset(self) -> None:
        raise ValueError("no time")


@pytest.mark.parametrize(
    "function", [gnomon.format, gnomon.pack, gnomon.rfc3339, gnomon.clock.freeze]
)
def test_a_naive_datetime_that_is_no_time(function: Callable[[Any], object]) -> None:
    with pytest.raises(ValueError, match=r"^no time$"):
        function(_NoTime(1, 1, 1))


class _Refuses(dt.tzinfo):
    def utcoffset(self, when: object) -> dt.timedelta:
        raise LookupError("asked for nothing")

    def dst(self, when: object) -> None:
        return None

    def tzname(self, when: object) -> None:
        return None


def test_nanos_with_a_datetime_whose_zone_is_not_asked() -> None:
    moment = dt.datetime(2000, 1, 1, tzinfo=_Refuses())
    rfc3339: Any = gnomon.rfc3339
    with pytest.raises(TypeError, match="nanos must be left out"):
        rfc3339(moment, 5)


def test_what_interrupts_the_import_of_datetime_comes_out() -> None:
    code = """
import sys
import gnomon
class Interrupts:
    def find_spec(self, name, path=None, target=None):
        if name == "datetime":
            raise KeyboardInterrupt
sys.meta_path.insert(0, Interrupts())
for call, text in (
    (gnomon.parse_datetime, gnomon.date()),
    (gnomon.parse_rfc3339_datetime, gnomon.rfc3339()),
):
    try:
        call(text)
    except KeyboardInterrupt:
        print("interrupted")
"""
    assert isolated.run(code).split() == ["interrupted"] * 2
