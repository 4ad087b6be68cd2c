"""rfc850-date: a two-digit year means one not more than fifty years after now."""

from __future__ import annotations

import time

import pytest
import reference
import vectors
from hypothesis import assume, example, given
from hypothesis import strategies as st
from moments import seconds

import gnomon
from gnomon.clock import freeze

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")


@pytest.mark.parametrize(
    ("now", "text", "year"),
    [
        # Fifty years ahead to the second is not more than fifty years.
        ("2026-11-30T12:30:45Z", "Monday, 30-Nov-76 12:30:45 GMT", 2076),
        ("2026-11-30T12:30:45Z", "Monday, 30-Nov-76 12:30:46 GMT", 1976),
        ("2026-11-30T12:30:45Z", "Monday, 30-Nov-76 12:31:00 GMT", 1976),
        ("2026-11-30T12:30:45Z", "Monday, 30-Nov-76 13:00:00 GMT", 1976),
        ("2026-11-30T12:30:45Z", "Monday, 01-Dec-76 00:00:00 GMT", 1976),
        ("2026-11-30T12:30:45Z", "Monday, 29-Nov-76 23:59:59 GMT", 2076),
        ("2026-11-30T12:30:45Z", "Monday, 31-Dec-75 23:59:59 GMT", 2075),
        ("2026-11-30T12:30:45Z", "Monday, 01-Jan-77 00:00:00 GMT", 1977),
        # The turn of a century, on both sides of now.
        ("1999-12-31T23:59:59Z", "Monday, 01-Jan-00 00:00:00 GMT", 2000),
        ("2000-01-01T00:00:00Z", "Monday, 31-Dec-99 23:59:59 GMT", 1999),
        ("2080-06-01T00:00:00Z", "Monday, 01-Jan-26 00:00:00 GMT", 2126),
        ("1970-01-01T00:00:00Z", "Monday, 01-Jan-20 00:00:00 GMT", 2020),
        ("1970-01-01T00:00:00Z", "Monday, 01-Jan-20 00:00:01 GMT", 1920),
        # Fifty years after 29 February there is none.
        ("2024-02-29T00:00:00Z", "Monday, 28-Feb-74 23:59:59 GMT", 2074),
        ("2024-02-29T00:00:00Z", "Monday, 01-Mar-74 00:00:01 GMT", 1974),
    ],
)
def test_examples(now: str, text: str, year: int) -> None:
    moment, _ = gnomon.parse_rfc3339(now)
    with freeze(moment):
        assert gnomon.unpack(gnomon.pack(gnomon.parse(text))).year == year


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-30T00:00:00Z", "2000-02-29T00:00:00Z"),
        ("2080-01-01T00:00:00Z", None),  # 2100, which has no such day
        ("2349-01-01T00:00:00Z", None),  # 2300
        ("2351-01-01T00:00:00Z", "2400-02-29T00:00:00Z"),
    ],
)
def test_leap_day_of_a_century(now: str, expected: str | None) -> None:
    moment, _ = gnomon.parse_rfc3339(now)
    value = expected and gnomon.parse_rfc3339(expected)[0]
    with freeze(moment):
        assert gnomon.parse("Tuesday, 29-Feb-00 00:00:00 GMT", None) == value


def judge(now: int, text: str) -> None:
    with freeze(now):
        assert gnomon.parse(text, None) == reference.parse_http_date(text, now)


@given(
    now=seconds,
    digits=st.integers(0, 99),
    month=st.sampled_from(reference.MONTHS),
    day=st.integers(0, 32),
    clock=st.sampled_from(["00:00:00", "12:30:45", "23:59:59", "23:59:60", "24:00:00"]),
)
def test_any_now(now: int, digits: int, month: str, day: int, clock: str) -> None:
    judge(now, f"Monday, {day:02}-{month}-{digits:02} {clock} GMT")


@given(
    now=seconds,
    years=st.sampled_from([-51, -50, -49, 0, 49, 50, 51]),
    away=st.integers(-200_000, 200_000) | st.integers(-2, 2),
)
@example(now=vectors.NOW, years=50, away=0)
@example(now=vectors.NOW, years=50, away=1)
def test_near_the_limit(now: int, years: int, away: int) -> None:
    year, month, day, *clock, _ = reference.civil(now)
    assume(reference.exists(year + years, month, day))
    moment = reference.unix(year + years, month, day, *clock) + away
    assume(reference.FIRST <= moment <= reference.LAST)
    judge(now, reference.rfc850_date(moment))


@given(seconds)
def test_round_trip_within_fifty_years(moment: int) -> None:
    with freeze(moment):
        assert gnomon.parse(reference.rfc850_date(moment)) == moment


def test_now_is_the_time_when_nothing_is_frozen() -> None:
    now = gnomon.unpack(gnomon.pack(int(time.time()))).year
    new_year = gnomon.parse(f"Monday, 01-Jan-{now % 100:02} 00:00:00 GMT")
    assert 0 <= time.time() - new_year < 367 * 86400
