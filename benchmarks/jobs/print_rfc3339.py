"""RFC 3339 timestamps of moments: seconds and nanoseconds, or a datetime."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

from subject import CannotTake, Case, Job, Load, Names, Subject, floor, gnomon

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def moment(names: Names) -> datetime:
    if names["n"] % 1000:
        raise CannotTake("a datetime has no nanoseconds")
    return EPOCH + timedelta(seconds=names["s"], microseconds=names["n"] // 1000)


def from_datetime(module: str, path: str = "", **more: str) -> Load:
    """`f` is a function of a module and `x` a datetime."""

    def load() -> Callable[[Names], Names]:
        source: Any = import_module(module) if module else None
        for name in path.split(".") if path else ():
            source = getattr(source, name)
        extra = {key: getattr(import_module(module), v) for key, v in more.items()}
        return lambda names: {"f": source, "x": moment(names), **extra}

    return load


def load_msgspec() -> Callable[[Names], Names]:
    encode = import_module("msgspec").json.Encoder().encode
    return lambda names: {"f": encode, "x": moment(names)}


def load_whenever() -> Callable[[Names], Names]:
    instant = import_module("whenever").Instant.from_timestamp
    return lambda names: {"x": instant(nanoseconds(names), unit="nanosecond")}


def load_protobuf() -> Callable[[Names], Names]:
    stamp = import_module("google.protobuf.timestamp_pb2").Timestamp
    return lambda names: {"x": stamp(seconds=names["s"], nanos=names["n"])}


def load_pendulum() -> Callable[[Names], Names]:
    instance = import_module("pendulum").instance
    return lambda names: {"x": instance(moment(names))}


def load_udatetime() -> Callable[[Names], Names]:
    module = import_module("udatetime")
    zone = module.TZFixedOffset(0)
    return lambda names: {
        "f": module.to_string,
        "x": moment(names).replace(tzinfo=zone),
    }


def load_ns() -> Callable[[Names], Names]:
    f = import_module("gnomon").rfc3339_ns
    return lambda names: {"f": f, "x": nanoseconds(names)}


def nanoseconds(names: Names) -> int:
    return int(names["s"]) * 10**9 + int(names["n"])


def unquoted(answer: bytes) -> str:
    """Without the quotation marks of JSON."""
    return answer.decode()[1:-1]


def case(s: int, n: int, right: str) -> Case:
    return Case({"s": s, "n": n}, right)


DATETIME = "gnomon.rfc3339(datetime)"
ORJSON = from_datetime("orjson", "dumps", o="OPT_UTC_Z")

JOB = Job(
    "print_rfc3339",
    "Print an RFC 3339 timestamp",
    "METH_FASTCALL, allocates a str of 24 characters",
    [
        case(63108020, 21_000_000, "1972-01-01T10:00:20.021Z"),
        case(0, 0, "1970-01-01T00:00:00Z"),
        case(1796045096, 789_012_000, "2026-11-30T13:24:56.789012Z"),
        case(1796045096, 789_012_345, "2026-11-30T13:24:56.789012345Z"),
    ],
    [
        floor("str_24", "f(s, n)"),
        gnomon("rfc3339", "f(s, n)"),
        Subject("gnomon.rfc3339_ns", "gnomon", load_ns, limited=True),
        Subject(DATETIME, "gnomon", from_datetime("gnomon", "rfc3339"), limited=True),
        Subject("msgspec", "msgspec", load_msgspec, answer=unquoted, limited=True),
        Subject("whenever", "whenever", load_whenever, "x.format_iso()"),
        Subject("orjson", "orjson", ORJSON, "f(x, option=o)", unquoted),
        Subject("datetime.isoformat", "", from_datetime(""), "x.isoformat()"),
        Subject("udatetime", "udatetime", load_udatetime),
        Subject("protobuf", "protobuf", load_protobuf, "x.ToJsonString()"),
        Subject("pendulum", "pendulum", load_pendulum, "x.to_iso8601_string()"),
    ],
)
