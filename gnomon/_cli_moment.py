"""WHEN on the command line: a Unix time, an RFC 3339 text or `now`."""

from __future__ import annotations

import re
from typing import NamedTuple

import gnomon

_UNIX_TIME = re.compile(r"([+-]?)([0-9]*)(?:\.([0-9]+))?", re.ASCII)
_NANO_DIGITS = 9
_NANOS_PER_SECOND = 10**_NANO_DIGITS
_MAX_SECOND_DIGITS = 18  # any more is past every range, and past 64 bits


class Moment(NamedTuple):
    """A moment as it was written, exactly: no float between."""

    seconds: int  # Unix, the floor
    nanos: int | None  # None: written as a whole number of seconds


def read_moment(text: str) -> Moment:
    """Read WHEN; raise ValueError with the reason."""
    if text == "now":
        return Moment(*gnomon.parse_rfc3339(gnomon.rfc3339()))
    number = _UNIX_TIME.fullmatch(text)
    if number and (number[2] or number[3]):
        return _unix_time(number[1] == "-", number[2], number[3])
    if re.match(r"[0-9]{4}-", text):
        return Moment(*gnomon.parse_rfc3339(text))
    raise ValueError("neither a Unix time, nor an RFC 3339 timestamp, nor 'now'")


def _unix_time(negative: bool, digits: str, fraction: str | None) -> Moment:
    digits = digits.lstrip("0") or "0"
    if len(digits) > _MAX_SECOND_DIGITS:  # not to read a million of them
        digits = "9" * (_MAX_SECOND_DIGITS + 2)
    sign = -1 if negative else 1
    if fraction is None:
        return Moment(sign * int(digits), None)
    # Digits past the ninth are cut, towards the past as the floor is.
    kept, lost = fraction[:_NANO_DIGITS], fraction[_NANO_DIGITS:].strip("0")
    nanos = sign * int(digits + kept.ljust(_NANO_DIGITS, "0"))
    if negative and lost:
        nanos -= 1
    return Moment(*divmod(nanos, _NANOS_PER_SECOND))
