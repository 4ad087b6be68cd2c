"""Runs what tests/crowd.py does with threads under ThreadSanitizer, on a Python without
a GIL that has the sanitizer itself.

    tools/test_tsan.py [--long] [SCENARIO ...]

With --long it runs those files of the suite, too, that have threads and can be run so.
Every race that the sanitizer reports fails it; nothing is suppressed. The reports are
in build/pythons/.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import time
from pathlib import Path

import figures
from pythons import FOLDER, Workshop, made
from sanitized import TSAN

TESTS = Path(__file__).resolve().parent.parent / "tests"
PATIENCE = 240  # seconds, after which it hangs
RACING = "its threads race for a bytearray, on purpose"
WITHOUT = {"texts that change": RACING, "texts that grow": RACING}
# What the suite does with threads. Not its forks: the sanitizer's own thread makes
# CPython warn of each. Nor interpreters that end while their threads run: there
# CPython 3.13 itself has races. Nor preloaded libraries, which meet the sanitizer's.
SUITE = [
    *("test_capi.py", "test_clock.py", "test_clock_busy.py", "test_clock_degraded.py"),
    *("test_clock_thread.py", "test_freeze.py", "test_hostile_texts.py"),
]
LARGER = {"test_its_stack_is_small": "the sanitizer needs a larger one"}
OPTIONS = (
    "exitcode=66",
    # A child of a process with threads goes on, as ours must.
    "die_after_fork=0",
)


def scenarios() -> list[str]:
    """The names in crowd.py, which cannot be imported without gnomon."""
    lines = (TESTS / "crowd.py").read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith("SCENARIOS"))
    end = lines.index("}", start)
    return [line.split('"')[1] for line in lines[start + 1 : end]]


def under_sanitizer(
    command: list[str], folder: Path, timeout: float, **environment: str
) -> tuple[int, str]:
    """The status, and what was printed."""
    done = subprocess.run(
        command,
        cwd=folder,
        env={
            **os.environ,
            "PYTHON_GIL": "0",
            "TSAN_OPTIONS": ":".join(OPTIONS),
            **environment,
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=timeout,
        check=False,
    )
    return done.returncode, done.stdout


def run_scenario(python: str, folder: Path, name: str) -> str:
    """What was complained of; nothing where all is well."""
    seed = random.randrange(1 << 32)
    path = [str(folder / "tests"), str(folder)]
    code = f"import sys; sys.path[:0] = {path!r}\nimport crowd; "
    code += f"crowd.run({name!r}, {seed})"
    command = [python, "-I", "-S", "-c", code]
    environment = {"GNOMON_PATIENCE": str(PATIENCE)}
    status, output = under_sanitizer(command, folder, 2 * PATIENCE, **environment)
    return f"seed {seed}, status {status}\n{output}" if status or output else ""


def run_file(python: str, folder: Path, name: str) -> str:
    """The same of a file of the suite; a child that races fails its test."""
    (site,) = folder.glob(".venv/lib/python*/site-packages")
    chosen = ["-k", " and ".join(f"not {test}" for test in LARGER)]
    command = [python, "-m", "pytest", "-q", *chosen, f"tests/{name}"]
    environment = {"PYTHONPATH": f"{folder}:{site}", "GNOMON_SHORT": "1"}
    status, output = under_sanitizer(command, folder, 1800, **environment)
    return f"status {status}\n{output}" if status or "Sanitizer" in output else ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="files of the suite, too")
    parser.add_argument("scenarios", nargs="*", help="of crowd.py; all of them")
    options = parser.parse_args()
    python = made("build_free_threaded.sh", "--thread-sanitizer")
    print("building the extension ...", flush=True)
    workshop = Workshop(TSAN, FOLDER / "tsan.log")
    if not workshop.prepare():
        print(f"it cannot be built: {workshop.log}", file=sys.stderr)
        return 1
    works = [(name, run_scenario) for name in options.scenarios or scenarios()]
    works += [(name, run_file) for name in SUITE if options.long]
    kept: dict[str, object] = {}
    for name, run in works:
        if name in WITHOUT:
            print(f"{name:<22} left out: {WITHOUT[name]}", flush=True)
            continue
        start = time.monotonic()
        complaint = run(python, workshop.folder, name)
        report = FOLDER / f"tsan-{name.replace(' ', '-')}.txt"
        report.write_text(complaint, encoding="utf-8")
        kept[name] = f"FAILED: {report}" if complaint else "no race"
        spent = time.monotonic() - start
        print(f"{name:<22} {kept[name]} in {spent:.0f} s", flush=True)
        for line in complaint.splitlines():
            if line.startswith(("seed", "SUMMARY", "AssertionError", "FAILED")):
                print(f"  {line}")
    if not options.scenarios:
        figures.write("tsan", f"make test-tsan{' LONG=1' * options.long}", kept)
    return int(set(kept.values()) != {"no race"})


if __name__ == "__main__":
    sys.exit(main())
