"""The slow oracle: the same calendar and grammars, said as plainly as Python can.

It shares nothing with the C core, and no datetime, so that it can judge both: days are
looked up in a list of the first days of ten thousand years, texts are taken apart by
regular expressions. A text that breaks its grammar is None.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from itertools import accumulate
from typing import NamedTuple

WEEKDAYS = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
MONTHS = (
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
)


class Civil(NamedTuple):
    """The fields of a moment, in the order of gnomon.Fields."""

    year: int
    month: int
    day: int
    hour: int
    minute: int
    second: int
    weekday: int


def month_lengths(year: int) -> tuple[int, ...]:
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    return (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


# Days from 0000-01-01 to the first day of each year, 10000 included.
YEAR_STARTS = list(
    accumulate((sum(month_lengths(year)) for year in range(10000)), initial=0)
)


def exists(year: int, month: int, day: int) -> bool:
    return (
        0 <= year <= 9999
        and 1 <= month <= 12
        and 1 <= day <= month_lengths(year)[month - 1]
    )


def days(year: int, month: int, day: int) -> int:
    """Days from 1970-01-01 to a date that exists."""
    before_month = sum(month_lengths(year)[: month - 1])
    return YEAR_STARTS[year] + before_month + day - 1 - YEAR_STARTS[1970]


def unix(
    year: int, month: int, day: int, hour: int = 0, minute: int = 0, second: int = 0
) -> int:
    return ((days(year, month, day) * 24 + hour) * 60 + minute) * 60 + second


FIRST = unix(0, 1, 1)
YEAR_ONE = unix(1, 1, 1)
LAST = unix(9999, 12, 31, 23, 59, 59)


def civil(seconds: int) -> Civil:
    since_epoch, second = divmod(seconds, 86400)
    left = since_epoch + YEAR_STARTS[1970]
    year = bisect_right(YEAR_STARTS, left) - 1
    left -= YEAR_STARTS[year]
    month = 1
    for length in month_lengths(year):
        if left < length:
            break
        left -= length
        month += 1
    minute, second = divmod(second, 60)
    hour, minute = divmod(minute, 60)
    thursday = 3  # 1970-01-01 was one
    weekday = (since_epoch + thursday) % 7
    return Civil(year, month, left + 1, hour, minute, second, weekday)


def http_date(seconds: int) -> str:
    c = civil(seconds)
    return (
        f"{WEEKDAYS[c.weekday][:3]}, {c.day:02} {MONTHS[c.month - 1]} {c.year:04} "
        f"{c.hour:02}:{c.minute:02}:{c.second:02} GMT"
    )


def rfc850_date(seconds: int) -> str:
    c = civil(seconds)
    return (
        f"{WEEKDAYS[c.weekday]}, {c.day:02}-{MONTHS[c.month - 1]}-{c.year % 100:02} "
        f"{c.hour:02}:{c.minute:02}:{c.second:02} GMT"
    )


def asctime_date(seconds: int) -> str:
    c = civil(seconds)
    return (
        f"{WEEKDAYS[c.weekday][:3]} {MONTHS[c.month - 1]} {c.day:2} "
        f"{c.hour:02}:{c.minute:02}:{c.second:02} {c.year:04}"
    )


SHORT = f"(?:{'|'.join(name[:3] for name in WEEKDAYS)})"
LONG = f"(?:{'|'.join(WEEKDAYS)})"
DAY = "(?P<day>[0-9]{2})"
MONTH = f"(?P<month>{'|'.join(MONTHS)})"
YEAR = "(?P<year>[0-9]{4})"
TIME = "(?P<hour>[0-9]{2}):(?P<minute>[0-9]{2}):(?P<second>[0-9]{2})"
FORMS = (
    re.compile(f"{SHORT}, {DAY} {MONTH} {YEAR} {TIME} GMT"),
    re.compile(f"{LONG}, {DAY}-{MONTH}-(?P<year>[0-9]{{2}}) {TIME} GMT"),
    re.compile(f"{SHORT} {MONTH} (?P<day>[ 0-9][0-9]) {TIME} {YEAR}"),
)


def whole_year(digits: int, rest: tuple[int, ...], now: int) -> int:
    """The latest year with these last two digits that puts the moment not more than
    fifty years after now."""
    year, *today = civil(now)[:6]
    latest = (year + 50, *today)
    years = range(digits - 100, 10100, 100)
    return max(year for year in years if (year, *rest) <= latest)


def parse_http_date(text: str, now: int) -> int | None:
    text = text.strip(" \t")
    for form in FORMS:
        if match := form.fullmatch(text):
            break
    else:
        return None
    month = MONTHS.index(match["month"]) + 1
    day, hour, minute, second = (
        int(match[name]) for name in ("day", "hour", "minute", "second")
    )
    year = int(match["year"])
    if len(match["year"]) == 2:
        year = whole_year(year, (month, day, hour, minute, second), now)
    if not exists(year, month, day) or hour > 23 or minute > 59:
        return None
    if second > 59 and (hour, minute, second) != (23, 59, 60):
        return None
    seconds = unix(year, month, day, hour, minute, second)
    return seconds if FIRST <= seconds <= LAST else None


def rfc3339(seconds: int, nanos: int = 0, digits: int | None = None) -> str:
    if digits is None:
        digits = next(n for n in (0, 3, 6, 9) if nanos % 10 ** (9 - n) == 0)
    c = civil(seconds)
    fraction = f".{nanos:09}"[: digits + 1] if digits else ""
    return (
        f"{c.year:04}-{c.month:02}-{c.day:02}"
        f"T{c.hour:02}:{c.minute:02}:{c.second:02}{fraction}Z"
    )


RFC3339 = re.compile(
    "(?P<year>[0-9]{4})-(?P<month>[0-9]{2})-(?P<day>[0-9]{2})[Tt]"
    + TIME
    + r"(?:\.(?P<fraction>[0-9]+))?"
    + "(?:[Zz]|(?P<sign>[+-])(?P<hours>[0-9]{2}):(?P<minutes>[0-9]{2}))"
)


def parse_rfc3339(text: str) -> tuple[int, int] | None:
    match = RFC3339.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = (int(part) for part in match.groups()[:6])
    ahead_hours, ahead_minutes = int(match["hours"] or 0), int(match["minutes"] or 0)
    if not exists(year, month, day) or hour > 23 or minute > 59 or second > 60:
        return None
    if ahead_hours > 23 or ahead_minutes > 59:
        return None
    ahead = (ahead_hours * 60 + ahead_minutes) * (-1 if match["sign"] == "-" else 1)
    utc_minute = unix(year, month, day, hour, minute) // 60 - ahead
    if second == 60 and utc_minute % 1440 != 1439:  # 23:59
        return None
    seconds = utc_minute * 60 + second
    nanos = int((match["fraction"] or "").ljust(9, "0")[:9])
    return (seconds, nanos) if YEAR_ONE <= seconds <= LAST else None


def pack(seconds: int) -> int:
    word = 0
    widths = {"second": 6, "minute": 6, "hour": 5, "day": 5, "month": 4}
    widths |= {"weekday": 3, "year": 14}
    shift = 0
    for name, width in widths.items():
        word |= getattr(civil(seconds), name) << shift
        shift += width
    return word


def unpack(word: int) -> Civil | None:
    """The fields of a word that pack() could have made."""
    year, month, day = word >> 29, word >> 22 & 15, word >> 17 & 31
    hour, minute, second = word >> 12 & 31, word >> 6 & 63, word & 63
    if not exists(year, month, day) or hour > 23 or minute > 59 or second > 59:
        return None
    seconds = unix(year, month, day, hour, minute, second)
    return civil(seconds) if pack(seconds) == word else None
