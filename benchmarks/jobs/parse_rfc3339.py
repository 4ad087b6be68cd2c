"""RFC 3339 timestamps back into moments."""

from __future__ import annotations

from calendar import timegm
from collections.abc import Callable
from datetime import datetime
from importlib import import_module
from typing import Any

from subject import Case, Job, Load, Names, Subject, call, floor, gnomon


def pair(answer: datetime) -> tuple[int, int]:
    """Seconds and nanoseconds of an aware datetime."""
    return timegm(answer.utctimetuple()), answer.microsecond * 1000


def load_msgspec() -> Callable[[Names], Names]:
    decode = import_module("msgspec").json.Decoder(datetime).decode
    return lambda names: {"f": decode, "x": f'"{names["x"]}"'.encode()}


def load_protobuf() -> Callable[[Names], Names]:
    stamp = import_module("google.protobuf.timestamp_pb2").Timestamp

    def parse(text: str) -> Any:
        new = stamp()
        new.FromJsonString(text)
        return new

    return lambda names: {**names, "f": parse}


def peer(label: str, package: str, load: Load, **options: Any) -> Subject:
    return Subject(label, package, load, answer=pair, **options)


JOB = Job(
    "parse_rfc3339",
    "Parse an RFC 3339 timestamp",
    "METH_FASTCALL, returns a new (int, int); for gnomon.parse_rfc3339_ns a new int",
    [
        Case({"x": "1972-01-01T10:00:20.021Z"}, (63108020, 21_000_000)),
        Case({"x": "1970-01-01T00:00:00Z"}, (0, 0)),
        Case({"x": "2026-11-30T13:24:56.789012345Z"}, (1796045096, 789_012_345)),
        Case({"x": "2026-11-30t14:24:56.7+01:00"}, (1796045096, 700_000_000)),
        Case({"x": "2016-12-31T23:59:60Z"}, (1483228800, 0)),
    ],
    [
        floor("new_pair"),
        floor("new_int_fast", label="floor: int"),
        gnomon("parse_rfc3339"),
        gnomon(
            "parse_rfc3339_ns",
            answer=lambda ns: divmod(ns, 10**9),
            base="floor: int",
        ),
        gnomon("parse_rfc3339_datetime", answer=pair),
        peer("ciso8601", "ciso8601", call("ciso8601", "parse_datetime"), limited=True),
        peer("msgspec", "msgspec", load_msgspec),
        peer("fromisoformat", "", call("datetime", "datetime.fromisoformat")),
        Subject(
            "whenever",
            "whenever",
            call("whenever", "Instant.parse_iso"),
            answer=lambda t: divmod(t.timestamp(unit="nanosecond"), 10**9),
        ),
        peer("udatetime", "udatetime", call("udatetime", "from_string")),
        Subject(
            "protobuf",
            "protobuf",
            load_protobuf,
            answer=lambda stamp: (stamp.seconds, stamp.nanos),
        ),
        peer("pendulum", "pendulum", call("pendulum", "parse")),
    ],
)
