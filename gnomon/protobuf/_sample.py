"""A message to measure with: somebody's own, or one filled field by field."""

from __future__ import annotations

from importlib import import_module
from operator import attrgetter
from typing import Any

_DEPTH = 3  # of messages within messages
_REPEATED = 3
_TIMESTAMP = {"seconds": 1796045096, "nanos": 789_012_345}
_DURATION = {"seconds": 3, "nanos": 100_000_000}
# Filled otherwise than field by field, or left out: they need what a sample has not.
_KNOWN: dict[str, dict[str, Any]] = {
    "google.protobuf.Timestamp": _TIMESTAMP,
    "google.protobuf.Duration": _DURATION,
    "google.protobuf.Any": {},
    "google.protobuf.FieldMask": {},
    "google.protobuf.Struct": {},
    "google.protobuf.Value": {"string_value": "a text"},
    "google.protobuf.ListValue": {},
}


class NoMessage(Exception):
    """The name leads to none; the text says why."""


def find(name: str) -> Any:
    """The message that `module:name` is, returns, or is the class of.

    Raises NoMessage for anything else.
    """
    module, colon, path = name.partition(":")
    if not colon or not module or not path:
        raise NoMessage(f"{name!r} is not of the form some.module:Message")
    try:
        found = attrgetter(path)(import_module(module))
    except (ImportError, AttributeError) as error:
        raise NoMessage(str(error)) from error
    except Exception as error:
        raise NoMessage(f"{module} raises {type(error).__name__}: {error}") from error
    message_class = import_module("google.protobuf.message").Message
    if isinstance(found, type) and issubclass(found, message_class):
        message = found()
        _fill(message, _DEPTH)
        return message
    try:
        message = found() if callable(found) else found
    except Exception as error:
        raise NoMessage(f"{name} raises {type(error).__name__}: {error}") from error
    if not isinstance(message, message_class):
        raise NoMessage(f"{name} is no message, nor a class or function that makes one")
    try:
        import_module("google.protobuf.json_format").MessageToJson(message)
    except Exception as error:
        raise NoMessage(f"protobuf cannot print {name}: {error}") from error
    return message


def count_moments(message: Any) -> int:
    """How many Timestamps and Durations it holds, itself included."""
    if message.DESCRIPTOR.full_name in (
        "google.protobuf.Timestamp",
        "google.protobuf.Duration",
    ):
        return 1
    return sum(
        count_moments(value)
        for field, values in message.ListFields()
        if field.message_type is not None
        for value in _values(field, values)
    )


def _is_map(field: Any) -> bool:
    return field.message_type is not None and field.message_type.GetOptions().map_entry


def _is_repeated(field: Any) -> bool:
    # The attribute that tells it has another name in each version.
    return isinstance(field.default_value, list)


def _values(field: Any, values: Any) -> list[Any]:
    if _is_map(field):
        is_message = field.message_type.fields_by_name["value"].message_type is not None
        return list(values.values()) if is_message else []
    return list(values) if _is_repeated(field) else [values]


def _fill(message: Any, depth: int) -> None:
    name = message.DESCRIPTOR.full_name
    if name in _KNOWN:
        for key, value in _KNOWN[name].items():
            setattr(message, key, value)
        return
    for field in message.DESCRIPTOR.fields:
        is_message = field.message_type is not None and not _is_map(field)
        if not is_message or depth > 0:
            _fill_field(message, field, depth - 1)


def _fill_field(message: Any, field: Any, depth: int) -> None:
    target = getattr(message, field.name)
    if _is_map(field):
        _fill_map(target, field.message_type, depth)
    elif field.message_type is None:
        value = _scalar(field)
        if _is_repeated(field):
            target.extend([value] * _REPEATED)
        else:
            setattr(message, field.name, value)
    elif _is_repeated(field):
        for _ in range(_REPEATED):
            _fill(target.add(), depth)
    else:
        target.SetInParent()
        _fill(target, depth)


def _fill_map(target: Any, entry: Any, depth: int) -> None:
    key = _scalar(entry.fields_by_name["key"])
    value = entry.fields_by_name["value"]
    if value.message_type is None:
        target[key] = _scalar(value)
    elif depth >= 0:
        _fill(target[key], depth)


def _scalar(field: Any) -> Any:
    if field.enum_type is not None:
        return field.enum_type.values[-1].number
    kinds = {
        field.CPPTYPE_STRING: b"bytes" if field.type == field.TYPE_BYTES else "a text",
        field.CPPTYPE_BOOL: True,
        field.CPPTYPE_DOUBLE: 0.5,
        field.CPPTYPE_FLOAT: 0.5,
    }
    return kinds.get(field.cpp_type, 42)
