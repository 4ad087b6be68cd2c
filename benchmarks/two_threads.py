"""Every function on one thread and on two, in a build without a GIL.

    python3.13t two_threads.py ROUNDS SECONDS    prints the result as JSON

The functions are called from C (ext/race.c), each thread on its own processor and
at a real-time priority where that is allowed. A round in which the kernel took the
processor from a thread is thrown away: it would measure the machine's load.
Each function is given so many SECONDS at most to have its ROUNDS.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from results import Race, Threads, load_threads
from scheduling import on_processor, processors, real_time

CACHE = Path(os.environ.get("GNOMON_CACHE") or Path.home() / ".cache" / "gnomon")
PYTHON = CACHE / "python3.13t" / "bin" / "python3.13t"
MISSING = "there is no free-threaded Python: make it with tools/build_free_threaded.sh"

CALLS = 2000  # about 100 microseconds
LEAST_ROUNDS = 5
MOMENT = 784111777
HTTP = "Sun, 06 Nov 1994 08:49:37 GMT"
RFC3339 = "1972-01-01T10:00:20.021Z"
FUNCTIONS: dict[str, tuple[object, ...]] = {
    "date": (),
    "date_bytes": (),
    "format": (MOMENT,),
    "format_bytes": (MOMENT,),
    "parse": (HTTP,),
    "parse_datetime": (HTTP,),
    "rfc3339": (63108020, 21_000_000),
    "rfc3339_ns": (63108020021000000,),
    "parse_rfc3339": (RFC3339,),
    "parse_rfc3339_ns": (RFC3339,),
    "parse_rfc3339_datetime": (RFC3339,),
    "pack": (MOMENT,),
    "unpack": (1070970211429,),
}
CHOICES = ("shared", "fresh", "per_thread")
# A private computation: what two threads cost whatever they do.
CONTROL = "floor"
# As many as main() runs on a machine of two cores.
RACES = 1 + len(FUNCTIONS) + len(CHOICES)


def measure(
    rounds: int, seconds: float, folder: Path, tell: Callable[[str], None]
) -> Threads:
    """In the other interpreter; its progress is what it writes to stderr."""
    child = subprocess.Popen(
        [str(PYTHON), __file__, str(rounds), str(seconds)],
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHON_GIL": "0"},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert child.stderr is not None and child.stdout is not None
    said = []
    for line in child.stderr:
        said.append(line)
        tell(line.strip())
    answer = child.stdout.read()
    if child.wait() != 0:
        raise RuntimeError("".join(said))
    return load_threads(json.loads(answer))


class Racer:
    """Runs races, and counts the rounds that it had to throw away."""

    def __init__(self, rounds: int, seconds: float) -> None:
        self.rounds = rounds
        self.seconds = seconds
        self.discarded = 0
        self._race = import_module("race")
        self._processors = processors() or [0]

    def race(self, name: str, function: Any, args: tuple[object, ...], n: int) -> Race:
        print(f"{name}, {n} threads", file=sys.stderr, flush=True)
        result = Race(name, n, [], [])
        end = time.monotonic() + self.seconds
        while len(result.alone) < self.rounds and time.monotonic() < end:
            order = random.sample((1, n), 2)
            taken = {count: self._run(function, args, count) for count in order}
            alone, together = taken[1], taken[n]
            if alone is None or together is None:
                self.discarded += 1
                continue
            result.alone.append(alone)
            result.together.append(together)
        return result

    def _run(self, function: Any, args: tuple[object, ...], n: int) -> float | None:
        """Nanoseconds of a call; None if the round tells nothing."""
        self._race.open(n)
        times: list[tuple[int, int, int]] = []

        def work(processor: int) -> None:
            with on_processor(processor), real_time():
                times.append(self._race.run(function, args, CALLS))

        places = self._processors * n  # more threads than processors share them
        threads = [threading.Thread(target=work, args=(places[i],)) for i in range(n)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if any(preemptions for _, _, preemptions in times) or not overlap(times):
            return None
        return sum(end - start for start, end, _ in times) / n / CALLS


def overlap(times: list[tuple[int, int, int]]) -> bool:
    """Whether all ran at once for most of the time."""
    starts, ends, _ = zip(*times, strict=True)
    together: int = min(ends) - max(starts)
    return bool(together > 0.8 * max(end - start for start, end, _ in times))


def main() -> None:
    import gnomon

    racer = Racer(int(sys.argv[1]), float(sys.argv[2]))
    control = import_module("floors").str_29
    functions = [racer.race(CONTROL, control, (MOMENT,), 2)]
    for name, args in FUNCTIONS.items():
        functions.append(racer.race(name, getattr(gnomon, name), args, 2))
    contention = import_module("contention")
    cores = os.cpu_count() or 1
    choices = [
        racer.race(name, getattr(contention, name), (), n)
        for n in (2, 4, 8)
        if n <= max(2, cores)
        for name in CHOICES
    ]
    python = sys.version.split()[0]
    print(
        json.dumps(asdict(Threads(python, cores, functions, choices, racer.discarded)))
    )


if __name__ == "__main__":
    main()
