"""What an error of parse says: the field that is wrong, and where it stands."""

from __future__ import annotations

import pytest

import gnomon

IMF = [
    ("Xun, 06 Nov 1994 08:49:37 GMT", "weekday", 0),
    ("sun, 06 Nov 1994 08:49:37 GMT", "weekday", 0),
    ("Sun,x06 Nov 1994 08:49:37 GMT", "separator", 4),
    ("Sun, x6 Nov 1994 08:49:37 GMT", "day", 5),
    ("Sun, 0x Nov 1994 08:49:37 GMT", "day", 5),
    ("Sun, 00 Nov 1994 08:49:37 GMT", "day", 5),
    ("Sun, 32 Nov 1994 08:49:37 GMT", "day", 5),
    ("Sun, 31 Nov 1994 08:49:37 GMT", "day", 5),
    ("Sun, 29 Feb 1994 08:49:37 GMT", "day", 5),
    ("Sun, 29 Feb 1994 23:59:60 GMT", "day", 5),  # the leap second is fine
    ("Sun, 06xNov 1994 08:49:37 GMT", "separator", 7),
    ("Sun, 06 Nox 1994 08:49:37 GMT", "month", 8),
    ("Sun, 06 nov 1994 08:49:37 GMT", "month", 8),
    ("Sun, 06 Novx1994 08:49:37 GMT", "separator", 11),
    ("Sun, 06 Nov x994 08:49:37 GMT", "year", 12),
    ("Sun, 06 Nov 199x 08:49:37 GMT", "year", 12),
    ("Sun, 06 Nov 1994x08:49:37 GMT", "separator", 16),
    ("Sun, 06 Nov 1994 x8:49:37 GMT", "hour", 17),
    ("Sun, 06 Nov 1994 24:49:37 GMT", "hour", 17),
    ("Sun, 06 Nov 1994 08x49:37 GMT", "separator", 19),
    ("Sun, 06 Nov 1994 08:x9:37 GMT", "minute", 20),
    ("Sun, 06 Nov 1994 08:60:37 GMT", "minute", 20),
    ("Sun, 06 Nov 1994 08:49x37 GMT", "separator", 22),
    ("Sun, 06 Nov 1994 08:49:3x GMT", "second", 23),
    ("Sun, 06 Nov 1994 08:49:60 GMT", "second", 23),
    ("Sun, 06 Nov 1994 23:59:61 GMT", "second", 23),
    ("Sun, 06 Nov 1994 08:49:37xGMT", "separator", 25),
    ("Sun, 06 Nov 1994 08:49:37 UTC", "zone", 26),
    ("Sun, 06 Nov 1994 08:49:37 gmt", "zone", 26),
    ("Sun, 06 Nov 1994 08:49:37 GMTx", "trailing text", 29),
    ("Sun, 06 Nov 1994 08:49:37 GMT\n", "trailing text", 29),
    ("Sun, 06 Nov 1994 08:49:37 GMT\0", "trailing text", 29),
    ("Sun, 06 Nov 1994 08:49:37 GMT; length=123", "trailing text", 29),
]
RFC850 = [
    ("Sumday, 06-Nov-94 08:49:37 GMT", "weekday", 0),
    ("Sunday,x06-Nov-94 08:49:37 GMT", "separator", 7),
    ("Sunday, 6-Nov-94 08:49:37 GMT", "day", 8),
    ("Wednesday, 00-Nov-94 08:49:37 GMT", "day", 11),
    ("Sunday, 31-Nov-94 08:49:37 GMT", "day", 8),
    ("Sunday, 06xNov-94 08:49:37 GMT", "separator", 10),
    ("Sunday, 06-nov-94 08:49:37 GMT", "month", 11),
    ("Sunday, 06-Novx94 08:49:37 GMT", "separator", 14),
    ("Sunday, 06-Nov-9x 08:49:37 GMT", "year", 15),
    ("Sunday, 06-Nov-94x08:49:37 GMT", "separator", 17),
    ("Sunday, 06-Nov-94 24:49:37 GMT", "hour", 18),
    ("Sunday, 06-Nov-94 08x49:37 GMT", "separator", 20),
    ("Sunday, 06-Nov-94 08:60:37 GMT", "minute", 21),
    ("Sunday, 06-Nov-94 08:49x37 GMT", "separator", 23),
    ("Sunday, 06-Nov-94 08:49:61 GMT", "second", 24),
    ("Sunday, 06-Nov-94 08:49:37xGMT", "separator", 26),
    ("Sunday, 06-Nov-94 08:49:37 UTC", "zone", 27),
    ("Sunday, 06-Nov-94 08:49:37 GMTx", "trailing text", 30),
]
ASCTIME = [
    ("Xun Nov  6 08:49:37 1994", "weekday", 0),
    ("Sun nov  6 08:49:37 1994", "month", 4),
    ("Sun Novx 6 08:49:37 1994", "separator", 7),
    ("Sun Nov  x 08:49:37 1994", "day", 8),
    ("Sun Nov  0 08:49:37 1994", "day", 8),
    ("Sun Nov 31 08:49:37 1994", "day", 8),
    ("Sun Nov  6x08:49:37 1994", "separator", 10),
    ("Sun Nov  6 24:49:37 1994", "hour", 11),
    ("Sun Nov  6 08x49:37 1994", "separator", 13),
    ("Sun Nov  6 08:60:37 1994", "minute", 14),
    ("Sun Nov  6 08:49x37 1994", "separator", 16),
    ("Sun Nov  6 08:49:60 1994", "second", 17),
    ("Sun Nov  6 08:49:37x1994", "separator", 19),
    ("Sun Nov  6 08:49:37 19x4", "year", 20),
    ("Sun Nov  6 08:49:37 1994x", "trailing text", 24),
    ("Sun Nov  6 08:49:37 19940", "trailing text", 24),
]
CUT_SHORT = [
    ("", "weekday", 0),
    ("0", "weekday", 0),
    ("-1", "weekday", 0),
    ("Su", "weekday", 0),
    ("Sun,", "separator", 4),
    ("Sun, 0", "day", 5),
    ("Sun, 06", "separator", 7),
    ("Sun, 06 No", "month", 8),
    ("Sun, 06 Nov 199", "year", 12),
    ("Sun, 06 Nov 1994 08:49:37", "separator", 25),
    ("Sun, 06 Nov 1994 08:49:37 GM", "zone", 26),
    ("Sunday, 06-Nov", "separator", 14),
    ("Sunday, 06-Nov-94 08:49:37 GM", "zone", 27),
    ("Sun Nov  6 08:49:37 199", "year", 20),
]
CASES = IMF + RFC850 + ASCTIME + CUT_SHORT


def message(field: str, position: int) -> str:
    return f"^invalid HTTP-date: {field} at position {position}$"


@pytest.mark.parametrize(("text", "field", "position"), CASES)
def test_field_and_position(text: str, field: str, position: int) -> None:
    for given in (text, text.encode(), bytearray(text, "ascii")):
        with pytest.raises(ValueError, match=message(field, position)):
            gnomon.parse(given)
        with pytest.raises(ValueError, match=message(field, position)):
            gnomon.parse_datetime(given)


@pytest.mark.parametrize(("text", "field", "position"), IMF + RFC850 + ASCTIME)
def test_position_counts_in_the_given_text(
    text: str, field: str, position: int
) -> None:
    with pytest.raises(ValueError, match=message(field, position + 3)):
        gnomon.parse(f" \t {text}\t ")


@pytest.mark.parametrize("text", ["é", "\ud800", "\U0001f570"])
def test_positions_of_str_are_characters(text: str) -> None:
    with pytest.raises(ValueError, match=message("non-ASCII character", 5)):
        gnomon.parse(f"Sun, {text}{text}")


def test_bytes_outside_ascii_are_wrong_bytes_of_their_field() -> None:
    with pytest.raises(ValueError, match=message("day", 5)):
        gnomon.parse("Sun, é6".encode())


@pytest.mark.parametrize("text", ["Sun, 06 Nov 1994 08:49:37 GMT" * 1000, "x" * 10**6])
def test_message_stays_short(text: str) -> None:
    with pytest.raises(ValueError, match=r"^invalid HTTP-date: ") as caught:
        gnomon.parse(text)
    assert len(str(caught.value)) < 80
