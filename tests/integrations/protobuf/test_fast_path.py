"""What is answered in C and what is handed to the original: a test of identity would
pass, too, if all of it were handed over."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from integrations.protobuf.schema import (
    Duration,
    Mixed,
    Timestamp,
    json_format,
    well_known_types,
)
from integrations.protobuf.values import FIRST, LAST, LONGEST

from gnomon import protobuf
from gnomon._core import fast_method

ASKED = "the original was asked"


class Original:
    """Stands behind a fast method, and tells that it was asked."""

    def __call__(self, *args: Any, **named: Any) -> str:
        return ASKED


def method(name: str) -> Any:
    return fast_method(name, Original())


@pytest.mark.parametrize(
    ("seconds", "nanos", "fast"),
    [
        (0, 0, "1970-01-01T00:00:00Z"),
        (FIRST, 0, "0001-01-01T00:00:00Z"),
        (LAST, 999_999_999, "9999-12-31T23:59:59.999999999Z"),
        (1, 1_000, "1970-01-01T00:00:01.000001Z"),
        (-1, 10_000_000, "1969-12-31T23:59:59.010Z"),
        (FIRST - 1, 0, ASKED),
        (LAST + 1, 0, ASKED),
        (0, -1, ASKED),
        (0, 1_000_000_000, ASKED),
        (-(2**63), 0, ASKED),
        (2**63 - 1, 0, ASKED),
    ],
)
def test_printing_timestamps(seconds: int, nanos: int, fast: str) -> None:
    to_json_string = method("Timestamp.ToJsonString")
    assert to_json_string(Timestamp(seconds=seconds, nanos=nanos)) == fast


@pytest.mark.parametrize(
    ("seconds", "nanos", "fast"),
    [
        (0, 0, "0s"),
        (LONGEST, 999_999_999, "315576000000.999999999s"),
        (-LONGEST, -999_999_999, "-315576000000.999999999s"),
        (0, -500_000_000, "-0.500s"),
        (3, 1_000, "3.000001s"),
        (LONGEST + 1, 0, ASKED),
        (-LONGEST - 1, 0, ASKED),
        (0, 1_000_000_000, ASKED),
        (0, -1_000_000_000, ASKED),
        (1, -1, ASKED),
        (-1, 1, ASKED),
    ],
)
def test_printing_durations(seconds: int, nanos: int, fast: str) -> None:
    to_json_string = method("Duration.ToJsonString")
    assert to_json_string(Duration(seconds=seconds, nanos=nanos)) == fast


@pytest.mark.parametrize(
    ("text", "fast"),
    [
        ("1970-01-01T00:00:00Z", (0, 0)),
        ("1972-01-01T10:00:20.021Z", (63108020, 21_000_000)),
        ("1970-01-01T00:00:00.1Z", (0, 100_000_000)),
        ("1970-01-01T00:00:00.123456789+23:59", (-86340, 123_456_789)),
        ("1969-12-31T16:00:01-08:00", (1, 0)),
        ("9999-12-31T23:59:59.999999999Z", (LAST, 999_999_999)),
        ("1970-01-01t00:00:00Z", None),
        ("1970-01-01T00:00:00z", None),
        ("1990-12-31T23:59:60Z", None),
        ("0000-12-31T23:59:59-00:01", None),
        ("0001-01-01T00:00:00+00:01", None),
        ("1970-01-01T00:00:00.1234567890Z", None),
        ("1970-01-01T00:00:00.1234567890+00:00", None),
        ("1970-01-01T00:00:00+24:00", None),
        ("1970-1-01T00:00:00Z", None),
        ("1970-01-01T00:00:00\u0130", None),
        (b"1970-01-01T00:00:00Z", None),
        (None, None),
    ],
)
def test_reading_timestamps(text: object, fast: tuple[int, int] | None) -> None:
    check_reading("Timestamp.FromJsonString", Timestamp(seconds=7), text, fast)


@pytest.mark.parametrize(
    ("text", "fast"),
    [
        ("0s", (0, 0)),
        ("-0s", (0, 0)),
        ("-0.5s", (0, -500_000_000)),
        ("3.100s", (3, 100_000_000)),
        ("-315576000000.999999999s", (-LONGEST, -999_999_999)),
        ("+1s", None),
        ("1.s", None),
        (".5s", None),
        ("1.1234567891s", None),
        ("1", None),
        (1, None),
    ],
)
def test_reading_durations(text: object, fast: tuple[int, int] | None) -> None:
    check_reading("Duration.FromJsonString", Duration(seconds=7), text, fast)


def check_reading(
    name: str, message: Any, text: object, fast: tuple[int, int] | None
) -> None:
    answer = method(name)(message, text)
    if fast is None:
        assert answer == ASKED
        assert (message.seconds, message.nanos) == (7, 0)
    else:
        assert answer is None
        assert (message.seconds, message.nanos) == fast


def original_calls(call: Callable[[], object]) -> int:
    """How often well_known_types, or what json_format does around it, ran in Python."""
    count = 0
    around = ("_GenericMessageToJsonObject", "_ConvertGenericMessage")

    def note(frame: Any, event: str, _: object) -> None:
        nonlocal count
        if event == "call":
            module = frame.f_globals.get("__name__")
            name = frame.f_code.co_name
            count += module == well_known_types.__name__ or name in around

    sys.setprofile(note)
    try:
        call()
    finally:
        sys.setprofile(None)
    return count


@pytest.fixture
def accelerated() -> Iterator[None]:
    with protobuf.accelerated():
        yield


MESSAGE = Mixed(
    optional_timestamp=Timestamp(seconds=1, nanos=2),
    repeated_timestamp=[Timestamp(seconds=3)],
    map_duration={"k": Duration(seconds=4)},
    oneof_duration=Duration(nanos=-5),
)
MESSAGE.optional_any.Pack(Timestamp(seconds=6))
JS = json_format.MessageToDict(MESSAGE)


def print_all() -> None:
    assert json_format.MessageToDict(MESSAGE) == JS


def read_all() -> None:
    assert json_format.ParseDict(JS, Mixed()) == MESSAGE


@pytest.mark.parametrize("work", [print_all, read_all])
def test_without(work: Callable[[], None]) -> None:
    assert original_calls(work) >= 5


@pytest.mark.usefixtures("accelerated")
@pytest.mark.parametrize("work", [print_all, read_all])
def test_nothing_is_left_to_python(work: Callable[[], None]) -> None:
    # Any goes by another way, through the plain method of its message.
    assert original_calls(work) <= 1


@pytest.mark.usefixtures("accelerated")
def test_a_bad_one_is_left_to_python() -> None:
    def refuse() -> None:
        with pytest.raises(ValueError, match="must be in range"):
            json_format.MessageToDict(Timestamp(seconds=LAST + 1))

    assert original_calls(refuse) >= 2
