"""A job is done in several processes, one after the other.

Where the system puts code and data differs from process to process, and a call of
fifteen nanoseconds can be a fifth faster or slower for it: the median is of all.

    python job_process.py JOB ROUNDS [--quick]    does it once, prints JSON
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import asdict

import extensions
from results import JobResult, load_job

import gnomon

# Seconds until a ticker that was started runs, on a machine that is busy.
TICKER_BEGINS = 0.1


def run(
    name: str,
    rounds: list[int],
    tell: Callable[[], None],
    *,
    quick: bool,
    environment: Mapping[str, str] | None = None,
) -> JobResult:
    """So many rounds in each of the processes; `tell` is called after each."""
    merged: JobResult | None = None
    for count in rounds:
        part = _in_process(name, count, quick, environment or {})
        merged = part if merged is None else _add(merged, part)
        tell()
    assert merged is not None
    return merged


def _in_process(
    name: str, rounds: int, quick: bool, environment: Mapping[str, str]
) -> JobResult:
    option = ["--quick"] if quick else []
    done = subprocess.run(
        [sys.executable, __file__, name, str(rounds), *option],
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return load_job(json.loads(done.stdout))


def _add(result: JobResult, part: JobResult) -> JobResult:
    for row, more in zip(result.rows, part.rows, strict=True):
        row.samples += more.samples
    return result


def main() -> None:
    sys.path.insert(0, str(extensions.target()))
    import run_job
    from jobs import JOBS

    name, rounds, *options = sys.argv[1:]
    job = next(job for job in JOBS if job.name == name)
    gnomon.date()
    time.sleep(TICKER_BEGINS)
    result = run_job.run(job, int(rounds), quick="--quick" in options)
    print(json.dumps(asdict(result)))


if __name__ == "__main__":
    main()
