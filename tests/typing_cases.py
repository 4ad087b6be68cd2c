"""Uses that must pass a type checker, and uses that must not.

Never run. mypy and pyright, both strict, read it: a case that must fail carries the
error it must give, and an ignore that is not needed is an error itself.
"""

from __future__ import annotations

import array
import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import assert_type

import gnomon
import gnomon.clock
import gnomon.logging


class Index:
    """An integer that is no int."""

    def __index__(self) -> int:
        return 784111777


MOMENT = datetime(1994, 11, 6, 8, 49, 37, tzinfo=UTC)
TEXT = "Sun, 06 Nov 1994 08:49:37 GMT"
STAMP = "1994-11-06T08:49:37Z"


# Must pass.


def names() -> None:
    assert_type(gnomon.__version__, str)
    assert_type(gnomon.get_include(), str)
    fields: gnomon.Fields = gnomon.unpack(gnomon.pack(0))
    assert_type(fields.weekday, int)


def http_dates(when: float | datetime) -> None:
    assert_type(gnomon.date(), str)
    assert_type(gnomon.date_bytes(), bytes)
    assert_type(gnomon.format(784111777), str)
    assert_type(gnomon.format(784111777.5), str)
    assert_type(gnomon.format(Index()), str)
    assert_type(gnomon.format(True), str)
    assert_type(gnomon.format(MOMENT), str)
    assert_type(gnomon.format(when), str)
    assert_type(gnomon.format_bytes(when), bytes)


def http_dates_read(text: str | bytes, sentinel: object) -> None:
    assert_type(gnomon.parse(TEXT), int)
    assert_type(gnomon.parse(TEXT.encode()), int)
    assert_type(gnomon.parse(bytearray()), int)
    assert_type(gnomon.parse(memoryview(b"")), int)
    assert_type(gnomon.parse(array.array("b")), int)
    assert_type(gnomon.parse(text), int)
    assert_type(gnomon.parse(text, None), int | None)
    assert_type(gnomon.parse(text, 0), int)
    assert_type(gnomon.parse(text, ""), int | str)
    assert_type(gnomon.parse(text, sentinel), int | object)
    assert_type(gnomon.parse_datetime(text), datetime)
    assert_type(gnomon.parse_datetime(text, None), datetime | None)
    if (seconds := gnomon.parse(text, None)) is not None:
        assert_type(seconds, int)


def timestamps(when: int | datetime, digits: int | None) -> None:
    assert_type(gnomon.rfc3339(), str)
    assert_type(gnomon.rfc3339(digits=3), str)
    assert_type(gnomon.rfc3339(digits=digits), str)
    assert_type(gnomon.rfc3339(0), str)
    assert_type(gnomon.rfc3339(0, 1), str)
    assert_type(gnomon.rfc3339(Index(), Index(), digits=None), str)
    assert_type(gnomon.rfc3339(MOMENT, digits=6), str)
    assert_type(gnomon.rfc3339(when), str)
    assert_type(gnomon.rfc3339_ns(1, digits=9), str)
    assert_type(gnomon.rfc3339_ns(Index()), str)


def timestamps_read(text: str | bytes) -> None:
    assert_type(gnomon.parse_rfc3339(text), tuple[int, int])
    assert_type(gnomon.parse_rfc3339(text, None), tuple[int, int] | None)
    seconds, nanos = gnomon.parse_rfc3339(STAMP)
    assert_type(gnomon.rfc3339(seconds, nanos), str)
    assert_type(gnomon.rfc3339(*gnomon.parse_rfc3339(STAMP)), str)
    assert_type(gnomon.parse_rfc3339_ns(text), int)
    assert_type(gnomon.parse_rfc3339_ns(text, None), int | None)
    assert_type(gnomon.parse_rfc3339_datetime(text), datetime)
    assert_type(gnomon.parse_rfc3339_datetime(text, None), datetime | None)


def packed_words() -> None:
    assert_type(gnomon.pack(MOMENT), int)
    assert_type(gnomon.pack(0.5), int)
    fields = gnomon.unpack(Index())
    assert_type(fields, gnomon.Fields)
    assert_type(fields.year, int)
    assert_type(fields[0], int)
    _year, _month, _day, _hour, _minute, _second, weekday = fields
    assert_type(weekday, int)
    match fields:
        case gnomon.Fields(1994, month):
            assert_type(month, int)
        case _:
            pass


def the_clock() -> None:
    gnomon.clock.start()
    gnomon.clock.stop()
    info = gnomon.clock.info()
    assert_type(info, gnomon.clock.ClockInfo)
    assert_type(info.running, bool)
    assert_type(info.frozen, bool)
    assert_type(info.late_ns, int)
    running, *_ = info
    assert_type(running, bool)


def frozen_block() -> None:
    with gnomon.clock.freeze(784111777) as frozen:
        assert_type(frozen, gnomon.clock.freeze)
    with gnomon.clock.freeze(MOMENT), gnomon.clock.freeze(0.5), frozen:
        pass


@gnomon.clock.freeze(784111777)
def frozen_function(count: int, *, name: str = "") -> str:
    return name * count


@gnomon.clock.freeze(MOMENT)
async def frozen_coroutine(count: int) -> str:
    return str(count)


class Frozen:
    @gnomon.clock.freeze(Index())
    def method(self, count: int) -> str:
        return str(count)


async def decorated_functions_keep_their_types() -> None:
    assert_type(frozen_function(1, name="a"), str)
    assert_type(await frozen_coroutine(1), str)
    assert_type(Frozen().method(1), str)
    by_hand: Callable[[], str] = gnomon.clock.freeze(0)(gnomon.date)
    assert_type(by_hand(), str)


def logs(record: logging.LogRecord, handler: logging.Handler) -> None:
    assert_type(gnomon.logging.timestamp(record), str)
    assert_type(gnomon.logging.timestamp(record, digits=Index()), str)
    formatter: logging.Formatter = gnomon.logging.Formatter("%(asctime)s")
    handler.setFormatter(formatter)
    handler.setFormatter(
        gnomon.logging.Formatter(
            "{asctime}", "%H", "{", False, defaults={"shop": 1}, digits=6
        )
    )
    assert_type(gnomon.logging.Formatter().formatTime(record), str)


# Must fail.


def not_moments() -> None:
    gnomon.format("784111777")  # type: ignore[arg-type]
    gnomon.format(None)  # type: ignore[arg-type]
    gnomon.format()  # type: ignore[call-arg]
    gnomon.format(when=0)  # type: ignore[call-arg]
    gnomon.format_bytes(1j)  # type: ignore[arg-type]
    gnomon.format_bytes(MOMENT.date())  # type: ignore[arg-type]
    gnomon.pack(b"0")  # type: ignore[arg-type]
    gnomon.date(0)  # type: ignore[call-arg]


def not_texts() -> None:
    gnomon.parse(784111777)  # type: ignore[call-overload]
    gnomon.parse(None, None)  # type: ignore[call-overload]
    gnomon.parse(TEXT, default=None)  # type: ignore[call-overload]
    gnomon.parse(TEXT, None, None)  # type: ignore[call-overload]
    gnomon.parse_datetime([TEXT])  # type: ignore[call-overload]
    gnomon.parse_rfc3339(MOMENT)  # type: ignore[call-overload]
    gnomon.parse_rfc3339_ns(0)  # type: ignore[call-overload]


def a_default_may_come_back() -> None:
    seconds: int = gnomon.parse(TEXT, None)  # type: ignore[arg-type]
    moment: datetime = gnomon.parse_datetime(TEXT, None)  # type: ignore[arg-type]
    gnomon.parse(TEXT, None) + 1  # type: ignore[operator]
    gnomon.format(gnomon.parse(TEXT, None))  # type: ignore[arg-type]
    print(seconds, moment)


def not_timestamps() -> None:
    gnomon.rfc3339(784111777.5)  # type: ignore[call-overload]
    gnomon.rfc3339(MOMENT, 0)  # type: ignore[call-overload]
    gnomon.rfc3339(0, 0.5)  # type: ignore[call-overload]
    gnomon.rfc3339(0, 0, 3)  # type: ignore[call-overload]
    gnomon.rfc3339(0, digits="3")  # type: ignore[call-overload]
    gnomon.rfc3339(None)  # type: ignore[call-overload]
    gnomon.rfc3339_ns(1.5)  # type: ignore[arg-type]
    gnomon.rfc3339_ns(MOMENT)  # type: ignore[arg-type]
    gnomon.rfc3339_ns(0, 3)  # type: ignore[call-arg]


def not_a_name() -> None:
    gnomon.datee()  # type: ignore[attr-defined]
    gnomon.fields  # type: ignore[attr-defined]  # noqa: B018


def not_fields() -> None:
    fields = gnomon.unpack(0)
    fields.year = 1995  # type: ignore[misc]
    fields.nanos  # type: ignore[attr-defined]  # noqa: B018
    gnomon.unpack(0.5)  # type: ignore[arg-type]


def not_a_clock() -> None:
    gnomon.clock.freeze()  # type: ignore[call-arg]
    gnomon.clock.freeze("now")  # type: ignore[arg-type]
    gnomon.clock.freeze(when=0)  # type: ignore[call-arg]
    gnomon.clock.freeze(0)(None)  # type: ignore[type-var]
    gnomon.clock.start(1)  # type: ignore[call-arg]
    gnomon.clock.info().running = True  # type: ignore[misc]
    with gnomon.clock.freeze:  # type: ignore[attr-defined]
        pass


def not_logs(record: logging.LogRecord) -> None:
    gnomon.logging.timestamp(784111777)  # type: ignore[arg-type]
    gnomon.logging.timestamp(record, 3)  # type: ignore[call-arg]
    gnomon.logging.Formatter(digits="3")  # type: ignore[arg-type]
    gnomon.logging.Formatter(style="&")  # type: ignore[arg-type]
    gnomon.get_include("gnomon.h")  # type: ignore[call-arg]


async def decorated_functions_keep_their_arguments() -> None:
    frozen_function("1")  # type: ignore[arg-type]
    frozen_function(1, "a")  # type: ignore[call-arg]
    await frozen_coroutine()  # type: ignore[call-arg]
