"""Moments for Hypothesis, and what they are in exact numbers."""

from __future__ import annotations

import platform
import time
from datetime import datetime, timedelta, timezone

import reference
from hypothesis import strategies as st

MICROSECOND = timedelta(microseconds=1)
DAY = timedelta(days=1)

seconds = st.integers(reference.FIRST, reference.LAST)
rfc3339_seconds = st.integers(reference.YEAR_ONE, reference.LAST)
nanos = st.integers(0, 999_999_999) | st.sampled_from(
    [0, 1, 100, 1_000, 100_000, 1_000_000, 21_000_000, 500_000_000, 999_999_999]
)
digits = st.none() | st.integers(0, 9)

# Any offset that datetime has: less than a day, down to the microsecond.
timezones = st.timedeltas(MICROSECOND - DAY, DAY - MICROSECOND).map(timezone)
aware = st.datetimes(timezones=timezones)
naive = st.datetimes()
datetimes = aware | naive


def microseconds(when: datetime) -> int:
    """Unix microseconds of a datetime; a naive one is UTC."""
    local = reference.unix(
        when.year, when.month, when.day, when.hour, when.minute, when.second
    )
    offset = when.utcoffset() or timedelta()
    return local * 1_000_000 + when.microsecond - offset // MICROSECOND


def floor_seconds(when: datetime) -> int:
    return microseconds(when) // 1_000_000


def coarse_time() -> float:
    """What a date may lie behind the clock: the kernel's coarse clock, where Python can
    read it, or the ten milliseconds that it lags at most."""
    if platform.system() == "Linux":
        return time.clock_gettime(5)  # CLOCK_REALTIME_COARSE
    return time.time() - 0.010
