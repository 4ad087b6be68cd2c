"""What a process sees of its own clock: for the code that clock_child runs.

Reads are checked against the system's clocks; threads and files are read from
Linux's /proc. Little is imported: no thread and no file but gnomon's comes up.
"""

from __future__ import annotations

import os
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from math import floor
from pathlib import Path

import gnomon
from gnomon import clock

PRECISE, COARSE = 0, 5  # Linux's CLOCK_REALTIME and CLOCK_REALTIME_COARSE
TASKS, FILES = Path("/proc/self/task"), Path("/proc/self/fd")


def wall(which: int = PRECISE) -> float:
    """One of the system's wall clocks, also after 2262, where time.time() ends."""
    return time.clock_gettime(which)


def read() -> int:
    """A date that is late by a kernel tick at most and never early: its second."""
    first = wall(COARSE)
    shown = gnomon.parse(gnomon.date())
    last = wall()
    assert floor(first) <= shown <= last, f"{first} <= {shown} <= {last}"
    return shown


def read_for(seconds: float) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        read()


def wait_until(holds: Callable[[], bool], timeout: float = 10) -> None:
    end = time.monotonic() + timeout
    while not holds():
        assert time.monotonic() < end, f"waited {timeout} seconds in vain"
        time.sleep(0.002)


def wait_for_mid_second() -> None:
    """Until the second has neither just begun nor is about to end."""
    wait_until(lambda: 0.1 < wall() % 1 < 0.7)


def read_until_ticks_pass(ticks: int) -> None:
    def has_ticked() -> bool:
        read()
        return clock.info().ticks > ticks

    wait_until(has_ticked)
    assert clock.info().running
    # One that could not be told to end finds out by itself, within a second or so.
    wait_until(lambda: len(tickers()) == 1)


def tick() -> None:
    """Read until the ticker has published one second more."""
    read_until_ticks_pass(clock.info().ticks)


def is_ticker(task: Path) -> bool:
    try:
        return (task / "comm").read_text() == "gnomon-clock\n"
    except (FileNotFoundError, ProcessLookupError):
        return False  # it has ended meanwhile


def tickers() -> list[int]:
    """The ids of the threads that bear the ticker's name."""
    return [int(task.name) for task in TASKS.iterdir() if is_ticker(task)]


def thread_status(thread: int, field: str) -> str:
    status = (TASKS / str(thread) / "status").read_text()
    return dict(line.split(":\t", 1) for line in status.splitlines())[field]


def files() -> dict[int, str]:
    """The open files: what each number stands for."""
    opened = {}
    for link in FILES.iterdir():
        with suppress(FileNotFoundError):  # the one that lists them
            opened[int(link.name)] = str(link.readlink())
    return opened


def timers() -> list[int]:
    return [n for n, what in files().items() if what == "anon_inode:[timerfd]"]


def is_bare() -> bool:
    """Whether this process has nothing of a ticker, and says so."""
    return not tickers() and not timers() and not clock.info().running


def start_anew() -> None:
    """In a process that has no ticker: the first read is right, and brings one."""
    assert is_bare(), (tickers(), timers(), clock.info())
    ticks = clock.info().ticks
    read()
    read_until_ticks_pass(ticks)  # a new one publishes at once
    assert len(timers()) == 1


def in_fork(child: Callable[[], object], fork: Callable[[], int] = os.fork) -> int:
    """Start a child that does this and nothing else: its process id."""
    pid = fork()
    if pid:
        return pid
    try:
        child()
        os._exit(0)
    except BaseException:
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(1)


def wait_for(pid: int) -> None:
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
