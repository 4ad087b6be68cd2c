"""format and format_bytes: any moment as an IMF-fixdate."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta, timezone, tzinfo
from email.utils import formatdate

import pytest
import reference
from hypothesis import assume, example, given
from hypothesis import strategies as st
from moments import datetimes, floor_seconds, rfc3339_seconds, seconds

import gnomon

UTC = UTC


@pytest.mark.parametrize(
    ("when", "text"),
    [
        (784111777, "Sun, 06 Nov 1994 08:49:37 GMT"),
        (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (951782400, "Tue, 29 Feb 2000 00:00:00 GMT"),
        (2**31, "Tue, 19 Jan 2038 03:14:08 GMT"),
        (reference.FIRST, "Sat, 01 Jan 0000 00:00:00 GMT"),
        (reference.YEAR_ONE, "Mon, 01 Jan 0001 00:00:00 GMT"),
        (reference.LAST, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ],
)
def test_examples(when: int, text: str) -> None:
    assert gnomon.format(when) == text
    assert gnomon.format_bytes(when) == text.encode()


def test_types_of_the_result() -> None:
    assert type(gnomon.format(0)) is str
    assert type(gnomon.format_bytes(0)) is bytes


@given(seconds)
def test_whole_range_against_the_oracle(when: int) -> None:
    text = reference.http_date(when)
    assert gnomon.format(when) == text
    assert gnomon.format_bytes(when) == text.encode()


@given(rfc3339_seconds)
def test_against_the_standard_library(when: int) -> None:
    assert gnomon.format(when) == formatdate(when, usegmt=True)


@pytest.mark.parametrize("form", [gnomon.format, gnomon.format_bytes, gnomon.pack])
@pytest.mark.parametrize("when", [reference.FIRST - 1, reference.LAST + 1])
def test_just_outside(form: object, when: int) -> None:
    assert callable(form)
    message = f"^Unix time {when} is outside years 0000 to 9999$"
    with pytest.raises(ValueError, match=message):
        form(when)


@given(st.floats(reference.FIRST, math.nextafter(reference.LAST + 1.0, 0)))
@example(-0.0)
@example(-0.5)
@example(math.nextafter(0, -1))
@example(math.nextafter(784111777, 0))
@example(float(reference.FIRST))
@example(math.nextafter(reference.LAST + 1.0, 0))
def test_float_is_floored(when: float) -> None:
    assert gnomon.format(when) == reference.http_date(math.floor(when))
    assert gnomon.format_bytes(when) == gnomon.format(when).encode()
    assert gnomon.pack(when) == reference.pack(math.floor(when))


@pytest.mark.parametrize(
    "when",
    [
        math.nan,
        math.inf,
        -math.inf,
        reference.LAST + 1.0,
        math.nextafter(reference.FIRST, -math.inf),
        1e300,
        -1e300,
        2.0**63,
        -(2.0**64),
    ],
)
def test_float_outside(when: float) -> None:
    for form in (gnomon.format, gnomon.format_bytes, gnomon.pack):
        with pytest.raises(ValueError, match=r"\w"):
            form(when)


@given(datetimes)
@example(datetime(1, 1, 1, tzinfo=timezone(timedelta(hours=23, minutes=59))))
@example(datetime(1969, 12, 31, 23, 59, 59, 999999))
@example(datetime(1970, 1, 1, tzinfo=timezone(timedelta(microseconds=1))))
def test_datetime_is_converted_exactly(when: datetime) -> None:
    instant = floor_seconds(when)
    assume(instant <= reference.LAST)
    assert gnomon.format(when) == reference.http_date(instant)
    assert gnomon.format_bytes(when) == reference.http_date(instant).encode()


def test_offsets_reach_year_zero_but_not_year_10000() -> None:
    east, west = timezone(timedelta(hours=1)), timezone(timedelta(hours=-1))
    first = datetime(1, 1, 1, tzinfo=east)
    assert gnomon.format(first) == "Sun, 31 Dec 0000 23:00:00 GMT"
    last = datetime(9999, 12, 31, 22, 59, 59, 999999, tzinfo=west)
    assert gnomon.format(last) == "Fri, 31 Dec 9999 23:59:59 GMT"
    with pytest.raises(ValueError, match=r"^Unix time 253402300800 is outside"):
        gnomon.format(last + timedelta(microseconds=1))


def test_naive_datetime_is_utc(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    naive = datetime(1994, 11, 6, 8, 49, 37)
    assert gnomon.format(naive) == "Sun, 06 Nov 1994 08:49:37 GMT"
    assert gnomon.format(naive.replace(tzinfo=UTC)) == gnomon.format(naive)


class Autumn(tzinfo):
    """An hour that comes twice: the second time, an hour less ahead of UTC."""

    def utcoffset(self, when: datetime | None) -> timedelta:
        return timedelta(hours=1 if when is not None and when.fold else 2)

    def dst(self, when: datetime | None) -> timedelta:
        return self.utcoffset(when) - timedelta(hours=1)

    def tzname(self, when: datetime | None) -> str:
        return "Autumn"


def test_fold_tells_the_two_hours_apart() -> None:
    once = datetime(2026, 10, 25, 2, 30, tzinfo=Autumn())
    assert gnomon.format(once) == "Sun, 25 Oct 2026 00:30:00 GMT"
    assert gnomon.format(once.replace(fold=1)) == "Sun, 25 Oct 2026 01:30:00 GMT"


class Offsetless(tzinfo):
    """A zone that does not know its offset makes a naive datetime."""

    def utcoffset(self, when: datetime | None) -> None:
        return None

    def dst(self, when: datetime | None) -> None:
        return None

    def tzname(self, when: datetime | None) -> None:
        return None


def test_zone_without_an_offset_is_naive() -> None:
    when = datetime(1994, 11, 6, 8, 49, 37, tzinfo=Offsetless())
    assert gnomon.format(when) == "Sun, 06 Nov 1994 08:49:37 GMT"


class Stamp(datetime):
    """A subclass, as pandas and pendulum have."""


def test_datetime_subclass() -> None:
    when = Stamp(1994, 11, 6, 10, 49, 37, tzinfo=timezone(timedelta(hours=2)))
    assert gnomon.format(when) == "Sun, 06 Nov 1994 08:49:37 GMT"


@given(seconds)
def test_round_trip(when: int) -> None:
    assert gnomon.parse(gnomon.format(when)) == when
    assert gnomon.parse(gnomon.format_bytes(when)) == when
