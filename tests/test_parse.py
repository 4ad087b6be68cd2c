"""parse and parse_datetime: the three forms of HTTP-date, and nothing else."""

from __future__ import annotations

import time
from array import array
from datetime import UTC, datetime

import pytest
import reference
from hypothesis import given
from hypothesis import strategies as st
from moments import rfc3339_seconds, seconds

import gnomon

EXAMPLE = 784111777
IMF = "Sun, 06 Nov 1994 08:49:37 GMT"
RFC850 = "Sunday, 06-Nov-94 08:49:37 GMT"
ASCTIME = "Sun Nov  6 08:49:37 1994"
FORMS = [IMF, RFC850, ASCTIME]
MEGABYTE = 1 << 20


def refused() -> pytest.RaisesExc[ValueError]:
    return pytest.raises(ValueError, match=r"^invalid HTTP-date: ")


@given(seconds)
def test_four_digit_years_of_the_whole_range(when: int) -> None:
    for text in (reference.http_date(when), reference.asctime_date(when)):
        assert gnomon.parse(text) == when
        assert gnomon.parse(text.encode()) == when


@pytest.mark.parametrize("text", FORMS)
@given(before=st.text(" \t", max_size=40), after=st.text(" \t", max_size=40))
def test_spaces_and_tabs_are_trimmed(text: str, before: str, after: str) -> None:
    assert gnomon.parse(before + text + after) == EXAMPLE
    assert gnomon.parse((before + text + after).encode()) == EXAMPLE


@pytest.mark.parametrize("text", FORMS)
@pytest.mark.parametrize(
    "other", ["\n", "\r", "\v", "\f", "\0", "\x1c", "\x85", "\xa0"]
)
def test_nothing_else_is_trimmed(text: str, other: str) -> None:
    for wrong in (other + text, text + other, f" {other} {text}", f"{text} {other} "):
        with refused():
            gnomon.parse(wrong)
        with refused():
            gnomon.parse(wrong.encode("latin-1"))


@pytest.mark.parametrize("blank", ["", " ", "\t", " \t" * 50])
def test_blank(blank: str) -> None:
    with refused():
        gnomon.parse(blank)


class Header(str):
    """A subclass, as Django's SafeString is."""

    __slots__ = ()


@pytest.mark.parametrize(
    "text",
    [
        IMF.encode(),
        bytearray(IMF, "ascii"),
        memoryview(IMF.encode()),
        memoryview(f"Date: {IMF}\r\n".encode())[6:-2],
        array("B", IMF.encode()),
        Header(IMF),
    ],
    ids=lambda text: type(text).__name__,
)
def test_kinds_of_text(text: bytes) -> None:
    assert gnomon.parse(text) == EXAMPLE
    assert gnomon.parse(text, None) == EXAMPLE
    assert gnomon.parse_datetime(text).timestamp() == EXAMPLE


@pytest.mark.parametrize("step", [2, -1])
def test_buffer_with_gaps(step: int) -> None:
    gaps = memoryview(bytes(MEGABYTE))[::step]
    for parse in (gnomon.parse, gnomon.parse_datetime, gnomon.parse_rfc3339):
        # CPython's own word is BufferError, which is neither.
        with pytest.raises((TypeError, ValueError)):
            parse(gaps)


def test_released_buffer() -> None:
    view = memoryview(IMF.encode())
    view.release()
    with pytest.raises((TypeError, ValueError)):
        gnomon.parse(view)


@pytest.mark.parametrize("text", FORMS)
@pytest.mark.parametrize(
    "other", ["\udcff", "\ud800", "\uff16", "\U0001f570", "\u00e9"]
)
def test_text_beyond_ascii(text: str, other: str) -> None:
    for at in range(len(text) + 1):
        for wrong in (
            text[:at] + other + text[at:],
            text[:at] + other + text[at + 1 :],
        ):
            message = f"^invalid HTTP-date: non-ASCII character at position {at}$"
            with pytest.raises(ValueError, match=message):
                gnomon.parse(wrong)
            assert gnomon.parse(wrong, None) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (" " * MEGABYTE, None),
        ("0" * MEGABYTE, None),
        (IMF * (MEGABYTE // len(IMF)), None),
        (IMF[:-1] + "\0" * MEGABYTE, None),
        ("\ud800" * MEGABYTE, None),
        (f"{' ' * MEGABYTE}{IMF}{' ' * MEGABYTE}", EXAMPLE),
    ],
    ids=["blank", "digits", "dates", "NULs", "surrogates", "padded"],
)
def test_a_megabyte(text: str, expected: int | None) -> None:
    start = time.perf_counter()
    assert gnomon.parse(text, None) == expected
    if expected is None:
        with refused():
            gnomon.parse(text)
    # Linear time is about a millisecond; anything quadratic takes many minutes.
    assert time.perf_counter() - start < 60


@pytest.mark.parametrize("parse", [gnomon.parse, gnomon.parse_datetime])
@pytest.mark.parametrize("default", [None, 0, -1, "", ..., ValueError, object()])
def test_default_is_returned_as_it_is(parse: object, default: object) -> None:
    assert callable(parse)
    for wrong in ("", "0", IMF[:-1], b"\xff", "\ud800", bytearray(30)):
        assert parse(wrong, default) is default
    assert parse(IMF, default) == parse(IMF) is not default


@given(rfc3339_seconds)
def test_datetime(when: int) -> None:
    read = gnomon.parse_datetime(reference.http_date(when))
    assert type(read) is datetime
    assert read.tzinfo is UTC
    assert (*read.timetuple()[:6], read.weekday()) == reference.civil(when)
    assert (read.microsecond, read.fold) == (0, 0)
    assert gnomon.format(read) == reference.http_date(when)


def test_year_zero_is_no_datetime() -> None:
    text = reference.http_date(reference.YEAR_ONE - 1)
    assert gnomon.parse(text) == reference.YEAR_ONE - 1
    with pytest.raises(ValueError, match=r"\w"):
        gnomon.parse_datetime(text)
    assert gnomon.parse_datetime(text, None) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sun Nov 06 08:49:37 1994", EXAMPLE),  # RFC 9110: 2DIGIT / ( SP 1DIGIT )
        ("Sun Nov  0 08:49:37 1994", None),
        ("Sun Nov 6  08:49:37 1994", None),
        ("Sun Nov 6 08:49:37 1994", None),
        ("Sunday Nov  6 08:49:37 1994", None),
        ("Sunday, 06 Nov 1994 08:49:37 GMT", None),
        ("Sun, 06-Nov-94 08:49:37 GMT", None),
        ("Sunday, 06-Nov-1994 08:49:37 GMT", None),
        ("Sun, 06-Nov-1994 08:49:37 GMT", None),
        ("Sun, 06 Nov 1994 08:49:37 GMT GMT", None),
        ("Sun, 06 Nov 1994 8:49:37 GMT", None),
        ("Sun, 06 Nov 1994 08:49:37.5 GMT", None),
        ("06 Nov 1994 08:49:37 GMT", None),
        ("SUN, 06 NOV 1994 08:49:37 GMT", None),
        ("Sun, 31 Nov 1994 08:49:37 GMT", None),
        ("Tue, 29 Feb 2000 08:49:37 GMT", 951814177),
        ("Sun, 29 Feb 2026 08:49:37 GMT", None),
        ("Fri Dec 31 23:59:60 1999", 946684800),
        ("Fri, 31 Dec 9999 23:59:60 GMT", None),  # year 10000
        ("Sat, 31 Dec 1999 23:59:61 GMT", None),
        ("Sat, 31 Dec 1999 23:58:60 GMT", None),
    ],
)
def test_edges_of_the_grammar(text: str, expected: int | None) -> None:
    assert gnomon.parse(text, None) == expected
    if expected is None:
        with refused():
            gnomon.parse(text)


NUMBER = st.integers(0, 99).map("{:02}".format)
SHORT = st.sampled_from([name[:3] for name in reference.WEEKDAYS])
MONTH = st.sampled_from(reference.MONTHS)
CLOCK = st.tuples(NUMBER, NUMBER, NUMBER).map(":".join)
LIKELY_CLOCK = st.sampled_from(["23:59:60", "23:59:59", "00:00:00", "12:30:60"]) | CLOCK
YEAR = st.integers(0, 9999).map("{:04}".format) | st.sampled_from(["1900", "2000"])


@given(SHORT, NUMBER, MONTH, YEAR, LIKELY_CLOCK)
def test_numbers_in_any_range(
    weekday: str, day: str, month: str, year: str, clock: str
) -> None:
    for text in (
        f"{weekday}, {day} {month} {year} {clock} GMT",
        f"{weekday} {month} {day} {clock} {year}",
    ):
        assert gnomon.parse(text, None) == reference.parse_http_date(text, 0)
