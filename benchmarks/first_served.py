"""Real-time priority: so a machine that is not idle serves as one that is."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def first_served(wanted: bool) -> Iterator[None]:
    """Run this thread before all others until the block ends. Needs root."""
    if not wanted or sys.platform != "linux":
        yield
        return
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


@contextmanager
def even_before_us() -> Iterator[None]:
    """Threads that are started in the block run before this one, if it has a
    real-time priority: one that wakes need not wait until this one sleeps."""
    if sys.platform != "linux" or os.sched_getscheduler(0) != os.SCHED_FIFO:
        yield
        return
    os.sched_setparam(0, os.sched_param(2))
    try:
        yield
    finally:
        os.sched_setparam(0, os.sched_param(1))
