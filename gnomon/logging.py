"""Log lines whose time is an RFC 3339 timestamp in UTC.

    Formatter     a logging.Formatter with such an asctime
    timestamp     the same text for a record, to use in other formatters

In a configuration for logging.config.dictConfig:

    "formatters": {"utc": {"()": "gnomon.logging.Formatter",
                           "format": "%(asctime)s %(levelname)s %(message)s"}}
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from operator import index
from typing import Any, Literal, SupportsIndex

from . import rfc3339

__all__ = ["Formatter", "timestamp"]

_NANOS_PER_MILLI = 1_000_000
_NANOS_MAX = 999_999_999
_SPACING = 1_000  # nanoseconds, well over those between floats of these years


def timestamp(record: logging.LogRecord, *, digits: SupportsIndex = 3) -> str:
    """Return the time of a log record as an RFC 3339 timestamp, in UTC with a Z.

    record: its created, Unix seconds as a float of years 0001 to 9999, is the
    time. digits: of the fraction, 0 to 9, cut and never rounded. The first
    three are those of record.msecs. In this century the float has about six:
    it knows steps of a quarter of a microsecond.

    Raises ValueError for a number out of range, TypeError for digits that are
    no int.

        >>> timestamp(logging.makeLogRecord({"created": 784111777.0215}))
        '1994-11-06T08:49:37.021Z'

    Source: RFC 3339, section 5.6.
    """
    return rfc3339(*_moment(record), digits=_count(digits))


def _count(digits: SupportsIndex) -> int:
    """Not None, which rfc3339 takes: lines of a log are to be of one length."""
    try:
        return index(digits)
    except TypeError:
        given = type(digits).__name__
        raise TypeError(f"digits must be an int of 0 to 9, not {given}") from None


def _moment(record: logging.LogRecord) -> tuple[int, int]:
    """The seconds and nanos of a record, the first three digits being its msecs."""
    created = record.created
    seconds = int(created // 1)
    nanos = min(int((created - seconds) * 1e9), _NANOS_MAX)
    past = nanos - int(record.msecs) * _NANOS_PER_MILLI
    if 0 <= past < _NANOS_PER_MILLI:
        return seconds, nanos
    # Since Python 3.13 msecs is cut from integer nanoseconds, and created is the
    # float nearest to them, which may lie just across the turn of a millisecond.
    if -_SPACING < past < 0:
        nanos -= past
    elif _NANOS_PER_MILLI <= past < _NANOS_PER_MILLI + _SPACING:
        nanos -= past - _NANOS_PER_MILLI + 1
    # Farther off, somebody has changed one and not the other: created is the time.
    return seconds, min(nanos, _NANOS_MAX)


class Formatter(logging.Formatter):
    """A logging.Formatter whose asctime is RFC 3339, in UTC with a Z.

    fmt, datefmt, style, validate, defaults: those of logging.Formatter. Where a
    datefmt is given, it wins: time.strftime then writes the time, in UTC too.
    digits: of the fraction of asctime, 0 to 9, as for timestamp().

    Raises ValueError for digits out of range and for a fmt that does not fit
    its style, TypeError for digits that are no int.

        >>> record = logging.makeLogRecord({"created": 784111777.0215})
        >>> Formatter("%(asctime)s").format(record)
        '1994-11-06T08:49:37.021Z'

    Source: RFC 3339, section 5.6; logging.Formatter.
    """

    converter: Callable[[float | None], time.struct_time] = time.gmtime

    def __init__(
        self,
        fmt: str | None = None,
        datefmt: str | None = None,
        style: Literal["%", "{", "$"] = "%",
        validate: bool = True,
        *,
        defaults: Mapping[str, Any] | None = None,
        digits: SupportsIndex = 3,
    ) -> None:
        super().__init__(fmt, datefmt, style, validate, defaults=defaults)
        self.digits = _count(digits)
        rfc3339(0, digits=self.digits)  # wrong ones show here, not in each line

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        """Return the record's timestamp, or what time.strftime makes of datefmt."""
        if datefmt:
            return super().formatTime(record, datefmt)
        return rfc3339(*_moment(record), digits=self.digits)
