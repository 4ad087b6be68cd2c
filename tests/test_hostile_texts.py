"""Texts and buffers that lie, raise, are gone, or are changed while they are read: the
answer is right or an error of their own, and the process lives."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hostile import EXAMPLE, IMF, Deed

import gnomon
from gnomon import clock

STAMP = "1994-11-06T08:49:37.25Z"
MEGABYTE = 1 << 20

HTTP: list[Callable[..., Any]] = [gnomon.parse, gnomon.parse_datetime]
RFC3339: list[Callable[..., Any]] = [
    gnomon.parse_rfc3339,
    gnomon.parse_rfc3339_ns,
    gnomon.parse_rfc3339_datetime,
]


def parses(function: Callable[..., Any]) -> str:
    """A text that it reads."""
    return IMF if function in HTTP else STAMP


# Texts.

# One character of each width that CPython stores a str in, and lone surrogates.
KINDS = {
    "Latin-1": "\xe9",
    "2 bytes": "\u0660",  # an Arabic digit zero
    "4 bytes": "\U0001d7ce",  # a bold digit zero
    "high surrogate": "\ud800",
    "low surrogate": "\udc80",  # as of a byte that is not UTF-8
}


@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
@pytest.mark.parametrize("foreign", KINDS.values(), ids=KINDS)
def test_every_kind_of_str(function: Callable[..., Any], foreign: str) -> None:
    good = parses(function)
    for at in range(len(good) + 1):
        for rest in (good[at:], good[at + 1 :]):
            text = good[:at] + foreign + rest
            with pytest.raises(ValueError, match=f"non-ASCII .* position {at}$"):
                function(text)
            assert function(text, None) is None
            # The same bytes, in whatever a str is encoded to.
            assert function(text.encode("utf-8", "surrogatepass"), None) is None
            assert function(text.encode("utf-16-le", "surrogatepass"), None) is None


LONG_TEXTS = {
    "digits": "0" * MEGABYTE,
    "spaces": " " * MEGABYTE,
    "zeros in the fraction": STAMP[:-1] + "0" * MEGABYTE,
    "foreign at the end": "0" * MEGABYTE + "\U0001f570",
    "foreign": "\u0660" * MEGABYTE,
    "surrogates": "\udc80" * MEGABYTE,
    "NUL": "\0" * MEGABYTE,
    "dates": IMF * (MEGABYTE // len(IMF)),
    "timestamps": STAMP * (MEGABYTE // len(STAMP)),
}


@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
@pytest.mark.parametrize("text", LONG_TEXTS.values(), ids=LONG_TEXTS)
def test_a_megabyte(function: Callable[..., Any], text: str) -> None:
    data = text.encode("utf-8", "surrogatepass")
    for given in (text, data, bytearray(data)):
        assert function(given, None) is None
        with pytest.raises(ValueError, match=r"^invalid ") as caught:
            function(given)
        assert len(str(caught.value)) < 100  # and not the text


@pytest.mark.parametrize("function", RFC3339)
def test_a_megabyte_of_fraction_is_right(function: Callable[..., Any]) -> None:
    long = STAMP[:-1] + "0" * MEGABYTE + "Z"
    assert function(long) == function(bytearray(long.encode())) == function(STAMP)


class Liar(str):
    """It says that it is something else, wherever Python asks it."""

    __slots__ = ()

    def __len__(self) -> int:
        return 0

    def __getitem__(self, at: Any) -> str:
        raise AssertionError("nobody should ask")

    def __iter__(self) -> Any:
        raise AssertionError("nobody should ask")

    def __str__(self) -> str:
        return "yesterday"

    def __eq__(self, other: object) -> bool:
        raise AssertionError("nobody should ask")

    def __hash__(self) -> int:
        raise AssertionError("nobody should ask")

    def encode(self, *args: Any) -> bytes:
        raise AssertionError("nobody should ask")


class LyingBytes(bytes):
    def __len__(self) -> int:
        return MEGABYTE

    def __getitem__(self, at: Any) -> Any:
        raise AssertionError("nobody should ask")

    def __bytes__(self) -> bytes:
        raise AssertionError("nobody should ask")


@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
def test_subclasses_are_read_for_what_they_hold(function: Callable[..., Any]) -> None:
    good = parses(function)
    expected = function(good)
    assert function(Liar(good)) == function(LyingBytes(good.encode())) == expected
    for wrong in (Liar("yesterday"), LyingBytes(b"yesterday"), Liar("\u0660" * 29)):
        assert function(wrong, None) is None
        with pytest.raises(ValueError, match=r"^invalid "):
            function(wrong)


# Buffers.


def test_text_that_is_changed_before_it_is_read() -> None:
    """The arguments are read from left to right, and each when its turn comes."""
    text = bytearray(IMF, "ascii")

    def change() -> None:
        text[:] = b"?"

    class Changing(str):
        def __repr__(self) -> str:
            change()
            return "?"

    assert gnomon.parse(text, Changing()) == EXAMPLE
    assert gnomon.rfc3339(Deed(1, change)) == "1970-01-01T00:00:01Z"
    assert gnomon.parse(text, None) is None


@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
def test_a_buffer_is_let_go(function: Callable[..., Any]) -> None:
    """Whether it was read, refused or made the function raise: it can be resized."""
    for content in (parses(function).encode(), b"yesterday", b""):
        for default in ((), (None,)):
            text = bytearray(content)
            with suppress(ValueError):
                function(text, *default)
            text.extend(bytes(MEGABYTE))  # BufferError if somebody held it


def released() -> memoryview:
    view = memoryview(IMF.encode())
    view.release()
    return view


def strange_buffers() -> Iterator[tuple[object, type[Exception]]]:
    flat = memoryview(bytes(64))
    yield released(), ValueError
    yield flat[::2], TypeError
    yield flat[::-1], TypeError
    yield flat.cast("B", (8, 8))[::2], TypeError
    yield memoryview(b""), ValueError
    yield flat[:0], ValueError
    # These are flat bytes in the end, and no dates.
    yield flat.cast("B", (8, 8)), ValueError
    yield flat.cast("d"), ValueError


@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
def test_strange_buffers(function: Callable[..., Any]) -> None:
    for buffer, error in strange_buffers():
        with pytest.raises(error, match=r"\w"):
            function(buffer)


@pytest.mark.skipif(
    sys.version_info < (3, 12), reason="PEP 688: 3.11 has no __buffer__ in Python"
)
@pytest.mark.parametrize("function", [*HTTP, *RFC3339])
def test_buffers_made_in_python(function: Callable[..., Any]) -> None:
    good = parses(function).encode()
    seen = []

    class Buffer:
        def __init__(self, deed: Callable[[], Any]) -> None:
            self.deed = deed

        def __buffer__(self, flags: int) -> memoryview:
            return memoryview(self.deed())

        def __release_buffer__(self, view: memoryview) -> None:
            seen.append(bytes(view))
            clock.stop()
            gnomon.date()

    assert function(Buffer(lambda: good)) == function(good)
    assert function(Buffer(lambda: b"?"), None) is None
    assert seen == [good, b"?"]
    with pytest.raises(ZeroDivisionError):
        function(Buffer(lambda: 1 // 0))
    with pytest.raises(ZeroDivisionError):
        function(Buffer(lambda: 1 // 0), None)
    with pytest.raises(TypeError):
        function(Buffer(lambda: "a str"))
