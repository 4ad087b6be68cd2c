"""parse_rfc3339 and its kin: RFC 3339 date-time, strictly."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from moments import datetimes, microseconds, nanos, rfc3339_seconds

import gnomon

BILLION = 10**9
EXAMPLE = "1994-11-06T08:49:37.25Z"
VALUE = (784111777, 250_000_000)
MEGABYTE = 1 << 20
PARSERS: list[Callable[..., object]] = [
    gnomon.parse_rfc3339,
    gnomon.parse_rfc3339_ns,
    gnomon.parse_rfc3339_datetime,
]


def refused() -> pytest.RaisesExc[ValueError]:
    return pytest.raises(ValueError, match=r"^invalid RFC 3339 date-time: ")


def judge(text: str) -> None:
    expected = reference.parse_rfc3339(text)
    assert gnomon.parse_rfc3339(text, None) == expected
    assert gnomon.parse_rfc3339(text.encode(), None) == expected
    if expected is None:
        for parse in PARSERS:
            with refused():
                parse(text)
            assert parse(text, None) is None
    else:
        seconds, fraction = expected
        assert gnomon.parse_rfc3339_ns(text) == seconds * BILLION + fraction
        read = gnomon.parse_rfc3339_datetime(text)
        assert microseconds(read) == seconds * 10**6 + fraction // 1000


@given(rfc3339_seconds, nanos, st.integers(0, 9))
def test_what_rfc3339_writes(when: int, fraction: int, digits: int) -> None:
    judge(reference.rfc3339(when, fraction, digits))
    assert gnomon.parse_rfc3339(gnomon.rfc3339(when, fraction)) == (when, fraction)
    ns = when * BILLION + fraction
    assert gnomon.parse_rfc3339_ns(gnomon.rfc3339_ns(ns)) == ns


NUMBER = st.integers(0, 99).map("{:02}".format)
YEAR = st.sampled_from(["0000", "0001", "1900", "2000", "9999"]) | st.integers(
    0, 9999
).map("{:04}".format)
DATE = st.sampled_from(["01-01", "12-31", "02-28", "02-29", "06-30"]) | st.tuples(
    NUMBER, NUMBER
).map("-".join)
CLOCK = st.sampled_from(["00:00:00", "23:59:59", "23:59:60", "15:59:60"]) | st.tuples(
    NUMBER, NUMBER, NUMBER
).map(":".join)
FRACTION = st.just("") | st.from_regex(r"\.[0-9]{0,40}", fullmatch=True)
OFFSET = st.sampled_from(["Z", "z", "-08:00", "+00:01", "-00:01"]) | st.tuples(
    st.sampled_from("+-"), NUMBER, st.just(":"), NUMBER
).map("".join)


@given(YEAR, DATE, st.sampled_from("Tt "), CLOCK, FRACTION, OFFSET)
def test_fields_in_any_range(
    year: str, date: str, letter: str, clock: str, fraction: str, offset: str
) -> None:
    judge(f"{year}-{date}{letter}{clock}{fraction}{offset}")


@given(rfc3339_seconds, st.integers(-1439, 1439), st.booleans())
def test_leap_second_is_that_of_utc(when: int, offset: int, last: bool) -> None:
    minute = when // 60
    if last:
        minute = minute // 1440 * 1440 + 1439
    local = (minute + offset) * 60
    if reference.FIRST <= local <= reference.LAST:
        text = reference.rfc3339(local)[:17] + "60"
        sign = "-" if offset < 0 else "+"
        judge(f"{text}{sign}{abs(offset) // 60:02}:{abs(offset) % 60:02}")


@pytest.mark.parametrize(
    "text",
    [
        "0000-12-31T23:59:00-00:01",  # year 0 here, year 1 in UTC
        "0000-12-31T23:59:60Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:60Z",
        "9999-12-31T23:59:59.9999999999-00:00",
        "9999-12-31T22:59:59-01:00",
        "9999-12-31T23:00:00-01:00",
        "2016-12-31T23:59:60.999999999Z",
        "2017-01-01T05:29:60+05:30",
        "2017-01-01T05:29:60+05:31",
        "1970-01-01T00:00:00+23:59",
        "1970-01-01T00:00:00-23:59",
        "1970-01-01T00:00:00+24:00",
        "1970-01-01T00:00:00+00:60",
        "1970-01-01T00:00:00,5Z",
        "1970-01-01T00:00:00\u22120:00",
        "1970-01-01T00:00Z",
        "19700101T000000Z",
        "1970-001T00:00:00Z",
        "+1970-01-01T00:00:00Z",
        "-0001-01-01T00:00:00Z",
        "1970-01-01T00:00:00ZZ",
        "1970-01-01T00:00:00+00:00Z",
        "1970-01-01T00:00:00+00:00:00",
        "1970-01-01T00:00:00+00",
        "1970-01-01T00:00:00 Z",
    ],
)
def test_edges_of_the_grammar(text: str) -> None:
    judge(text)


@pytest.mark.parametrize("other", [" ", "\t", "\n", "\r", "\0", "\x85", "\xa0"])
def test_nothing_is_trimmed(other: str) -> None:
    judge(other + EXAMPLE)
    judge(EXAMPLE + other)


@given(datetimes)
def test_against_isoformat(when: datetime) -> None:
    if when.tzinfo is None:
        when = when.replace(tzinfo=UTC)
    text = when.isoformat()
    # datetime has offsets of seconds, which RFC 3339 has not.
    judge(text)
    if reference.parse_rfc3339(text) is not None:
        assert gnomon.parse_rfc3339_datetime(text) == datetime.fromisoformat(text)


@given(rfc3339_seconds, nanos)
def test_datetime_is_cut_to_microseconds(when: int, fraction: int) -> None:
    read = gnomon.parse_rfc3339_datetime(reference.rfc3339(when, fraction, 9))
    assert type(read) is datetime
    assert read.tzinfo is UTC
    assert read.fold == 0
    assert microseconds(read) == when * 10**6 + fraction // 1000
    assert gnomon.rfc3339(read, digits=6) == reference.rfc3339(when, fraction, 6)


def test_types_of_the_results() -> None:
    pair = gnomon.parse_rfc3339(EXAMPLE)
    assert type(pair) is tuple
    assert [type(part) for part in pair] == [int, int]
    assert pair == VALUE
    assert gnomon.parse_rfc3339_ns(EXAMPLE) == VALUE[0] * BILLION + VALUE[1]


@pytest.mark.parametrize("kind", [str.encode, lambda text: bytearray(text.encode())])
@pytest.mark.parametrize("parse", PARSERS)
def test_kinds_of_text(parse: Callable[..., object], kind: Any) -> None:
    assert parse(kind(EXAMPLE)) == parse(EXAMPLE)
    assert parse(memoryview(kind(f"<{EXAMPLE}>"))[1:-1]) == parse(EXAMPLE)


@pytest.mark.parametrize("parse", PARSERS)
@pytest.mark.parametrize("default", [None, 0, (), (0, 0), ..., object()])
def test_default_is_returned_as_it_is(
    parse: Callable[..., object], default: object
) -> None:
    for wrong in ("", "0", EXAMPLE[:-1], b"\xff", "\ud800", bytearray(20)):
        assert parse(wrong, default) is default
    assert parse(EXAMPLE, default) == parse(EXAMPLE)


def test_a_megabyte() -> None:
    start = time.perf_counter()
    nines = "1994-11-06T08:49:37." + "9" * MEGABYTE
    assert gnomon.parse_rfc3339(nines + "Z") == (784111777, 999_999_999)
    for wrong in (nines, nines + "\0Z", "1" * MEGABYTE, "\ud800" * MEGABYTE):
        judge_length = gnomon.parse_rfc3339(wrong, None)
        assert judge_length is None
        with refused():
            gnomon.parse_rfc3339(wrong)
    # Linear time is a few milliseconds; anything quadratic takes many minutes.
    assert time.perf_counter() - start < 60


@pytest.mark.parametrize(
    ("text", "field", "position"),
    [
        ("", "year", 0),
        ("x994-11-06T08:49:37Z", "year", 0),
        ("199x-11-06T08:49:37Z", "year", 0),
        ("1994x11-06T08:49:37Z", "separator", 4),
        ("1994-1x-06T08:49:37Z", "month", 5),
        ("1994-00-06T08:49:37Z", "month", 5),
        ("1994-13-06T08:49:37Z", "month", 5),
        ("1994-11x06T08:49:37Z", "separator", 7),
        ("1994-11-x6T08:49:37Z", "day", 8),
        ("1994-11-00T08:49:37Z", "day", 8),
        ("1994-11-31T08:49:37Z", "day", 8),
        ("1994-02-29T08:49:37Z", "day", 8),
        ("1994-11-06 08:49:37Z", "separator", 10),
        ("1994-11-06T24:49:37Z", "hour", 11),
        ("1994-11-06T08x49:37Z", "separator", 13),
        ("1994-11-06T08:60:37Z", "minute", 14),
        ("1994-11-06T08:49x37Z", "separator", 16),
        ("1994-11-06T08:49:61Z", "second", 17),
        ("1994-11-06T08:49:60Z", "second", 17),
        ("1994-11-06T23:59:60+00:01", "second", 17),
        ("1994-11-06T08:49:37.Z", "fraction", 19),
        ("1994-11-06T08:49:37.x5Z", "fraction", 19),
        ("1994-11-06T08:49:37", "zone", 19),
        ("1994-11-06T08:49:37x", "zone", 19),
        ("1994-11-06T08:49:37.25", "zone", 22),
        ("1994-11-06T08:49:37.25x", "zone", 22),
        ("1994-11-06T08:49:37+", "zone", 19),
        ("1994-11-06T08:49:37+24:00", "zone", 19),
        ("1994-11-06T08:49:37+00:60", "zone", 19),
        ("1994-11-06T08:49:37+0000", "zone", 19),
        ("1994-11-06T08:49:37ZZ", "trailing text", 20),
        ("1994-11-06T08:49:37.25Z\n", "trailing text", 23),
        ("1994-11-06T08:49:37+01:00Z", "trailing text", 25),
        ("1994-11-06T08:49:37\u0130", "non-ASCII character", 19),
        ("\ud800", "non-ASCII character", 0),
        ("0000-01-01T00:00:00Z", "year", 0),
    ],
)
def test_field_and_position(text: str, field: str, position: int) -> None:
    message = f"^invalid RFC 3339 date-time: {field} at position {position}$"
    for parse in PARSERS:
        with pytest.raises(ValueError, match=message):
            parse(text)
