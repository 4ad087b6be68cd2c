"""The vectors, through the extension and through the oracle that judges it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
import reference
import vectors
from hypothesis import given
from hypothesis import strategies as st
from moments import rfc3339_seconds
from vectors import Case

import gnomon
from gnomon import clock

HTTP_DATES = vectors.read("http_date.tsv")
TIMESTAMPS = vectors.read("rfc3339.tsv")

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")


@pytest.mark.parametrize("case", HTTP_DATES, ids=vectors.name)
def test_http_date(case: Case) -> None:
    with clock.freeze(vectors.NOW):
        if case.value is None:
            with pytest.raises(ValueError, match=r"^invalid HTTP-date: "):
                gnomon.parse(case.text)
            assert gnomon.parse(case.text, None) is None, case.why
        else:
            (seconds,) = case.value
            assert gnomon.parse(case.text) == seconds, case.why
            assert gnomon.parse(case.text, None) == seconds, case.why


@pytest.mark.parametrize("case", TIMESTAMPS, ids=vectors.name)
def test_rfc3339(case: Case) -> None:
    if case.value is None:
        with pytest.raises(ValueError, match=r"^invalid RFC 3339 date-time: "):
            gnomon.parse_rfc3339(case.text)
        assert gnomon.parse_rfc3339(case.text, None) is None, case.why
    else:
        assert gnomon.parse_rfc3339(case.text) == case.value, case.why
        assert gnomon.parse_rfc3339(case.text, None) == case.value, case.why


@pytest.mark.parametrize("case", HTTP_DATES, ids=vectors.name)
def test_oracle_reads_http_dates(case: Case) -> None:
    value = reference.parse_http_date(case.text, vectors.NOW)
    assert value == (case.value and case.value[0]), case.why


@pytest.mark.parametrize("case", TIMESTAMPS, ids=vectors.name)
def test_oracle_reads_timestamps(case: Case) -> None:
    assert reference.parse_rfc3339(case.text) == case.value, case.why


@given(rfc3339_seconds)
def test_oracle_keeps_the_calendar_of_datetime(seconds: int) -> None:
    when = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=seconds)
    fields = (*when.timetuple()[:6], when.weekday())
    assert reference.civil(seconds) == fields
    assert reference.unix(*fields[:6]) == seconds


@given(st.integers(0, 9999))
def test_oracle_counts_years_of_four_centuries(year: int) -> None:
    # The Gregorian calendar repeats after 400 years, which are 146097 days.
    starts = reference.YEAR_STARTS
    assert starts[year % 400] + year // 400 * 146097 == starts[year]
