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


class Control(ctypes.Structure):
    """As in shims/system.c."""

    ahead: int  # seconds that the wall clock is ahead
    no_threads: int  # what pthread_create returns, 0 = a thread
    no_timers: int  # errno of timerfd_create, 0 = a timer
    wall_reads: int  # calls of the first thread for the precise wall clock
    threads: int  # calls of pthread_create
    timers: int  # calls of timerfd_create

    _fields_ = tuple(
        (name, ctypes.c_int64)
        for name in (
            "ahead",
            "no_threads",
            "no_timers",
            "wall_reads",
            "threads",
            "timers",
        )
    )


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
