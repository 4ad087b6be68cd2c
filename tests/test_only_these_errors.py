"""Whatever comes in: TypeError, ValueError or MemoryError comes out, or a result."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from moments import datetimes, seconds

import gnomon
from gnomon import clock

TEXTS: list[Callable[..., object]] = [
    gnomon.parse,
    gnomon.parse_datetime,
    gnomon.parse_rfc3339,
    gnomon.parse_rfc3339_ns,
    gnomon.parse_rfc3339_datetime,
]
MOMENTS: list[Callable[..., object]] = [
    gnomon.format,
    gnomon.format_bytes,
    gnomon.pack,
    gnomon.rfc3339,
    gnomon.rfc3339_ns,
    gnomon.unpack,
    clock.freeze,
]
NULLARY: list[Callable[..., object]] = [
    gnomon.date,
    gnomon.date_bytes,
    clock.start,
    clock.stop,
    clock.info,
]

integers = st.integers() | seconds | st.integers(-(10**30), 10**30)
wild_text = st.text() | st.text(st.characters(categories=["Cs", "Nd", "Cc", "Zs"]))
# Almost dates: the words and signs that dates are made of.
words = ["Sun", "Sunday", "Nov", "Feb", "06", "29", "1994", "94", "0000", "GMT"]
words += ["08:49:37", "23:59:60", "1994-11-06T"]
signs = " ,-:.+TZtz0123456789\t\0\n\ré\ud800"
almost = st.lists(st.sampled_from(words) | st.sampled_from(signs), max_size=16).map(
    "".join
)
texts = wild_text | almost
buffers: st.SearchStrategy[object] = (
    st.binary()
    | almost.map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.binary().map(bytearray)
    | st.binary().map(lambda data: memoryview(data))
    | st.binary(min_size=2).map(lambda data: memoryview(data)[::-1])
)
anything: st.SearchStrategy[Any] = (
    st.none()
    | st.booleans()
    | integers
    | st.floats()
    | st.complex_numbers()
    | st.decimals()
    | texts
    | buffers
    | datetimes
    | st.dates()
    | st.times()
    | st.timedeltas()
    | st.lists(st.integers(), max_size=3)
    | st.sampled_from([object(), int, len, Decimal(1), date.max, timedelta.max])
)
ALLOWED = (TypeError, ValueError, MemoryError)


def outcome(function: Callable[..., object], *args: object, **kwargs: object) -> object:
    """The result, or the type of the error."""
    try:
        return function(*args, **kwargs)
    except Exception as error:
        kind, text = type(error), str(error)
    # The very types: UnicodeError is a ValueError too, but not one of a bad date.
    assert kind in ALLOWED, f"{kind.__name__}: {text}"
    assert text
    return kind


@pytest.mark.parametrize("parse", TEXTS)
@given(text=texts | buffers)
def test_texts(parse: Callable[..., object], text: object) -> None:
    raised = outcome(parse, text)
    gentle = outcome(parse, text, ...)
    if raised is ValueError:
        # Buffers that cannot be read at all are no texts; they may raise either way.
        assert gentle is ... or isinstance(text, memoryview)
    else:
        assert gentle == raised


@pytest.mark.parametrize("function", [*TEXTS, *MOMENTS])
@given(argument=anything)
def test_one_argument(function: Callable[..., object], argument: object) -> None:
    outcome(function, argument)


@pytest.mark.parametrize("function", [*TEXTS, gnomon.rfc3339])
@given(first=anything, second=anything)
def test_two_arguments(
    function: Callable[..., object], first: object, second: object
) -> None:
    outcome(function, first, second)


@pytest.mark.parametrize("function", [gnomon.rfc3339, gnomon.rfc3339_ns])
@given(when=anything, digits=anything)
def test_digits(function: Callable[..., object], when: object, digits: object) -> None:
    outcome(function, when, digits=digits)


@given(when=integers | datetimes, nanos=integers, digits=integers)
def test_numbers(when: Any, nanos: int, digits: int) -> None:
    outcome(gnomon.rfc3339, when, nanos, digits=digits)
    outcome(gnomon.rfc3339, when, nanos, digits=digits % 10)
    outcome(gnomon.rfc3339, when, nanos % 10**9, digits=digits % 10)


@pytest.mark.parametrize("function", [*TEXTS, *MOMENTS, *NULLARY])
@given(
    args=st.lists(anything, min_size=3, max_size=5),
    kwargs=st.dictionaries(
        st.sampled_from(["when", "text", "default", "nanos", "digits", "é", ""]),
        anything,
        max_size=2,
    ),
)
def test_too_much(
    function: Callable[..., object], args: list[object], kwargs: dict[str, object]
) -> None:
    assert outcome(function, *args, **kwargs) is TypeError
