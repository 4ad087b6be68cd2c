"""clock.freeze: the whole process reads one moment."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import inspect
import math
import pickle
import threading
import time
from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from functools import partial
from typing import Any
from unittest.mock import AsyncMock

import pytest
import reference
from hypothesis import given
from moments import coarse_time, datetimes, microseconds, seconds

import gnomon
from gnomon import clock
from gnomon.clock import freeze

MOMENT = 784111777
TEXT = "Sun, 06 Nov 1994 08:49:37 GMT"
EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT"

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")


def assert_thawed() -> None:
    assert not clock.info().frozen
    before = int(coarse_time())
    assert before <= gnomon.parse(gnomon.date()) <= int(time.time())
    assert abs(gnomon.parse_rfc3339(gnomon.rfc3339())[0] - before) <= 1


def test_all_that_reads_now() -> None:
    with freeze(MOMENT):
        assert clock.info().frozen
        assert gnomon.date() == TEXT
        assert gnomon.date_bytes() == TEXT.encode()
        assert gnomon.rfc3339() == "1994-11-06T08:49:37Z"
        assert gnomon.rfc3339(digits=9) == "1994-11-06T08:49:37.000000000Z"
        # 2050 is more than fifty years after 1994.
        new_year = gnomon.parse("Sunday, 01-Jan-50 00:00:00 GMT")
        assert new_year == gnomon.parse("Sun, 01 Jan 1950 00:00:00 GMT")
    assert_thawed()


def test_nothing_else_is_frozen() -> None:
    with freeze(MOMENT):
        assert gnomon.format(0) == EPOCH
        assert gnomon.parse(EPOCH) == 0
        assert gnomon.rfc3339(0) == "1970-01-01T00:00:00Z"
        assert time.time() > MOMENT + 86400


def test_moment_stands_still() -> None:
    with freeze(MOMENT):
        end = time.monotonic() + 1.1
        while time.monotonic() < end:
            assert gnomon.date() == TEXT
            assert gnomon.rfc3339() == "1994-11-06T08:49:37Z"


@given(seconds)
def test_any_second(moment: int) -> None:
    with freeze(moment):
        assert gnomon.date() == reference.http_date(moment)
        if moment >= reference.YEAR_ONE:
            assert gnomon.rfc3339() == reference.rfc3339(moment)


@given(datetimes)
def test_any_datetime(when: datetime) -> None:
    whole, fraction = divmod(microseconds(when), 1_000_000)
    if not reference.YEAR_ONE <= whole <= reference.LAST:
        return
    with freeze(when):
        assert gnomon.date() == reference.http_date(whole)
        assert gnomon.rfc3339() == reference.rfc3339(whole, fraction * 1000)


def test_year_zero_has_a_date_but_no_timestamp() -> None:
    with freeze(reference.FIRST):
        assert gnomon.date() == "Sat, 01 Jan 0000 00:00:00 GMT"
        with pytest.raises(ValueError, match="outside years 0001 to 9999"):
            gnomon.rfc3339()


def test_float_is_floored() -> None:
    with freeze(-0.5):
        assert gnomon.date() == "Wed, 31 Dec 1969 23:59:59 GMT"


@pytest.mark.parametrize(
    ("when", "error"),
    [
        (reference.FIRST - 1, ValueError),
        (reference.LAST + 1, ValueError),
        (10**100, ValueError),
        (math.nan, ValueError),
        (math.inf, ValueError),
        ("now", TypeError),
        (None, TypeError),
        (timedelta(0), TypeError),
        (
            datetime(9999, 12, 31, 23, tzinfo=timezone(timedelta(hours=-1))),
            ValueError,
        ),
    ],
)
def test_bad_moment_is_refused_at_once(when: Any, error: type[Exception]) -> None:
    with pytest.raises(error, match=r"\w"):
        freeze(when)
    assert_thawed()


def test_freeze_takes_one_moment() -> None:
    for wrong in ((), (0, 0)):
        with pytest.raises(TypeError):
            freeze(*wrong)


def test_making_one_freezes_nothing() -> None:
    freeze(MOMENT)
    assert_thawed()


def test_nesting() -> None:
    with freeze(MOMENT):
        with freeze(0):
            assert gnomon.date() == EPOCH
            with freeze(MOMENT):
                assert gnomon.date() == TEXT
            assert gnomon.date() == EPOCH
        assert gnomon.date() == TEXT
    assert_thawed()


def test_one_freeze_entered_again() -> None:
    frozen = freeze(MOMENT)
    with frozen:
        with freeze(0), frozen:
            assert gnomon.date() == TEXT
        assert gnomon.date() == TEXT
    assert_thawed()
    with frozen:
        assert gnomon.date() == TEXT
    assert_thawed()


def test_interleaved_exits() -> None:
    outer, inner = freeze(MOMENT), freeze(0)
    outer.__enter__()
    inner.__enter__()
    outer.__exit__(None, None, None)
    assert gnomon.date() == EPOCH  # the latest that is still frozen rules
    inner.__exit__(None, None, None)
    assert_thawed()


def test_an_exception_thaws() -> None:
    with pytest.raises(KeyError), freeze(MOMENT):
        raise KeyError
    assert_thawed()


def test_exit_without_an_entry() -> None:
    frozen = clock.freeze(0)
    with pytest.raises(RuntimeError, match="has not been entered"):
        frozen.__exit__(None, None, None)
    with frozen:
        pass
    with pytest.raises(RuntimeError, match="or has ended"):
        frozen.__exit__(None, None, None)


def test_in_an_exit_stack() -> None:
    with contextlib.ExitStack() as stack:
        for moment in (MOMENT, 0, MOMENT):
            stack.enter_context(freeze(moment))
        assert gnomon.date() == TEXT
    assert_thawed()


def test_other_threads_read_it() -> None:
    seen: list[str] = []
    thread = threading.Thread(target=lambda: seen.append(gnomon.date()))
    with freeze(MOMENT):
        thread.start()
        thread.join()
    assert seen == [TEXT]


def test_thread_that_runs_already_reads_it() -> None:
    ask, answer = threading.Event(), threading.Event()
    seen: list[str] = []

    def read() -> None:
        gnomon.date()
        answer.set()
        ask.wait(10)
        seen.append(gnomon.date())

    thread = threading.Thread(target=read)
    thread.start()
    answer.wait(10)
    with freeze(MOMENT):
        ask.set()
        thread.join()
    assert seen == [TEXT]


@pytest.mark.parametrize("stopped", [True, False])
def test_stop_and_start_within(stopped: bool) -> None:
    try:
        if stopped:
            clock.stop()
        with freeze(MOMENT):
            assert gnomon.date() == TEXT
            clock.start()
            assert gnomon.date() == TEXT
            clock.stop()
            assert gnomon.date() == TEXT
        assert_thawed()
    finally:
        clock.start()


@freeze(MOMENT)
def decorated(first: int, *, second: int = 2) -> tuple[str, int, int]:
    """Docs."""
    return gnomon.date(), first, second


def test_decorator() -> None:
    assert decorated(1) == (TEXT, 1, 2)
    assert decorated(3, second=4) == (TEXT, 3, 4)
    assert (decorated.__name__, decorated.__doc__) == ("decorated", "Docs.")
    assert_thawed()


@freeze(MOMENT)
def countdown(left: int) -> list[str]:
    return [gnomon.date(), *(countdown(left - 1) if left else [])]


def test_decorated_function_may_call_itself() -> None:
    assert countdown(3) == [TEXT] * 4
    assert_thawed()


def test_decorated_function_that_raises() -> None:
    @freeze(MOMENT)
    def fail() -> None:
        raise KeyError(gnomon.date())

    with pytest.raises(KeyError, match=TEXT):
        fail()
    assert_thawed()


def test_decorated_method() -> None:
    class Clerk:
        @freeze(MOMENT)
        def note(self) -> tuple[Clerk, str]:
            return self, gnomon.date()

    clerk = Clerk()
    assert clerk.note() == (clerk, TEXT)


def test_decorated_coroutine_is_frozen_while_it_runs() -> None:
    @freeze(MOMENT)
    async def read() -> list[str]:
        first = gnomon.date()
        await asyncio.sleep(0.001)
        return [first, gnomon.date()]

    assert inspect.iscoroutinefunction(read)
    waiting = read()
    assert not clock.info().frozen  # the call only makes the coroutine
    assert asyncio.run(waiting) == [TEXT, TEXT]
    assert_thawed()


def test_decorated_object_that_is_marked_as_a_coroutine_function() -> None:
    async def read() -> str:
        return gnomon.date()

    frozen = freeze(MOMENT)(AsyncMock(side_effect=read))
    assert asyncio.run(frozen()) == TEXT
    assert_thawed()


def test_coroutines_that_overlap() -> None:
    @freeze(MOMENT)
    async def short() -> str:
        await asyncio.sleep(0.01)
        return gnomon.date()

    @freeze(0)
    async def long() -> str:
        await asyncio.sleep(0.05)
        return gnomon.date()

    async def both() -> tuple[str, str]:
        return await asyncio.gather(short(), long())

    # The later one rules both, and ends last.
    assert [*asyncio.run(both())] == [EPOCH, EPOCH]
    assert_thawed()


def test_generators_and_classes_are_not_decorated() -> None:
    def numbers() -> Iterator[int]:
        yield 1

    for wrong in (numbers, type("Empty", (), {}), 5):
        with pytest.raises(TypeError, match=r"^freeze decorates a function"):
            freeze(MOMENT)(wrong)  # type: ignore[type-var]


class _Moving:
    """Another moment each time that it is asked."""

    def __init__(self) -> None:
        self.next = 0

    def __index__(self) -> int:
        self.next += 100
        return self.next


def test_reads_its_moment_once() -> None:
    frozen = clock.freeze(_Moving())
    for _ in range(3):
        with frozen:
            assert gnomon.parse(gnomon.date()) == 100


def test_its_repr_is_how_it_was_made() -> None:
    assert repr(freeze(MOMENT)) == f"gnomon.clock.freeze({MOMENT})"
    failed = freeze.__new__(freeze)  # as in a traceback, for a tool that shows all
    with pytest.raises(TypeError):
        failed.__init__("x")  # type: ignore[misc]
    assert repr(failed) == "gnomon.clock.freeze('x')"


def test_a_copy_has_not_been_entered() -> None:
    frozen = clock.freeze(0)
    with frozen:
        other = copy.copy(frozen)
        with pytest.raises(RuntimeError):
            other.__exit__(None, None, None)
        assert clock.info().frozen
    with pickle.loads(pickle.dumps(frozen)):
        assert gnomon.date() == "Thu, 01 Jan 1970 00:00:00 GMT"


class _AsyncCall:
    async def __call__(self) -> str:
        return gnomon.date()


class _GeneratorCall:
    def __call__(self) -> Iterator[str]:
        yield gnomon.date()


def test_decorates_an_object_whose_call_is_a_coroutine() -> None:
    call = clock.freeze(0)(_AsyncCall())
    assert asyncio.run(call()) == "Thu, 01 Jan 1970 00:00:00 GMT"


def test_does_not_decorate_what_generates() -> None:
    def dates() -> Iterator[str]:
        yield gnomon.date()

    for generates in (_GeneratorCall(), staticmethod(dates), partial(dates)):
        with pytest.raises(TypeError, match="a generator function"):
            clock.freeze(0)(generates)
