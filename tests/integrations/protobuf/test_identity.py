"""Byte for byte and error for error: the methods with and without acceleration."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from integrations.protobuf.outcome import many, same
from integrations.protobuf.schema import Duration, Timestamp
from integrations.protobuf.values import (
    BAD_NANOS,
    EDGE_NANOS,
    EDGE_SECONDS,
    any_nanos,
    any_seconds,
    duration_text,
    edited,
    no_text,
    timestamp_text,
)

Prepare = Callable[[], tuple[Any, ...]]

kinds = pytest.mark.parametrize("kind", [Timestamp, Duration], ids=lambda k: k.__name__)


def printing(kind: Any, seconds: int, nanos: int) -> Prepare:
    def prepare() -> tuple[Any, ...]:
        message = kind(seconds=seconds, nanos=nanos)
        return message.ToJsonString, message

    return prepare


def reading(kind: Any, text: object) -> Prepare:
    """Into a message that holds something, which an error must leave there."""

    def prepare() -> tuple[Any, ...]:
        message = kind(seconds=7, nanos=8)
        return lambda: message.FromJsonString(text), message

    return prepare


@kinds
def test_edges(kind: Any) -> None:
    nanos = [*EDGE_NANOS, *BAD_NANOS, *(-n for n in EDGE_NANOS)]
    for second, nano in product(EDGE_SECONDS, nanos):
        _, text, error, _ = same(printing(kind, second, nano))
        if not error:
            # What was printed is read, back to the same.
            assert isinstance(text, str)
            *_, states = same(reading(kind, text.strip("'")))
            assert isinstance(states, list)
            assert kind.FromString(states[0]) == kind(seconds=second, nanos=nano)


@kinds
@many
@given(seconds=any_seconds, nanos=any_nanos)
def test_printing(kind: Any, seconds: int, nanos: int) -> None:
    same(printing(kind, seconds, nanos))


@many
@given(timestamp_text | edited(timestamp_text))
def test_reading_timestamps(text: str) -> None:
    same(reading(Timestamp, text))


@many
@given(duration_text | edited(duration_text))
def test_reading_durations(text: str) -> None:
    same(reading(Duration, text))


@kinds
@many
@given(value=st.text() | no_text)
def test_reading_anything(kind: Any, value: object) -> None:
    same(reading(kind, value))


# Texts where a reader that is a little laxer or stricter would differ; the notes say
# what protobuf makes of them.
ODD_TIMESTAMPS = [
    "1970-01-01t00:00:00Z",  # refused
    "1970-01-01T00:00:00z",  # refused
    "2016-12-31T23:59:60Z",  # refused: no leap second
    "2016-12-31T15:59:60-08:00",
    "1970-01-01T00:00:61Z",
    "0000-01-01T00:00:00Z",  # refused: no year 0
    "0000-12-31T23:59:59-00:01",  # the same, though the moment is in year 1
    "0001-01-01T00:00:00+00:01",  # out of range
    "9999-12-31T23:59:59-00:01",
    "0001-01-01T00:00:00-00:01",
    "9999-12-31T23:59:59+00:01",
    "1970-01-01T00:00:00+24:00",  # taken, though there is no such offset
    "1970-01-01T00:00:00+99:99",
    "1970-01-01T00:00:00+00:60",
    "1970-01-01T00:00:00+0:0",
    "1970-01-01T00:00:00+ 1: 30",
    "1970-01-01T00:00:00+-01:30",
    "1970-01-01T00:00:00+0_1:3_0",
    "1970-01-01T00:00:00+01:00\n",
    "1970-01-01T00:00:00+\u0660\u0661:\u0660\u0660",
    "1970-1-1T0:0:0Z",
    "1970-01- 1T00:00:00Z",
    "\u0661\u0669\u0667\u0660-01-01T00:00:00Z",
    "1970-01-01T00:00:00.Z",
    "1970-01-01T00:00:00.1_2Z",
    "1970-01-01T00:00:00.12 Z",
    "1970-01-01T00:00:00.9e-3Z",
    "1970-01-01T00:00:00.1e2Z",  # refused, by the range of nanos
    "1970-01-01T00:00:00.000000000Z",
    "1970-01-01T00:00:00.0000000000Z",  # refused: ten digits
    "1970-01-01T00:00:00.123456789+23:59",
    "1970-01-01T00:00:00.1234567890+23:59",
    "1970-01-01T00:00:00.5-00:00",
    "1970-01-01T00:00:00.5z-00:00",
    "1970-01-01T00:00:00",
    "1970-01-01T00:00:00+0000",
    "1970-01-01T00:00:00ZZ",
    "1970-01-01T00:00:00Z+00:00",
    "1970-01-01T00:00:00Z\0",
    "1970-02-30T00:00:00Z",
    "1970-01-01T24:00:00Z",
    "",
    "Z",
    "+",
]
ODD_DURATIONS = [
    "+1s",
    " 1s",
    "1 s",
    "1_0s",
    "1.s",
    "\u0663s",
    "1.1234567891s",  # rounded
    "0.9999999999s",  # rounded out of range
    "1.9999999999s",
    ".5s",
    "-.5s",
    "-0s",
    "-0.5s",
    "-0.000000000s",
    "007s",
    "0000000000001s",  # thirteen digits
    "315576000000.999999999s",
    "315576000001s",
    "-315576000000.999999999s",
    "-315576000001s",
    "1.-5s",
    "1.5e1s",
    "1..5s",
    "--1s",
    "1",
    "s",
    "",
    "1S",
    "1s ",
    "1s\n",
    "1s\0",
]


@pytest.mark.parametrize("text", ODD_TIMESTAMPS, ids=ascii)
def test_odd_timestamps(text: str) -> None:
    same(reading(Timestamp, text))


@pytest.mark.parametrize("text", ODD_DURATIONS, ids=ascii)
def test_odd_durations(text: str) -> None:
    same(reading(Duration, text))


@kinds
def test_every_number_of_digits(kind: Any) -> None:
    head, tail = ("1970-01-01T00:00:00", "Z") if kind is Timestamp else ("-1", "s")
    for digits in ("123456789123", "999999999999", "000000000001", "100000000000"):
        for count in range(13):
            same(reading(kind, f"{head}.{digits[:count]}{tail}"))


class Text(str):
    """With methods of its own, which protobuf calls."""

    def find(self, *args: Any) -> int:
        return super().find(*args) if args[0] != "Z" else -1

    def __getitem__(self, at: Any) -> str:
        return super().__getitem__(at).replace("1", "2")


@kinds
def test_subclasses_of_str(kind: Any) -> None:
    for text in ("1971-01-01T00:00:00Z", "1971-01-01T01:00:00+01:00", "11s", "1.1s"):
        same(reading(kind, Text(text)))
