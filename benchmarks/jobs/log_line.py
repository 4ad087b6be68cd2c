"""A log line that begins with the time of its record."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from subject import Case, Job, Load, Names, Subject

CREATED = 784111777.021
LINE = "%(asctime)s %(levelname)s %(message)s"
WITHOUT_TIME = "%(levelname)s %(message)s"


class WithStrftime(logging.Formatter):
    """What the standard library's own settings make of it."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"


class WithDatetime(logging.Formatter):
    """What is written by hand most often."""

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        when = datetime.fromtimestamp(record.created, UTC)
        return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def formatter(make: Callable[[], Any], line: str = LINE) -> Load:
    """`f` makes a line of the record `x`."""

    def load() -> Callable[[Names], Names]:
        f = make()(line).format
        return lambda names: {"f": f, "x": record(names["created"])}

    return load


def record(created: float) -> logging.LogRecord:
    msecs = int((created - int(created)) * 1000)
    fields = {"created": created, "msecs": msecs, "levelname": "INFO", "msg": "hello"}
    return logging.makeLogRecord(fields)


def ours() -> Any:
    return import_module("gnomon.logging").Formatter


def theirs() -> Any:
    return logging.Formatter


STDLIB = "logging.Formatter"

JOB = Job(
    "log_line",
    "A log line with its time",
    "the standard library's formatter, with a line in which there is no time",
    [Case({"created": CREATED}, "1994-11-06T08:49:37.021Z INFO hello")],
    [
        Subject("floor", "", formatter(theirs, WITHOUT_TIME), limited=True),
        Subject("gnomon.logging.Formatter", "gnomon", formatter(ours), limited=True),
        Subject(STDLIB, "", formatter(theirs), limited=True),
        Subject(f"{STDLIB}, UTC", "", formatter(lambda: WithStrftime), limited=True),
        Subject("datetime.isoformat", "", formatter(lambda: WithDatetime)),
    ],
)
