"""rfc3339 and rfc3339_ns: timestamps of RFC 3339 in UTC."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
import reference
from hypothesis import assume, example, given
from hypothesis import strategies as st
from moments import datetimes, digits, microseconds, nanos, rfc3339_seconds

import gnomon

BILLION = 10**9
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def outside() -> pytest.RaisesExc[ValueError]:
    return pytest.raises(ValueError, match=r"outside")


@pytest.mark.parametrize(
    ("when", "fraction", "places", "text"),
    [
        (0, 0, None, "1970-01-01T00:00:00Z"),
        (63108020, 21_000_000, None, "1972-01-01T10:00:20.021Z"),
        (-1, 999_999_999, None, "1969-12-31T23:59:59.999999999Z"),
        (0, 1, None, "1970-01-01T00:00:00.000000001Z"),
        (0, 1_000, None, "1970-01-01T00:00:00.000001Z"),
        (0, 1_000_000, None, "1970-01-01T00:00:00.001Z"),
        (0, 500_000_000, None, "1970-01-01T00:00:00.500Z"),
        (0, 0, 0, "1970-01-01T00:00:00Z"),
        (0, 0, 1, "1970-01-01T00:00:00.0Z"),
        (0, 0, 9, "1970-01-01T00:00:00.000000000Z"),
        (0, 999_999_999, 0, "1970-01-01T00:00:00Z"),
        (0, 999_999_999, 2, "1970-01-01T00:00:00.99Z"),
        (reference.YEAR_ONE, 0, None, "0001-01-01T00:00:00Z"),
        (reference.LAST, 999_999_999, None, "9999-12-31T23:59:59.999999999Z"),
    ],
)
def test_examples(when: int, fraction: int, places: int | None, text: str) -> None:
    assert gnomon.rfc3339(when, fraction, digits=places) == text
    assert gnomon.rfc3339_ns(when * BILLION + fraction, digits=places) == text


@given(rfc3339_seconds, nanos, digits)
def test_against_the_oracle(when: int, fraction: int, places: int | None) -> None:
    text = reference.rfc3339(when, fraction, places)
    assert gnomon.rfc3339(when, fraction, digits=places) == text
    # Most of these nanoseconds need more than 64 bits.
    assert gnomon.rfc3339_ns(when * BILLION + fraction, digits=places) == text


@given(rfc3339_seconds)
def test_nanos_and_digits_may_be_left_out(when: int) -> None:
    text = reference.rfc3339(when)
    assert gnomon.rfc3339(when) == text
    assert gnomon.rfc3339(when, digits=None) == text
    assert gnomon.rfc3339(when, 0) == text
    assert gnomon.rfc3339_ns(when * BILLION) == text


@given(datetimes)
@example(datetime(1969, 12, 31, 23, 59, 59, 999999))
def test_datetime_against_isoformat(when: datetime) -> None:
    exact = microseconds(when)
    assume(reference.YEAR_ONE <= exact // 1_000_000 <= reference.LAST)
    utc = (EPOCH + timedelta(microseconds=exact)).replace(tzinfo=None)
    assert gnomon.rfc3339(when, digits=0) == utc.isoformat(timespec="seconds") + "Z"
    assert gnomon.rfc3339(when, digits=3) == utc.isoformat("T", "milliseconds") + "Z"
    assert gnomon.rfc3339(when, digits=6) == utc.isoformat("T", "microseconds") + "Z"
    assert gnomon.rfc3339(when) == gnomon.rfc3339_ns(exact * 1000)


@given(datetimes, digits)
def test_datetime_against_the_oracle(when: datetime, places: int | None) -> None:
    whole, fraction = divmod(microseconds(when), 1_000_000)
    assume(reference.YEAR_ONE <= whole <= reference.LAST)
    text = reference.rfc3339(whole, fraction * 1000, places)
    assert gnomon.rfc3339(when, digits=places) == text


def test_offset_that_leaves_the_years() -> None:
    east = timezone(timedelta(microseconds=1))
    with outside():
        gnomon.rfc3339(datetime(1, 1, 1, tzinfo=east))
    west = timezone(timedelta(microseconds=-1))
    with outside():
        gnomon.rfc3339(datetime(9999, 12, 31, 23, 59, 59, 999999, tzinfo=west))


@pytest.mark.parametrize("places", range(10))
@given(rfc3339_seconds, nanos)
def test_fixed_width_is_cut_never_rounded(
    places: int, when: int, fraction: int
) -> None:
    text = gnomon.rfc3339(when, fraction, digits=places)
    assert len(text) == 20 + places + bool(places)
    full = gnomon.rfc3339(when, fraction, digits=9)
    assert text[:-1] == full[: len(text) - 1]


@pytest.mark.parametrize("wrong", [-1, 10, 2**31, 2**63, 10**100, -(10**100)])
def test_digits_out_of_range(wrong: int) -> None:
    for call in (gnomon.rfc3339, gnomon.rfc3339_ns):
        with pytest.raises(ValueError, match="digits"):
            call(0, digits=wrong)
    with pytest.raises(ValueError, match="digits"):
        gnomon.rfc3339(digits=wrong)


@pytest.mark.parametrize("wrong", [1.0, "3", b"3", [], object()])
def test_digits_of_a_wrong_type(wrong: Any) -> None:
    name = type(wrong).__name__
    for call in (gnomon.rfc3339, gnomon.rfc3339_ns):
        with pytest.raises(TypeError, match=f"^digits .*not {name}$"):
            call(0, digits=wrong)


@pytest.mark.parametrize("wrong", [-1, BILLION, 2**32, 2**63, 10**100, -(10**100)])
def test_nanos_out_of_range(wrong: int) -> None:
    with pytest.raises(ValueError, match="nanos"):
        gnomon.rfc3339(0, wrong)


@pytest.mark.parametrize("wrong", [None, 1.0, "3", b"3", [], timedelta(0)])
def test_nanos_of_a_wrong_type(wrong: Any) -> None:
    with pytest.raises(TypeError, match=f"^nanos .*not .*{type(wrong).__name__}$"):
        gnomon.rfc3339(0, wrong)


def test_nanos_beside_a_datetime() -> None:
    with pytest.raises(TypeError, match="nanos"):
        gnomon.rfc3339(EPOCH, 1)  # type: ignore[call-overload]


@pytest.mark.parametrize("when", [0.0, 1.5, float("nan"), float("inf"), 1e300])
def test_float_has_no_nanoseconds(when: Any) -> None:
    for call in (gnomon.rfc3339, gnomon.rfc3339_ns):
        with pytest.raises(TypeError, match="float"):
            call(when)
    with pytest.raises(TypeError, match=r"time\.time_ns\(\)"):
        gnomon.rfc3339(when)


def test_datetime_is_no_nanoseconds() -> None:
    with pytest.raises(TypeError, match=r"not datetime\.datetime$"):
        gnomon.rfc3339_ns(EPOCH)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "when", [reference.YEAR_ONE - 1, reference.LAST + 1, reference.FIRST, -(10**15)]
)
def test_outside_of_the_years(when: int) -> None:
    message = f"^Unix time {when} is outside years 0001 to 9999$"
    with pytest.raises(ValueError, match=message):
        gnomon.rfc3339(when)
    with outside():
        gnomon.rfc3339_ns(when * BILLION)


def test_nanoseconds_just_outside() -> None:
    first, last = reference.YEAR_ONE * BILLION, (reference.LAST + 1) * BILLION - 1
    assert gnomon.rfc3339_ns(first) == "0001-01-01T00:00:00Z"
    assert gnomon.rfc3339_ns(last) == "9999-12-31T23:59:59.999999999Z"
    for wrong in (first - 1, last + 1, -(10**100), 10**5000):
        with outside():
            gnomon.rfc3339_ns(wrong)


@given(st.integers(-(2**66), 2**66) | st.integers(-(10**21), 10**21))
@example(2**63 - 1)
@example(2**63)
@example(2**64)
@example(-(2**63))
@example(-(2**63) - 1)
@example(-1)
def test_nanoseconds_are_split_with_a_floor(ns: int) -> None:
    when, fraction = divmod(ns, BILLION)
    if reference.YEAR_ONE <= when <= reference.LAST:
        assert gnomon.rfc3339_ns(ns) == reference.rfc3339(when, fraction)
    else:
        with outside():
            gnomon.rfc3339_ns(ns)


@pytest.mark.parametrize("places", [None, *range(10)])
def test_without_arguments_it_is_now(places: int | None) -> None:
    resolution = 10 ** (9 - (9 if places is None else places))
    before = time.time_ns()
    text = gnomon.rfc3339(digits=places)
    after = time.time_ns()
    now = gnomon.parse_rfc3339_ns(text)
    assert before // resolution * resolution <= now <= after


def test_now_has_a_fraction() -> None:
    # A whole second could be chance; three in a row at a nanosecond's resolution not.
    assert any("." in gnomon.rfc3339() for _ in range(3))


def test_keywords() -> None:
    rfc3339: Any = gnomon.rfc3339
    rfc3339_ns: Any = gnomon.rfc3339_ns
    calls: list[Callable[[], object]] = [
        lambda: rfc3339(when=0),
        lambda: rfc3339(0, nanos=0),
        lambda: rfc3339(0, 0, 9),
        lambda: rfc3339(0, digit=9),
        lambda: rfc3339_ns(ns=0),
        lambda: rfc3339_ns(0, 9),
    ]
    for call in calls:
        with pytest.raises(TypeError):
            call()
    with pytest.raises(TypeError, match=r"'seconds': the only one is digits$"):
        rfc3339(seconds=0)
