"""A datetime that gnomon makes is one that datetime itself would have made."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime, timedelta

from hypothesis import example, given
from hypothesis import strategies as st

import gnomon

moments = st.datetimes(timezones=st.just(UTC)).map(lambda when: when.replace(fold=0))


@given(moments)
@example(datetime.min.replace(tzinfo=UTC))
@example(datetime.max.replace(tzinfo=UTC))
@example(datetime(1970, 1, 1, tzinfo=UTC))
def test_each_field_and_each_use(right: datetime) -> None:
    made = gnomon.parse_rfc3339_datetime(right.isoformat())
    assert type(made) is datetime
    assert (made.date(), made.timetz()) == (right.date(), right.timetz())
    assert (made.tzinfo, made.fold, repr(made)) == (UTC, 0, repr(right))
    assert hash(made) == hash(right)
    assert pickle.dumps(made) == pickle.dumps(right)
    assert copy.deepcopy(made) == right == made
    assert made - right == timedelta(0)
    assert made.replace(microsecond=0) == right.replace(microsecond=0)


@given(moments)
def test_from_an_http_date(right: datetime) -> None:
    right = right.replace(microsecond=0)
    made = gnomon.parse_datetime(gnomon.format(right))
    assert (repr(made), made.fold) == (repr(right), 0)
    assert (made, hash(made)) == (right, hash(right))
