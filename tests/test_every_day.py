"""Every day of years 0000 to 9999, each at another time of day.

The calendar is counted up day by day, so that nothing here computes a date.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import reference

import gnomon

NAMES = [name[:3] for name in reference.WEEKDAYS]
CLOCKS = [
    f"{hour:02}:{minute:02}:{second:02}"
    for hour in range(24)
    for minute in range(60)
    for second in range(60)
]
# Prime to 86400: the days go through every second of the day, in no order.
STRIDE = 50021
DAYS = 3_652_425


class Year(NamedTuple):
    number: int
    moments: list[int]
    http_dates: list[str]
    timestamps: list[str]


def calendar() -> Iterator[Year]:
    midnight = -62167219200  # 0000-01-01T00:00:00Z
    weekday = 5  # a Saturday
    time = 0
    for year in range(10000):
        dates = Year(year, [], [], [])
        for month, length in enumerate(reference.month_lengths(year)):
            around = f" {reference.MONTHS[month]} {year:04} "
            before = f"{year:04}-{month + 1:02}-"
            for day in range(1, length + 1):
                clock = CLOCKS[time]
                dates.moments.append(midnight + time)
                dates.http_dates.append(
                    f"{NAMES[weekday]}, {day:02}{around}{clock} GMT"
                )
                dates.timestamps.append(f"{before}{day:02}T{clock}Z")
                midnight += 86400
                weekday = (weekday + 1) % 7
                time = (time + STRIDE) % 86400
        yield dates
    assert midnight == 253402300800
    assert weekday == 5  # 25 times four centuries are whole weeks


def test_every_day() -> None:
    count = 0
    for year, moments, http_dates, timestamps in calendar():
        count += len(moments)
        assert list(map(gnomon.format, moments)) == http_dates
        assert list(map(gnomon.parse, http_dates)) == moments
        if year == 0:  # which RFC 3339 timestamps have not
            continue
        assert list(map(gnomon.rfc3339, moments)) == timestamps
        pairs = [(moment, 0) for moment in moments]
        assert list(map(gnomon.parse_rfc3339, timestamps)) == pairs
    assert count == DAYS
