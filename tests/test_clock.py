"""date, date_bytes and the ticker that refreshes them."""

from __future__ import annotations

import sysconfig
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import isolated
import pytest
import reference
from moments import coarse_time

import gnomon
from gnomon import _core, clock

T = TypeVar("T")
GUARD_SHIFT, GUARD_BITS = 43, 21
TASKS = Path("/proc/self/task")

pytestmark = pytest.mark.thread_unsafe(reason="starts and stops the one clock")

needs_tasks = pytest.mark.skipif(
    not TASKS.is_dir(), reason="the names of threads are read from Linux's /proc"
)


def assert_right() -> int:
    before = coarse_time()
    text, data = gnomon.date(), gnomon.date_bytes()
    after = time.time()
    seconds = gnomon.parse(text)
    for shown in (seconds, gnomon.parse(data)):
        assert int(before) <= shown <= int(after)
    assert text == reference.http_date(seconds)
    return seconds


def assert_right_for(duration: float) -> set[int]:
    """Date after date is right; the seconds that they showed."""
    end = time.monotonic() + duration
    seen = set()
    while time.monotonic() < end:
        seen.add(assert_right())
    return seen


def wait_until(condition: Callable[[], bool], timeout: float = 3) -> None:
    end = time.monotonic() + timeout
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.001)


def within_a_second(act: Callable[[int], T]) -> T:
    """What it returns for the second, which has neither just begun nor turns before it
    is done."""
    for _ in range(10):
        wait_until(lambda: 0.1 < time.time() % 1 < 0.7)
        now = int(time.time())
        result = act(now)
        if int(time.time()) == now:
            return result
    pytest.fail("no second was long enough")


@pytest.fixture(autouse=True)
def _fresh_ticker() -> Iterator[None]:
    clock.stop()
    ticks = clock.info().ticks
    clock.start()
    wait_until(lambda: clock.info().ticks > ticks)
    yield
    # A word that a test made would be believed until the second ends.
    _core._test_publish(0)
    clock.start()


def guard(second: int) -> int:
    return (second & (1 << GUARD_BITS) - 1) << GUARD_SHIFT


def ticker_threads() -> int:
    names = [task.joinpath("comm").read_text().strip() for task in TASKS.iterdir()]
    return names.count("gnomon-clock")


def test_date_across_seconds() -> None:
    gnomon.date()
    seen = assert_right_for(2.3)
    assert len(seen) >= 3
    assert max(seen) - min(seen) == len(seen) - 1  # none was left out


def test_dates_never_go_back() -> None:
    last = 0
    end = time.monotonic() + 1.1  # so that a second turns meanwhile
    while time.monotonic() < end:
        seconds = gnomon.parse(gnomon.date())
        assert seconds >= last
        last = seconds


def test_types() -> None:
    assert type(gnomon.date()) is str
    assert type(gnomon.date_bytes()) is bytes
    assert len(gnomon.date()) == len(gnomon.date_bytes()) == 29


@pytest.mark.skipif(
    bool(sysconfig.get_config_var("Py_GIL_DISABLED")),
    reason="free-threaded builds render a fresh object for each call",
)
@pytest.mark.parametrize("date", [gnomon.date, gnomon.date_bytes])
def test_one_object_a_second(date: Callable[[], object]) -> None:
    def is_one(_: int) -> bool:
        first = date()
        return all(date() is first for _ in range(100))

    assert within_a_second(is_one)


def test_date_reads_the_word() -> None:
    def read(now: int) -> tuple[str, bytes]:
        _core._test_publish(gnomon.pack(when) | guard(now))
        return gnomon.date(), gnomon.date_bytes()

    for when in (0, reference.FIRST, reference.LAST, 784111777):
        text = reference.http_date(when)
        assert within_a_second(read) == (text, text.encode())


def test_word_of_another_second_is_not_believed() -> None:
    for behind in (1, 2, 3600, 86400, -2, -3600, 1 << GUARD_BITS - 1):
        now = int(time.time())
        _core._test_publish(gnomon.pack(784111777) | guard(now - behind))
        assert_right()


def test_without_a_word() -> None:
    _core._test_publish(0)
    assert_right()
    clock.stop()  # a ticker leaves a word of 0 alone
    clock.start()


def test_info() -> None:
    info = clock.info()
    assert isinstance(info, tuple)
    names = ("running", "parked", "frozen", "ticks", "late_ns", "max_late_ns", "steps")
    assert tuple(getattr(info, name) for name in names) == tuple(info)
    assert [type(value) for value in info] == [bool] * 3 + [int] * 4
    assert (info.running, info.parked, info.frozen) == (True, False, False)
    assert 0 <= info.late_ns <= info.max_late_ns
    assert info.steps >= 0
    assert repr(info).count("running=True") == 1


def test_ticks_once_a_second() -> None:
    before, start = clock.info().ticks, int(time.time())
    wait_until(lambda: time.time() >= start + 2.5, timeout=4)
    passed = int(time.time()) - start
    assert clock.info().ticks - before in {passed, passed + 1}


def test_stop_and_start() -> None:
    clock.stop()
    assert not clock.info().running
    assert len(assert_right_for(1.1)) >= 2
    assert not clock.info().running  # reads do not start it again
    ticks = clock.info().ticks
    clock.stop()
    assert_right()
    clock.start()
    wait_until(lambda: clock.info().ticks > ticks)
    assert clock.info().running
    clock.start()
    assert_right_for(0.1)


@needs_tasks
def test_one_thread_and_none_when_stopped() -> None:
    assert ticker_threads() == 1
    clock.start()
    assert ticker_threads() == 1
    clock.stop()
    wait_until(lambda: ticker_threads() == 0)


def test_dead_ticker_is_replaced() -> None:
    _core._test_kill_ticker()
    wait_until(lambda: not clock.info().running)
    ticks = clock.info().ticks
    assert len(assert_right_for(1.1)) >= 2
    assert clock.info().running
    wait_until(lambda: clock.info().ticks > ticks)


def test_threads_read_while_the_ticker_comes_and_goes() -> None:
    failures: list[BaseException] = []
    done = threading.Event()

    def read() -> None:
        try:
            while not done.is_set():
                assert_right()
        except BaseException as error:
            failures.append(error)

    readers = [threading.Thread(target=read) for _ in range(4)]
    for reader in readers:
        reader.start()
    for _ in range(20):
        clock.stop()
        time.sleep(0.01)
        clock.start()
        time.sleep(0.01)
    done.set()
    for reader in readers:
        reader.join(10)
    assert failures == []


OFF = """
import gnomon, os, time
from gnomon import clock
def show():
    before = int(time.time() - 0.1)
    seconds = gnomon.parse(gnomon.date())
    print(before <= seconds <= int(time.time()), clock.info().running)
show()
clock.start()
show()
with clock.freeze(0):
    print(gnomon.date())
show()
if os.path.isdir("/proc/self/task"):
    assert len(os.listdir("/proc/self/task")) == 1
"""


def test_environment_switches_the_ticker_off() -> None:
    shown = isolated.run(OFF, GNOMON_CLOCK="off").splitlines()
    right = "True False"
    assert shown == [right, right, "Thu, 01 Jan 1970 00:00:00 GMT", right]


LAZY = """
import gnomon
from gnomon import clock
print(clock.info().running)
gnomon.format(0), gnomon.parse("Thu, 01 Jan 1970 00:00:00 GMT"), gnomon.rfc3339()
print(clock.info().running)
gnomon.date()
print(clock.info().running)
"""


def test_first_date_starts_the_ticker() -> None:
    assert isolated.run(LAZY, GNOMON_CLOCK="").split() == ["False", "False", "True"]
