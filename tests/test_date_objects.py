"""The object of a second: shared while it lasts, and nobody's afterwards.

Once nobody else has it, the next second is written into it, so that no read has to
wait for an allocator that was not used for a second. That must never show.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Callable

import pytest

import gnomon
from gnomon.clock import freeze

EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT"
NEXT = "Thu, 01 Jan 1970 00:00:01 GMT"


@pytest.mark.parametrize("read", [gnomon.date, gnomon.date_bytes])
def test_one_that_somebody_keeps_stays_as_it_is(read: Callable[[], object]) -> None:
    with freeze(0):
        kept = read()
    with freeze(1):
        other = read()
    assert (kept, other) in [(EPOCH, NEXT), (EPOCH.encode(), NEXT.encode())]


@pytest.mark.parametrize("read", [gnomon.date, gnomon.date_bytes])
def test_one_that_was_hashed_hashes_right(read: Callable[[], object]) -> None:
    with freeze(0):
        hash(read())
    with freeze(1):
        found = read()
        right = {NEXT: "str", NEXT.encode(): "bytes"}
        assert right[found] == type(found).__name__  # type: ignore[index]


def test_one_that_was_interned_stays_interned() -> None:
    with freeze(0):
        sys.intern(gnomon.date())
    with freeze(1):
        assert gnomon.date() == NEXT
    assert sys.intern("".join(EPOCH)) == EPOCH


@pytest.mark.parametrize("read", [gnomon.date, gnomon.date_bytes])
def test_one_that_nobody_has_shows_the_next_second(read: Callable[[], object]) -> None:
    for second in range(60):
        with freeze(second):
            assert read() in (gnomon.format(second), gnomon.format_bytes(second))


def test_one_that_was_asked_for_wide_characters() -> None:
    if sys.version_info >= (3, 12):
        pytest.skip("since 3.12 no str keeps a wide copy of itself")
    wide = ctypes.pythonapi.PyUnicode_AsUnicode
    wide.argtypes, wide.restype = [ctypes.py_object], ctypes.c_wchar_p
    with freeze(0):
        assert wide(gnomon.date()) == EPOCH
    with freeze(1):
        assert wide(gnomon.date()) == NEXT
