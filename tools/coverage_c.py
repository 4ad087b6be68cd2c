"""Which lines and branches of the C code the tests run: `make coverage-c`.

csrc/core is measured by csrc/tests, with both timers; csrc/python by the Python
suite, in a copy of the tree under build/coverage-c with a virtual environment of
its own, so that the everyday build stays as it is. Each has to reach its gate.

What is not reached is named beside its line, with GCOVR_EXCL_LINE or
GCOVR_EXCL_BR_LINE and the reason. Files of other systems (platform_windows.c)
are not compiled here, and not counted.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import venv
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import figures
from pythons import copy_source

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build" / "coverage-c"
TREE = BUILD / "tree"
PYTHON = BUILD / "venv" / "bin" / "python"
GATES = {"line": 98.0, "branch": 95.0}
# Branches within macros of CPython's, which are not ours to take.
MACROS = r".*\bPy(_VISIT|_CLEAR|_XDECREF|_DECREF|Unicode_KIND|Tuple_GET_ITEM)\("
FLAGS = "-O0 -g --coverage -fprofile-update=atomic"


def run(*command: str | Path, cwd: Path = ROOT, **environment: str) -> int:
    return subprocess.run(
        [str(word) for word in command], cwd=cwd, env=os.environ | environment
    ).returncode


def gcovr(*options: str | Path, root: Path = ROOT) -> None:
    command = [sys.executable, "-m", "gcovr", "--root", root, *options]
    if run(*command, cwd=root) != 0:
        sys.exit("gcovr failed")


def measure_core() -> Path:
    """By csrc/tests, with the timer of Linux and with that of other systems."""
    folders = []
    for timer in ("linux", "posix"):
        folder = BUILD / f"core-{timer}"
        for old in folder.glob("*.gcda"):
            old.unlink()
        make = ["make", "--no-print-directory", "-C", "csrc/tests", "check"]
        if run(*make, "FLAVOUR=coverage", f"TIMER={timer}", f"BUILD={folder}") != 0:
            sys.exit("the tests of the core fail")
        folders.append(folder)
    out = BUILD / "core.json"
    where = ["--gcov-object-directory", "csrc/tests", "--filter", "csrc/core/"]
    gcovr(*where, "--json", out, *folders)
    return out


def measure_binding(arguments: list[str]) -> Path:
    """By the Python suite, in a copy of the tree."""
    copy_source(TREE)
    if not PYTHON.exists():
        venv.create(BUILD / "venv", with_pip=True)
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet"]
    build: list[str | Path] = [
        PYTHON,
        "setup.py",
        "--quiet",
        "build_ext",
        "--inplace",
        "--force",
    ]
    flags = {"CFLAGS": FLAGS, "LDFLAGS": "--coverage"}
    for command in (
        [*pip, "--upgrade", "pip", "setuptools>=77"],
        [*pip, "--group", "test", "--group", "protobuf"],
        [*pip, "--no-build-isolation", "--editable", "."],
        # Once more, to keep the objects: gcov's notes stand beside them.
        [*build, "--build-temp", str(TREE / "build" / "temp")],
    ):
        if run(*command, cwd=TREE, **flags) != 0:
            sys.exit("the extension could not be built")
    if run(PYTHON, "-m", "pytest", "-q", *arguments, cwd=TREE) != 0:
        sys.exit("the Python suite fails")
    out = BUILD / "binding.json"
    where = ["--filter", "csrc/python/", "--exclude-branches-by-pattern", MACROS]
    gcovr(*where, "--json", out, TREE / "build" / "temp", root=TREE)
    return out


def percentages(tracefile: Path) -> dict[str, float]:
    summary = BUILD / "summary.json"
    gcovr("--add-tracefile", tracefile, "--json-summary", summary)
    found = json.loads(summary.read_text(encoding="utf-8"))
    return {kind: float(found[f"{kind}_percent"]) for kind in GATES}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=["core", "binding"])
    parser.add_argument("arguments", nargs="*", help="for pytest")
    options = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    measured: dict[str, Future[Path]] = {}
    with ThreadPoolExecutor() as pool:
        if options.only != "binding":
            measured["core"] = pool.submit(measure_core)
        if options.only != "core":
            measured["binding"] = pool.submit(measure_binding, options.arguments)
    parts = {part: future.result() for part, future in measured.items()}
    tracefiles = [f"--add-tracefile={path}" for path in parts.values()]
    for metric in GATES:
        gcovr(*tracefiles, "--txt", "-", "--txt-metric", metric)
    kept: dict[str, object] = {}
    low = []
    for part, tracefile in parts.items():
        for kind, percent in percentages(tracefile).items():
            kept[f"{part}: {kind} coverage, percent"] = percent
            print(f"{part}: {kind} coverage {percent} %, wanted {GATES[kind]:g} %")
            if percent < GATES[kind]:
                low.append(f"{part}'s {kind} coverage is too low")
    if not options.only:
        figures.write("coverage-c", "make coverage-c", kept)
    print("\n".join(low), file=sys.stderr)
    return 1 if low else 0


if __name__ == "__main__":
    sys.exit(main())
