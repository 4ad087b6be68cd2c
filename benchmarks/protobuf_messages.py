"""Messages of protobuf that hold Timestamps: nothing else, one of three fields, two
of eight."""

from __future__ import annotations

import random
from typing import Any

from google.protobuf import (
    descriptor_pb2,
    descriptor_pool,
    duration_pb2,
    message_factory,
    timestamp_pb2,
)

STAMPS = 1000  # of the message that has nothing else
ROWS = 100  # of each other
OTHERS = ("string", "double", "int32", "bool", "string", "int64")
PACKAGE = "gnomon.benchmark"
TIMESTAMP = "google.protobuf.Timestamp"
TITLES = {
    "Stamps": f"{STAMPS} Timestamps",
    "Rows": f"{ROWS} of 1 Timestamp and 2 other fields",
    "Events": f"{ROWS} of 2 Timestamps and 6 other fields",
}


def make() -> dict[str, Any]:
    """The messages by their titles, the same in every run."""
    classes = _classes()
    chance = random.Random(1994)
    stamps = [_timestamp(chance) for _ in range(STAMPS)]
    return {
        TITLES["Stamps"]: classes["Stamps"](at=stamps),
        TITLES["Rows"]: _fill(classes["Rows"], stamps, stamps_each=1),
        TITLES["Events"]: _fill(classes["Events"], stamps, stamps_each=2),
    }


def timestamp() -> Any:
    return timestamp_pb2.Timestamp(seconds=63108020, nanos=21_000_000)


def duration() -> Any:
    return duration_pb2.Duration(seconds=3, nanos=100_000_000)


def _timestamp(chance: random.Random) -> Any:
    """Of these years, as precise as a database or a clock has it."""
    unit = chance.choice([10**9, 10**6, 10**3, 1])
    nanos = chance.randrange(10**9) // unit * unit
    return timestamp_pb2.Timestamp(seconds=chance.randrange(2**31), nanos=nanos)


def _fill(kind: Any, stamps: list[Any], stamps_each: int) -> Any:
    message = kind()
    sample = {"string": "a text", "double": 0.5, "int32": 42, "bool": True, "int64": 43}
    for i in range(ROWS):
        row = message.row.add()
        for j in range(stamps_each):
            getattr(row, f"at{j}").CopyFrom(stamps[i * stamps_each + j])
        for field in row.DESCRIPTOR.fields[stamps_each:]:
            name = OTHERS[field.number - stamps_each - 1]
            setattr(row, field.name, sample[name])
    return message


def _classes() -> dict[str, Any]:
    file = descriptor_pb2.FileDescriptorProto(
        name="gnomon_benchmark.proto",
        package=PACKAGE,
        syntax="proto3",
        dependency=[timestamp_pb2.DESCRIPTOR.name],
    )
    _add_message(file, "Stamps", ["at"], [f".{TIMESTAMP}"], repeated=True)
    for name, stamps, others in (("Row", 1, 2), ("Event", 2, 6)):
        kinds = [f".{TIMESTAMP}"] * stamps + list(OTHERS[:others])
        names = [f"at{i}" for i in range(stamps)] + [f"f{i}" for i in range(others)]
        _add_message(file, name, names, kinds)
        _add_message(file, f"{name}s", ["row"], [f".{PACKAGE}.{name}"], repeated=True)
    pool = descriptor_pool.Default()
    pool.AddSerializedFile(file.SerializeToString())
    return {
        name: message_factory.GetMessageClass(
            pool.FindMessageTypeByName(f"{PACKAGE}.{name}")
        )
        for name in TITLES
    }


def _add_message(
    file: Any, name: str, fields: list[str], kinds: list[str], repeated: bool = False
) -> None:
    types = descriptor_pb2.FieldDescriptorProto
    message = file.message_type.add(name=name)
    for number, (field, kind) in enumerate(zip(fields, kinds, strict=True), 1):
        new = message.field.add(name=field, number=number)
        new.label = types.LABEL_REPEATED if repeated else types.LABEL_OPTIONAL
        if kind.startswith("."):
            new.type, new.type_name = types.TYPE_MESSAGE, kind
        else:
            new.type = getattr(types, f"TYPE_{kind.upper()}")
