"""Every byte at every position of every form: put in, put over, or taken out.

A text is accepted exactly when the oracle accepts it, and with the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
import reference
import vectors

import gnomon
from gnomon.clock import freeze

HTTP_DATES = [
    "Sun, 06 Nov 1994 08:49:37 GMT",
    "Tue, 29 Feb 2000 23:59:60 GMT",
    "Sun Nov  6 08:49:37 1994",
    "Wed Nov 30 23:59:60 1994",
    *(f"{name}, 28-Feb-76 19:30:29 GMT" for name in reference.WEEKDAYS),
]
TIMESTAMPS = [
    "1994-11-06T08:49:37Z",
    "1994-11-06t08:49:37.250z",
    "2000-02-29T23:59:59.123456789Z",
    "2000-02-29T23:59:59.1234567891Z",
    "1994-11-06T08:49:37+01:30",
    "2016-12-31T15:59:60.5-08:00",
]

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")


def mutants(text: str) -> Iterator[str]:
    yield text
    for at in range(len(text) + 1):
        for code in range(256):
            yield text[:at] + chr(code) + text[at:]
    for at in range(len(text)):
        yield text[:at] + text[at + 1 :]
        for code in range(256):
            yield text[:at] + chr(code) + text[at + 1 :]


def judge(
    form: str, parse: Callable[..., object], oracle: Callable[[str], object]
) -> None:
    wrong = []
    accepted = 0
    for text in mutants(form):
        expected = oracle(text)
        accepted += expected is not None
        for given in (text, text.encode("latin-1")):
            try:
                value = parse(given)
            except ValueError:
                value = None
            if value != expected or parse(given, None) != expected:
                wrong.append((given, value, expected))
    assert wrong == []
    assert accepted > 0


def read_http_date(text: str) -> int | None:
    return reference.parse_http_date(text, vectors.NOW)


@pytest.mark.parametrize("form", HTTP_DATES)
def test_http_date(form: str) -> None:
    with freeze(vectors.NOW):
        judge(form, gnomon.parse, read_http_date)


@pytest.mark.parametrize("form", TIMESTAMPS)
def test_rfc3339(form: str) -> None:
    judge(form, gnomon.parse_rfc3339, reference.parse_rfc3339)


@pytest.mark.parametrize("form", ["Sun, 06 Nov 1994 08:49:37 GMT", TIMESTAMPS[1]])
@pytest.mark.parametrize("page", [0x100, 0x600, 0xD800, 0xFF00, 0x1F000])
def test_characters_beyond_bytes(form: str, page: int) -> None:
    """Characters whose low byte is the right one are still wrong."""
    for at, letter in enumerate(form):
        text = form[:at] + chr(page + ord(letter)) + form[at + 1 :]
        assert gnomon.parse(text, None) is None
        assert gnomon.parse_rfc3339(text, None) is None
