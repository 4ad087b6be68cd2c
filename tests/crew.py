"""Threads that work side by side, and fail as one.

Nothing in here needs pytest, which takes minutes under ThreadSanitizer.
"""

from __future__ import annotations

import sysconfig
import threading
import time
from collections.abc import Callable, Iterable

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
THREADS = 8
# Without a GIL there is more that can go wrong in a second.
SECONDS = 6 if FREE_THREADED else 3


class Crew:
    """Threads that work until the time is over or one of them has failed."""

    def __init__(self) -> None:
        self.failures: list[BaseException] = []
        self.end = time.monotonic() + SECONDS

    def is_at_work(self) -> bool:
        return not self.failures and time.monotonic() < self.end

    def note_failure(self, work: Callable[[], None]) -> None:
        try:
            work()
        except BaseException as error:
            self.failures.append(error)

    def run(self, works: Iterable[Callable[[], None]]) -> None:
        threads = [
            threading.Thread(target=self.note_failure, args=(work,)) for work in works
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for failure in self.failures:
            raise failure
