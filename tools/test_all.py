"""Runs the whole suite on every Python, some at a time, and shows a table.

    tools/test_all.py [--long] [--jobs N] [NAME ...]

A NAME is one of tools/pythons.py, or asan; without any it is all of them. The logs
are in build/pythons/. A Python that cannot be had has a row that says why, and fails
nothing.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

import figures
from pythons import BUILDS, FOLDER, Build, Missing, Workshop
from sanitized import ASAN

HANGS_AFTER = 1800  # seconds
VERSION = "import sys; print(sys.version.split()[0], end='')"
finding = threading.Lock()


@dataclass
class Row:
    name: str
    build: str
    result: str
    version: str = "-"
    passed: int = 0
    skipped: int = 0
    seconds: float = 0
    failures: dict[str, int] = field(default_factory=dict)  # that the tests caused

    def cells(self) -> tuple[str, ...]:
        numbers = (f"{self.passed}", f"{self.skipped}", f"{self.seconds:.0f} s")
        return (self.name, self.version, self.build, *numbers, self.result)

    def has_failed(self) -> bool:
        return not self.result.startswith(("passed", "missing"))


TITLES = ("name", "version", "build", "passed", "skipped", "time", "result")


def say(name: str, what: str) -> None:
    print(f"{name:<6} {what}", flush=True)


def test(build: Build, long: bool) -> Row:
    start = time.monotonic()
    row = Row(build.name, build.what, "")
    log = FOLDER / f"{build.name}.log"
    try:
        with finding:  # who makes it says so, without others in between
            workshop = Workshop(build, log)
        row.result = run_suite(workshop, row, long)
    except Missing as missing:
        row.result = f"missing: {missing}"
    except subprocess.TimeoutExpired:
        row.result = f"FAILED, it hangs: {log}"
    row.seconds = time.monotonic() - start
    say(build.name, f"{row.result} after {row.seconds:.0f} seconds")
    return row


def run_suite(workshop: Workshop, row: Row, long: bool) -> str:
    """Fill the row; what came out of it."""
    say(row.name, "building ...")
    if not workshop.prepare():
        return f"FAILED to build: {workshop.log}"
    row.version = version_of(workshop)
    say(row.name, f"testing {row.version} ...")
    for name, reason in workshop.build.without.items():
        say(row.name, f"without {name}: {reason}")
    junit = "build/junit.xml"
    deselected = [f"--deselect={name}" for name in workshop.build.without]
    status = workshop.python(
        *("-m", "pytest", f"--junitxml={junit}", *deselected),
        environment={"GNOMON_SHORT": "" if long else "1", **workshop.build.run},
        timeout=HANGS_AFTER,
    )
    report = workshop.folder / junit
    if not report.exists():
        return f"FAILED to start: {workshop.log}"
    results = figures.read_junit(report)
    row.passed, row.skipped = results.passed, results.skipped
    row.failures = {
        name: value
        for name, value in results.properties.items()
        if name.endswith("failed in turn") and isinstance(value, int)
    }
    if status == 0:
        return "passed"
    return f"FAILED {results.failed}: {workshop.log}"


def version_of(workshop: Workshop) -> str:
    python = [*workshop.interpreter.enter(workshop.folder), ".venv/bin/python"]
    done = subprocess.run(
        [*python, "-c", VERSION],
        cwd=workshop.folder,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout


def show_failures(row: Row) -> None:
    lines = Path(FOLDER / f"{row.name}.log").read_text(encoding="utf-8").splitlines()
    failures = [line for line in lines if line.startswith(("FAILED", "ERROR"))]
    for line in failures or lines[-20:]:
        say(row.name, line)


def table(rows: list[Row]) -> str:
    cells = [TITLES, *(row.cells() for row in rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in cells)


def keep_figures(rows: list[Row], part: str, command: str) -> None:
    kept: dict[str, object] = {
        f"{row.name} ({row.version}, {row.build})": (
            f"{row.result}: {row.passed} passed, {row.skipped} skipped, "
            f"{row.seconds:.0f} s"
        )
        for row in rows
    }
    for row in rows:
        for name, count in row.failures.items():
            kept[f"{name}, at {row.name}"] = count
    figures.write(part, command, kept)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    builds = {build.name: build for build in (*BUILDS, ASAN)}
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--long", action="store_true", help="every example")
    parser.add_argument("--jobs", type=int, default=2, help="how many at a time")
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    parser.add_argument("--part", help="keep the figures as those of this part")
    options = parser.parse_args()
    unknown = [name for name in options.names if name not in builds]
    if unknown:
        parser.error(f"no such Python: {', '.join(unknown)}; there are {[*builds]}")
    names = options.names or [name for name in builds if name not in options.without]
    chosen = [builds[name] for name in names]
    with ThreadPoolExecutor(options.jobs) as pool:
        rows = list(pool.map(lambda build: test(build, options.long), chosen))
    for row in rows:
        if row.has_failed():
            show_failures(row)
    print(table(rows))
    if options.part:
        command = os.environ.get("GNOMON_COMMAND") or " ".join(sys.argv)
        keep_figures(rows, options.part, command)
    return int(any(row.has_failed() for row in rows))


if __name__ == "__main__":
    sys.exit(main())
