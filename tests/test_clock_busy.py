"""Four busy processes on the same processors: every date is right, and how late the
turn of the second is seen goes into the output of pytest."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median

import clock_child
import pytest

pytestmark = clock_child.needs_linux

BUSY, SECONDS = 4, 10

# It ends by itself if this test should be killed.
KEEP_BUSY = f"""
import os, sys, time
os.sched_setaffinity(0, {{int(number) for number in sys.argv[1:]}})
end = time.monotonic() + {12 * SECONDS}
while time.monotonic() < end:
    pass
"""

# The last read that starts after the turn of a second and shows the one before tells
# how late the turn was seen.
READ = f"""
import json
os.sched_setaffinity(0, {{processors}})
tick()
reads, stale, ticks = 0, {{{{}}}}, {{{{}}}}
end = time.monotonic() + {SECONDS}
while time.monotonic() < end:
    for _ in range(100):
        start = time.time_ns()
        shown = read()
        late = start - (shown + 1) * 10**9
        stale[shown + 1] = max(late, 0, stale.get(shown + 1, 0))
        reads += 1
    info = clock.info()
    ticks[info.ticks] = info.late_ns
del stale[max(stale)]  # its turn is still to come
print(json.dumps([reads, list(stale.values()), list(ticks.values()), clock.info()]))
"""


@contextmanager
def busy_processes(processors: set[int]) -> Iterator[None]:
    command = [sys.executable, "-I", "-S", "-c", KEEP_BUSY, *map(str, processors)]
    processes = [subprocess.Popen(command) for _ in range(BUSY)]
    try:
        yield
        assert all(process.poll() is None for process in processes)
    finally:
        for process in processes:
            process.kill()
            process.wait()


def distribution(nanoseconds: list[int]) -> str:
    least, middle, most = (pick(nanoseconds) / 1e6 for pick in (min, median, max))
    return f"{least:.2f} / {middle:.2f} / {most:.2f} ms"


def test_every_read_is_right_and_on_time(
    record_property: Callable[[str, object], None],
    capsys: pytest.CaptureFixture[str],
) -> None:
    processors = set(sorted(os.sched_getaffinity(0))[:2])
    with busy_processes(processors):
        [line] = clock_child.run(READ.format(processors=processors))
    reads, stale, ticks, info = json.loads(line)
    assert len(stale) >= SECONDS - 1
    assert info[0]  # running
    report = (
        f"{BUSY} busy processes on {len(processors)} processors, {reads} reads over "
        f"{len(stale)} turns of the second; least / median / most: "
        f"reads late by {distribution(stale)}, ticks by {distribution(ticks)}"
    )
    record_property("lateness", report)
    record_property("reads_late_ns", stale)
    record_property("ticks_late_ns", ticks)
    with capsys.disabled():
        print(f"\n{report}")
