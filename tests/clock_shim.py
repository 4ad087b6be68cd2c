"""A system whose wall clock is set, and that refuses threads and timers, as a test
likes: shims/system.c, preloaded into a child, which steers it by control()."""

from __future__ import annotations

import ctypes
import mmap
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # the children have no pytest
    import pytest

VARIABLE = "GNOMON_SHIM"
# As in shims/system.c: what the ticker calls, and may fail.
CALLS = (
    *("pthread_attr_init", "pthread_attr_setstacksize", "pthread_create"),
    *("pthread_setname_np", "prctl"),
    *("timerfd_create", "timerfd_settime", "timerfd_gettime", "poll"),
)
ALL_CALLS = (1 << len(CALLS)) - 1
EVER = (1 << 62) - 1


class Control(ctypes.Structure):
    """As in shims/system.c."""

    ahead: int  # seconds that the wall clock is ahead
    no_threads: int  # what pthread_create returns, 0 = a thread
    no_timers: int  # errno of timerfd_create, 0 = a timer
    wall_reads: int  # calls of the first thread for the precise wall clock
    threads: int  # calls of pthread_create
    timers: int  # calls of timerfd_create
    failing: int  # a bit for each of CALLS, to be failed
    first: int  # of these calls, counted from 0,
    last: int  # up to this one;
    calls: int  # so many there were
    error: int  # what they fail with, an errno

    _fields_ = tuple(
        (name, ctypes.c_int64)
        for name in (
            *("ahead", "no_threads", "no_timers", "wall_reads", "threads", "timers"),
            *("failing", "first", "last", "calls", "error"),
        )
    )

    def fail(self, calls: int, first: int, last: int, error: int) -> None:
        """From now on fail these calls, from the first to the last of them."""
        self.failing = 0
        self.calls, self.first, self.last, self.error = 0, first, last, error
        self.failing = calls


def control() -> Control:
    """In the child: what the shim does and counts, also in the children's children."""
    with Path(os.environ[VARIABLE]).open("r+b") as file:
        return Control.from_buffer(mmap.mmap(file.fileno(), ctypes.sizeof(Control)))


def built(factory: pytest.TempPathFactory) -> Path:
    """The shim, once in a run of the tests."""
    import compiled

    shim = factory.getbasetemp() / "system.so"
    if shim.exists():
        return shim
    return compiled.build("shims/system.c", shim, "-shared", "-fPIC", "-ldl")


def environment(factory: pytest.TempPathFactory) -> dict[str, str]:
    """What a child needs to be run in such a system: one of its own for each call."""
    path = factory.mktemp("control") / "control"
    path.write_bytes(bytes(ctypes.sizeof(Control)))
    preloaded = [os.environ.get("LD_PRELOAD", ""), str(built(factory))]
    return {"LD_PRELOAD": ":".join(filter(None, preloaded)), VARIABLE: str(path)}
