"""Messages that hold Timestamps and Durations in every way there is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import isolated
import pytest

# Whoever imports this is skipped where there is no protobuf, so that tests take
# what they need of it from here.
pytest.importorskip(
    "google.protobuf", reason="protobuf is not installed: make test-protobuf"
)

import google.protobuf
from google.protobuf import (
    any_pb2,
    descriptor_pb2,
    descriptor_pool,
    duration_pb2,
    field_mask_pb2,
    message_factory,
    struct_pb2,
    timestamp_pb2,
)
from google.protobuf import json_format as json_format
from google.protobuf import wrappers_pb2 as wrappers_pb2
from google.protobuf.internal import api_implementation
from google.protobuf.internal import well_known_types as well_known_types

Timestamp: Any = timestamp_pb2.Timestamp
Duration: Any = duration_pb2.Duration
google_protobuf: Any = google.protobuf
VERSION: str = google_protobuf.__version__
BACKEND: str = api_implementation.Type()

FIELD = descriptor_pb2.FieldDescriptorProto
WELL_KNOWN = (any_pb2, duration_pb2, field_mask_pb2, struct_pb2, timestamp_pb2)
SCALARS = ("string", "bool", "double", "float", "int32", "uint64")


def _add_field(message: Any, name: str, kind: str, **options: Any) -> Any:
    field = message.field.add(
        name=name,
        json_name=_camel(name),
        number=len(message.field) + 1,
        label=FIELD.LABEL_OPTIONAL,
        **options,
    )
    if kind.startswith("."):
        field.type, field.type_name = FIELD.TYPE_MESSAGE, kind
    else:
        field.type = getattr(FIELD, f"TYPE_{kind.upper()}")
    return field


def _camel(name: str) -> str:
    first, *others = name.split("_")
    return first + "".join(word.capitalize() for word in others)


def _add_map(message: Any, name: str, kind: str) -> None:
    entry = message.nested_type.add(name=f"{_camel(name).capitalize()}Entry")
    entry.options.map_entry = True
    _add_field(entry, "key", "string")
    _add_field(entry, "value", kind)
    field = _add_field(message, name, f".gnomon.test.{message.name}.{entry.name}")
    field.label = FIELD.LABEL_REPEATED


def _file() -> Any:
    file = descriptor_pb2.FileDescriptorProto(
        name="gnomon_test.proto", package="gnomon.test", syntax="proto3"
    )
    for module in WELL_KNOWN:
        file.dependency.append(module.DESCRIPTOR.name)
    message = file.message_type.add(name="Mixed")
    message.oneof_decl.add(name="choice")
    for kind in ("Timestamp", "Duration"):
        name, full = kind.lower(), f".google.protobuf.{kind}"
        _add_field(message, f"optional_{name}", full)
        _add_field(message, f"repeated_{name}", full).label = FIELD.LABEL_REPEATED
        _add_field(message, f"oneof_{name}", full, oneof_index=0)
        _add_map(message, f"map_{name}", full)
    _add_field(message, "optional_any", ".google.protobuf.Any")
    _add_field(message, "child", ".gnomon.test.Mixed")
    _add_field(message, "text", "string")
    _add_field(message, "number", "double")
    _add_everything(file)
    return file


def _add_everything(file: Any) -> None:
    """One field of each type, for what fills messages of any kind."""
    file.enum_type.add(name="Colour").value.add(name="RED", number=0)
    file.enum_type[0].value.add(name="GREEN", number=1)
    message = file.message_type.add(name="Everything")
    for kind in (*SCALARS, "bytes"):
        _add_field(message, f"a_{kind}", kind)
    _add_field(message, "an_enum", "enum").type_name = ".gnomon.test.Colour"
    _add_field(message, "repeated_scalar", "int32").label = FIELD.LABEL_REPEATED
    _add_map(message, "map_scalar", "int32")
    _add_map(message, "map_message", ".google.protobuf.Timestamp")
    for name in ("Timestamp", "Duration", "Any", "Struct", "Value", "ListValue"):
        _add_field(message, f"a_{name.lower()}", f".google.protobuf.{name}")
    _add_field(message, "a_mask", ".google.protobuf.FieldMask")
    _add_field(message, "mixed", ".gnomon.test.Mixed")


def build(pool: Any, name: str = "Mixed") -> Any:
    """A class of those above, in a pool that knows the well-known types."""
    pool.AddSerializedFile(_file().SerializeToString())
    descriptor = pool.FindMessageTypeByName(f"gnomon.test.{name}")
    return message_factory.GetMessageClass(descriptor)


def build_in_new_pool() -> Any:
    """Mixed, Timestamp and Duration of a pool of their own."""
    pool = descriptor_pool.DescriptorPool()
    for module in WELL_KNOWN:
        pool.AddSerializedFile(module.DESCRIPTOR.serialized_pb)
    return build(pool)


Mixed: Any = build(descriptor_pool.Default())
Everything: Any = build(descriptor_pool.Default(), "Everything")


def run_alone(code: str) -> str:
    """What the code prints, in an interpreter with gnomon and protobuf alone."""
    folder = str(Path(google_protobuf.__file__).parents[2])
    return isolated.run(f"sys.path.insert(0, {folder!r})\n{code}")
