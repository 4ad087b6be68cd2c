"""pack and unpack: a whole HTTP date in 43 bits."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import isolated
import pytest
import reference
from hypothesis import assume, example, given
from hypothesis import strategies as st
from moments import datetimes, floor_seconds, seconds

import gnomon

NAMES = ("year", "month", "day", "hour", "minute", "second", "weekday")
EXAMPLE = 784111777  # Sun, 06 Nov 1994 08:49:37 GMT
BITS = 43


def word(**fields: int) -> int:
    """The word of the example with some fields replaced."""
    given_fields = reference.civil(EXAMPLE)._asdict() | fields
    widths = (14, 3, 4, 5, 5, 6, 6)
    names = ("year", "weekday", "month", "day", "hour", "minute", "second")
    packed = 0
    for name, width in zip(names, widths, strict=True):
        assert given_fields[name] < 1 << width
        packed = packed << width | given_fields[name]
    return packed


def test_layout() -> None:
    assert gnomon.pack(EXAMPLE) == (
        37 | 49 << 6 | 8 << 12 | 6 << 17 | 11 << 22 | 6 << 26 | 1994 << 29
    )
    assert word() == gnomon.pack(EXAMPLE)


@given(seconds)
@example(reference.FIRST)
@example(reference.LAST)
def test_against_the_oracle(when: int) -> None:
    packed = gnomon.pack(when)
    assert packed == reference.pack(when)
    assert 0 < packed < 1 << BITS
    fields = gnomon.unpack(packed)
    assert tuple(fields) == reference.civil(when)
    assert hash(fields) == hash(tuple(fields))


@given(datetimes)
def test_datetime(when: datetime) -> None:
    instant = floor_seconds(when)
    assume(instant <= reference.LAST)
    assert gnomon.pack(when) == reference.pack(instant)


@given(seconds, seconds)
def test_words_without_their_weekday_keep_the_order(one: int, other: int) -> None:
    weekday = 7 << 26
    dates = [gnomon.pack(when) & ~weekday for when in (one, other)]
    assert (dates[0] < dates[1]) == (one < other)


def test_fields() -> None:
    fields = gnomon.unpack(gnomon.pack(EXAMPLE))
    assert type(fields) is gnomon.Fields
    assert isinstance(fields, tuple)
    assert len(fields) == len(NAMES)
    assert tuple(getattr(fields, name) for name in NAMES) == tuple(fields)
    assert fields.weekday == datetime.fromtimestamp(EXAMPLE, UTC).weekday()
    # Six of them make a datetime, which is why the weekday comes last.
    when = datetime(*fields[:6], tzinfo=UTC)
    assert when - datetime.fromtimestamp(0, UTC) == timedelta(seconds=EXAMPLE)
    assert "year=1994, month=11, day=6, hour=8" in repr(fields)


@pytest.mark.parametrize(
    "wrong",
    [
        0,
        -1,
        -gnomon.pack(EXAMPLE),
        1 << BITS,
        gnomon.pack(EXAMPLE) | 1 << BITS,
        gnomon.pack(EXAMPLE) | 1 << 63,
        gnomon.pack(EXAMPLE) | 1 << 64,
        10**100,
        -(10**100),
        word(month=0),
        word(month=13),
        word(month=15),
        word(day=0),
        word(day=31),  # of November
        word(month=2, day=29),  # of 1994
        word(hour=24),
        word(minute=60),
        word(second=60),
        word(second=63),
        word(weekday=0),  # it was a Sunday
        word(weekday=7),
        word(year=10000),
        word(year=16383),
    ],
)
def test_no_word_of_pack(wrong: int) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        gnomon.unpack(wrong)


def judge(packed: int) -> None:
    expected = reference.unpack(packed)
    if expected is None:
        with pytest.raises(ValueError, match=r"\w"):
            gnomon.unpack(packed)
    else:
        assert tuple(gnomon.unpack(packed)) == expected


@given(st.integers(0, (1 << BITS) - 1))
def test_any_word(packed: int) -> None:
    judge(packed)


@given(seconds, st.sets(st.integers(0, BITS), min_size=1, max_size=3))
def test_flipped_bits(when: int, bits: set[int]) -> None:
    judge(reference.pack(when) ^ sum(1 << bit for bit in bits))


@pytest.mark.parametrize("wrong", [None, 1.0, "1", b"1", (1,), gnomon.unpack(word())])
def test_wrong_types(wrong: object) -> None:
    with pytest.raises(TypeError, match=type(wrong).__name__):
        gnomon.unpack(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", ["None", "str", "int", "object()", "lambda: 0"])
def test_what_is_no_class_of_tuples_makes_no_fields(wrong: str) -> None:
    code = f"""
from types import ModuleType
import gnomon
sys.modules["gnomon._fields"] = fields = ModuleType("fields")
fields.Fields = {wrong}
try:
    gnomon.unpack({gnomon.pack(EXAMPLE)})
except TypeError as error:
    print(error)
"""
    assert isolated.run(code).startswith(
        "gnomon._fields.Fields must be a class of tuples, not "
    )
