"""Processes that do nothing but use up two cores."""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.synchronize import Barrier


def share_two_cores() -> int:
    """Keep this process and its children on two cores; returns on how many."""
    if sys.platform != "linux":
        return os.cpu_count() or 1
    os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:2])
    return len(os.sched_getaffinity(0))


@contextmanager
def busy_processes(count: int) -> Iterator[None]:
    """So many processes burn, on the cores of this one, until the block ends."""
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(count + 1)
    processes = [
        context.Process(target=_burn, args=(ready,), daemon=True) for _ in range(count)
    ]
    for process in processes:
        process.start()
    ready.wait()
    try:
        yield
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _burn(ready: Barrier) -> None:
    ready.wait()
    while True:
        pass
