"""A date refreshed by a thread that sleeps a second at a time, for contrast.

So do several servers. Nothing ties its wake-ups to the turn of the second: it
shows the old one for as long as it happened to start after the turn, and each
round takes a second and a little more.
"""

from __future__ import annotations

import threading
import time
from email.utils import formatdate


class Sleeper:
    """A cached date; its thread ends within a second of stop()."""

    def __init__(self) -> None:
        self.text = formatdate(usegmt=True)
        self._refreshed = [time.time_ns()]
        self._stopped = False
        threading.Thread(target=self._run, daemon=True).start()

    def read(self) -> str:
        return self.text

    def stop(self) -> None:
        self._stopped = True

    def drift_ns(self) -> int | None:
        """By how much its last round was longer than a second."""
        if len(self._refreshed) < 2:
            return None
        return self._refreshed[-1] - self._refreshed[-2] - 10**9

    def _run(self) -> None:
        while not self._stopped:
            time.sleep(1)
            self.text = formatdate(usegmt=True)
            self._refreshed.append(time.time_ns())
