"""The same through json_format: every kind of field, every error with its path."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from integrations.protobuf.outcome import many, same
from integrations.protobuf.schema import (
    Duration,
    Mixed,
    Timestamp,
    build_in_new_pool,
    json_format,
)
from integrations.protobuf.values import (
    any_nanos,
    any_seconds,
    duration_text,
    edited,
    no_text,
    timestamp_text,
)

Prepare = Callable[[], tuple[Any, ...]]

PRINTERS: dict[str, Callable[[Any], object]] = {
    "MessageToDict": json_format.MessageToDict,
    "MessageToJson": json_format.MessageToJson,
    "MessageToJson, one line": lambda m: json_format.MessageToJson(m, indent=None),
    "MessageToDict, own names": lambda m: json_format.MessageToDict(
        m, preserving_proto_field_name=True
    ),
}
printers = pytest.mark.parametrize("printer", PRINTERS.values(), ids=PRINTERS.keys())


def printing(printer: Callable[[Any], object], message: Any) -> Prepare:
    return lambda: (lambda: printer(message), message)


timestamps = st.builds(Timestamp, seconds=any_seconds, nanos=any_nanos)
durations = st.builds(Duration, seconds=any_seconds, nanos=any_nanos)


def packed(inner: Any) -> Any:
    message = Mixed()
    message.optional_any.Pack(inner)
    return message


def nested(message: Any, depth: int) -> Any:
    for _ in range(depth):
        message = Mixed(child=message, text="outer")
    return message


def messages_with(kind: str, value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Mixed, or the value itself: wherever a Timestamp or a Duration can stand."""
    lists = st.lists(value, min_size=1, max_size=3)
    maps = st.dictionaries(st.text(max_size=3), value, min_size=1, max_size=3)

    def of_map(items: dict[str, Any]) -> Any:
        message = Mixed()
        for key, item in items.items():
            getattr(message, f"map_{kind}")[key].CopyFrom(item)
        return message

    flat = st.one_of(
        value.map(lambda v: Mixed(**{f"optional_{kind}": v}, text="x", number=0.5)),
        lists.map(lambda v: Mixed(**{f"repeated_{kind}": v})),
        value.map(lambda v: Mixed(**{f"oneof_{kind}": v})),
        maps.map(of_map),
        value.map(packed),
    )
    return value | flat | st.builds(nested, flat, st.integers(0, 3))


some_message = messages_with("timestamp", timestamps) | messages_with(
    "duration", durations
)


@printers
@many
@given(message=some_message)
def test_printing(printer: Callable[[Any], object], message: Any) -> None:
    same(printing(printer, message))


# A text for each field, good or bad, and what no text is.
good_timestamp = timestamps.filter(lambda t: 0 <= t.nanos < 10**9).map(
    lambda t: (
        "1972-01-01T10:00:20.021Z" if t.seconds % 2 else "1970-01-01T01:00:00+01:00"
    )
)
timestamp_values = good_timestamp | timestamp_text | edited(timestamp_text) | no_text
duration_values = duration_text | edited(duration_text) | no_text


def objects_with(kind: str, value: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """The same, as JSON objects."""
    upper = kind.capitalize()
    any_of = {"@type": f"type.googleapis.com/google.protobuf.{upper}"}
    flat = st.one_of(
        st.fixed_dictionaries({f"optional{upper}": value, "text": st.text(max_size=3)}),
        st.fixed_dictionaries({f"repeated{upper}": st.lists(value, max_size=3)}),
        st.fixed_dictionaries({f"oneof{upper}": value}),
        st.fixed_dictionaries(
            {f"map{upper}": st.dictionaries(st.text(max_size=3), value, max_size=3)}
        ),
        value.map(lambda v: {"optionalAny": {**any_of, "value": v}}),
    )
    return flat | flat.map(lambda inner: {"child": {"child": inner}, "text": "outer"})


some_object = objects_with("timestamp", timestamp_values) | objects_with(
    "duration", duration_values
)


def reading(js: Any, make: Callable[[], Any], **options: Any) -> Prepare:
    def prepare() -> tuple[Any, ...]:
        message = make()
        return lambda: json_format.ParseDict(js, message, **options), message

    return prepare


@many
@given(some_object)
def test_reading_dicts(js: Any) -> None:
    same(reading(js, Mixed))


@many
@given(
    some_object.map(
        # Bytes have no JSON.
        lambda js: json.dumps(js, default=repr)
    )
)
def test_reading_texts(text: str) -> None:
    def prepare() -> tuple[Any, ...]:
        message = Mixed()
        return lambda: json_format.Parse(text, message), message

    same(prepare)


@many
@given(timestamp_values | duration_values, st.sampled_from([Timestamp, Duration]))
def test_reading_at_the_top(value: Any, kind: Any) -> None:
    same(reading(value, lambda: kind(seconds=7, nanos=8)))


GOOD = {"optionalTimestamp": "1972-01-01T10:00:20.021Z", "optionalDuration": "-3.100s"}


def wrapped(depth: int) -> Any:
    js: Any = GOOD
    for _ in range(depth):
        js = {"child": js}
    return js


@pytest.mark.parametrize("most", range(1, 8))
def test_depth_of_recursion(most: int) -> None:
    """A Timestamp is a message, and counts, also where a shortcut reads it."""
    outcomes = [
        same(reading(wrapped(depth), Mixed, max_recursion_depth=most))
        for depth in range(8)
    ]
    errors = [bool(error) for _, _, error, _ in outcomes]
    assert errors == sorted(errors)
    assert any(errors)


def test_null() -> None:
    for js in (
        {"optionalTimestamp": None},
        {"repeatedTimestamp": [None]},
        {"mapTimestamp": {"k": None}},
        {"oneofDuration": None},
        {"oneofDuration": None, "oneofTimestamp": "1970-01-01T00:00:00Z"},
        {"oneofDuration": "1s", "oneofTimestamp": "1970-01-01T00:00:00Z"},
    ):
        same(reading(js, Mixed))


def test_messages_of_another_pool() -> None:
    """They have other classes, and the same mixin."""
    other = build_in_new_pool()
    stamp = other.DESCRIPTOR.fields_by_name["optional_timestamp"].message_type
    assert stamp is not Timestamp.DESCRIPTOR
    for seconds in (0, 253402300800):
        message = other(optional_timestamp={"seconds": seconds, "nanos": 5})
        assert type(message.optional_timestamp) is not Timestamp
        for printer in PRINTERS.values():
            same(printing(printer, message))
        same(printing(lambda m: m.optional_timestamp.ToJsonString(), message))
    same(reading(GOOD, other))
    same(reading({"optionalTimestamp": "1970-01-01T00:00:00+24:00"}, other))
    same(reading({"optionalTimestamp": "1970-01-01"}, other))
