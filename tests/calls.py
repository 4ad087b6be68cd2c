"""Every public function on each of its paths: for the tests that make each call with
no memory, a million times, or with its references counted.

A new function needs a line for each path here; test_calls.py misses it otherwise.
Imported by children, too: nothing in here needs pytest.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta, timezone
from typing import Any, NamedTuple

import gnomon
import gnomon.logging
from gnomon import _core, asgi, clock, wsgi


class Call(NamedTuple):
    """A function, its arguments, and the error that they get."""

    function: Callable[..., Any]
    args: tuple[Any, ...]
    keywords: dict[str, Any]
    raises: type[Exception] | None

    @property
    def name(self) -> str:
        args = [repr(arg) for arg in self.args]
        args += [f"{name}={value!r}" for name, value in self.keywords.items()]
        return f"{self.function.__name__}({', '.join(args)})"

    def make(self) -> Any:
        """The result, or the type of the error if it is the one to get."""
        try:
            result = self.function(*self.args, **self.keywords)
        except (TypeError, ValueError) as error:
            if type(error) is not self.raises:
                raise
            return self.raises
        assert self.raises is None, f"{self.name} raises nothing"
        return result


class Index:
    """An integer that is no int."""

    def __init__(self, value: int) -> None:
        self.value = value

    def __index__(self) -> int:
        return self.value

    def __repr__(self) -> str:
        return f"Index({self.value})"


IMF = "Sun, 06 Nov 1994 08:49:37 GMT"
RFC850 = "Sunday, 06-Nov-94 08:49:37 GMT"
STAMP = "1994-11-06T08:49:37.250000000Z"
NAIVE = datetime(1994, 11, 6, 8, 49, 37, 250_000)
EAST = NAIVE.replace(tzinfo=timezone(timedelta(hours=5, minutes=30)))
FAR = 10**30  # past 64 bits


def freeze(when: Any) -> str:
    """What is read while the clock is frozen."""
    with clock.freeze(when):
        return gnomon.date()


def turn_of_a_second() -> list[object]:
    """Another text each time: the one that is kept is let go."""
    with clock.freeze(0):
        texts: list[object] = [gnomon.date(), gnomon.date_bytes()]
    with clock.freeze(1):
        return [*texts, gnomon.date(), gnomon.date_bytes()]


def frozen_calls(when: Any) -> str:
    """The same by way of the decorator."""
    return clock.freeze(when)(gnomon.date)()


async def asgi_app(scope: Any, receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200})


def asgi_response() -> list[Any]:
    """What the server gets of an application that sends no Date."""
    sent: list[Any] = []

    async def send(message: Any) -> None:
        sent.append(message)

    coroutine: Any = asgi.DateMiddleware(asgi_app)({"type": "http"}, None, send)
    with suppress(StopIteration):
        coroutine.send(None)
    return sent


def wsgi_app(environ: Any, start_response: Any) -> list[bytes]:
    start_response("200 OK", [])
    return []


def wsgi_response() -> list[Any]:
    sent: list[Any] = []
    middleware = wsgi.filter_app_factory(wsgi_app, {})
    middleware({}, lambda *start: sent.append(start))  # type: ignore[arg-type]
    return sent


RECORD = logging.makeLogRecord({"created": 784111777.0215})
FORMATTER = gnomon.logging.Formatter("%(asctime)s")


class Message:
    """As far as the fast methods for protobuf look, a Timestamp."""

    seconds = 784111777
    nanos = 0

    def ToJsonString(self) -> str:
        return gnomon.rfc3339(self.seconds, self.nanos)

    def FromJsonString(self, text: str) -> None:
        self.seconds, self.nanos = gnomon.parse_rfc3339(text)


for _name in ("ToJsonString", "FromJsonString"):
    _fast: Any = _core.fast_method(f"Timestamp.{_name}", vars(Message)[_name])
    setattr(Message, _name, _fast)
MESSAGE = Message()


def print_message() -> str:
    return MESSAGE.ToJsonString()


def read_message(text: str) -> None:
    MESSAGE.FromJsonString(text)


def call(
    function: Callable[..., Any],
    *args: Any,
    raises: type[Exception] | None = None,
    **keywords: Any,
) -> Call:
    return Call(function, args, keywords, raises)


# What is written in C.
CALLS = [
    call(gnomon.date),
    call(gnomon.date, 1, raises=TypeError),
    call(gnomon.date_bytes),
    *(
        line
        for function in (gnomon.format, gnomon.format_bytes, gnomon.pack)
        for line in (
            call(function, 784111777),
            call(function, -1),
            call(function, 1.5),
            call(function, Index(0)),
            call(function, NAIVE),
            call(function, EAST),
            call(function, FAR, raises=ValueError),
            call(function, 10**12, raises=ValueError),
            call(function, float("nan"), raises=ValueError),
            call(function, "now", raises=TypeError),
        )
    ),
    *(
        line
        for function in (gnomon.parse, gnomon.parse_datetime)
        for line in (
            call(function, IMF),
            call(function, IMF.encode()),
            call(function, bytearray(IMF.encode()), None),
            call(function, RFC850),
            call(function, f" {IMF}\t"),
            call(function, "yesterday", None),
            call(function, "yesterday", raises=ValueError),
            call(function, b"yesterday", raises=ValueError),
            call(function, "gestern, um zw\u00f6lf", raises=ValueError),
            call(function, memoryview(IMF.encode())[::-1], raises=TypeError),
            call(function, 784111777, raises=TypeError),
            call(function, raises=TypeError),
        )
    ),
    call(gnomon.parse_datetime, "Sat, 01 Jan 0000 00:00:00 GMT", raises=ValueError),
    call(gnomon.rfc3339),
    call(gnomon.rfc3339, 784111777, 250_000_000),
    call(gnomon.rfc3339, Index(784111777), Index(1), digits=Index(3)),
    call(gnomon.rfc3339, NAIVE, digits=9),
    call(gnomon.rfc3339, EAST),
    call(gnomon.rfc3339, FAR, raises=ValueError),
    call(gnomon.rfc3339, 0, 10**9, raises=ValueError),
    call(gnomon.rfc3339, 0, digits=10, raises=ValueError),
    call(gnomon.rfc3339, 0, unknown=10, raises=TypeError),
    call(gnomon.rfc3339, NAIVE, 1, raises=TypeError),
    call(gnomon.rfc3339, 1.5, raises=TypeError),
    call(gnomon.rfc3339, "now", raises=TypeError),
    call(gnomon.rfc3339_ns, 784111777_250_000_000),
    call(gnomon.rfc3339_ns, -(10**19), digits=3),
    call(gnomon.rfc3339_ns, Index(-1)),
    call(gnomon.rfc3339_ns, FAR, raises=ValueError),
    call(gnomon.rfc3339_ns, 1.5, raises=TypeError),
    *(
        line
        for function in (
            gnomon.parse_rfc3339,
            gnomon.parse_rfc3339_ns,
            gnomon.parse_rfc3339_datetime,
        )
        for line in (
            call(function, STAMP),
            call(function, bytearray(STAMP.encode())),
            call(function, "9999-12-31T23:59:60.999999999+00:00", None),
            call(function, "0001-01-01T00:00:00.123456789+00:00"),
            call(function, "now", None),
            call(function, "now", raises=ValueError),
            call(function, STAMP[:-1] + "\U0001f570", raises=ValueError),
            call(function, None, raises=TypeError),
            call(function, STAMP, None, None, raises=TypeError),
        )
    ),
    call(gnomon.unpack, gnomon.pack(784111777)),
    call(gnomon.unpack, Index(gnomon.pack(0))),
    call(gnomon.unpack, FAR, raises=ValueError),
    call(gnomon.unpack, "word", raises=TypeError),
    call(clock.info),
]

# What is written in Python.
PYTHON_CALLS = [
    call(freeze, 784111777),
    call(freeze, EAST),
    call(freeze, FAR, raises=ValueError),
    call(freeze, None, raises=TypeError),
    call(turn_of_a_second),
    call(frozen_calls, 784111777),
    call(asgi_response),
    call(wsgi_response),
    call(gnomon.logging.timestamp, RECORD, digits=9),
    call(gnomon.logging.timestamp, RECORD, digits=10, raises=ValueError),
    call(FORMATTER.format, RECORD),
    call(gnomon.get_include),
    call(print_message),
    call(read_message, STAMP),
    call(read_message, "now", raises=ValueError),
]

# These make threads: a million calls would take hours.
START_AND_STOP = [call(clock.start), call(clock.stop)]

NOW = datetime.now(UTC)  # keeps datetime's own caches out of what is counted
