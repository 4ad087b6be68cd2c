"""What keeps other processes aside while something short is measured."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def processors() -> list[int]:
    """Those that this thread may use; empty where nobody can tell it which to."""
    return sorted(os.sched_getaffinity(0)) if sys.platform == "linux" else []


@contextmanager
def on_processor(number: int) -> Iterator[None]:
    """This thread, there and nowhere else."""
    if sys.platform != "linux":
        yield
        return
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {number})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@contextmanager
def real_time() -> Iterator[bool]:
    """No other process takes this thread's processor, if we may say so."""
    if sys.platform != "linux":
        yield False
        return
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        yield False
        return
    try:
        yield True
    finally:
        os.sched_setscheduler(0, *before)
