"""Tests gnomon.protobuf with every protobuf that it stands in for.

Each version has a virtual environment of its own in build/protobuf, of the Python
that runs this, filled here; in it, each backend has a run. LONG=1 takes twenty
times as many examples. Ends with a table, and with 1 if anything failed.
"""

from __future__ import annotations

import itertools
import os
import re
import subprocess
import sys
import time
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import figures

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / "build" / "protobuf"
VERSIONS = ("5.26.*", "5.29.*", "6.*", "7.*")
BACKENDS = ("upb", "python")
TESTS = ("tests/integrations/protobuf", "tests/test_fast_method.py")
TELL = """
import google.protobuf
from google.protobuf.internal import api_implementation
print(google.protobuf.__version__, api_implementation.Type())
"""


class Run(NamedTuple):
    protobuf: str
    backend: str
    passed: bool
    result: str  # pytest's last line
    seconds: float


def environment(version: str) -> Path:
    """The Python of a virtual environment with that version and what tests need."""
    tag = f"{sys.implementation.cache_tag}-{version.removesuffix('.*')}"
    folder = HOME / tag
    python = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if not python.exists():
        venv.create(folder, with_pip=False, symlinks=os.name != "nt")
    pip = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    wanted = ["--upgrade", "--group", "test", f"protobuf=={version}"]
    subprocess.run([*pip, *wanted], cwd=ROOT, check=True)
    # The extension as it was built for the Python that runs this.
    (site,) = folder.glob("**/site-packages")
    (site / "gnomon.pth").write_text(f"{ROOT}\n", encoding="utf-8")
    return python


def run(python: Path, backend: str) -> Run:
    env = {**os.environ, "PROTOCOL_BUFFERS_PYTHON_IMPLEMENTATION": backend}
    start = time.monotonic()
    told = subprocess.run(
        [python, "-c", TELL], env=env, check=True, capture_output=True, text=True
    )
    protobuf, found = told.stdout.split()
    if found != backend:
        return Run(protobuf, backend, False, f"there is only {found}", 0)
    print(f"protobuf {protobuf}, {backend} ...", flush=True)
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *TESTS],
        env=env,
        cwd=ROOT,
        check=False,
        capture_output=True,
        text=True,
    )
    result = done.stdout.strip().rpartition("\n")[2] or "no output"
    # Skipped would mean that nothing was tested.
    passed = done.returncode == 0 and re.fullmatch(r"\d+ passed in .*", result)
    if not passed:
        print(done.stdout, done.stderr, sep="\n", flush=True)
    counts = result.partition(" in ")[0]
    return Run(protobuf, backend, bool(passed), counts, time.monotonic() - start)


def table(runs: list[Run]) -> str:
    lines = [f"{'protobuf':12}{'backend':10}{'seconds':>8}  result"]
    for r in runs:
        mark = "" if r.passed else "FAILED: "
        seconds = f"{r.seconds:.0f}"
        lines.append(f"{r.protobuf:12}{r.backend:10}{seconds:>8}  {mark}{r.result}")
    return "\n".join(lines)


def keep_figures(runs: list[Run]) -> None:
    kept = {f"protobuf {r.protobuf}, {r.backend}": r.result for r in runs}
    long = " LONG=1" if os.environ.get("LONG") else ""
    figures.write("protobuf", f"make test-protobuf{long}", kept)


def main() -> int:
    # One after the other: pip keeps what it has built for the next.
    pythons = [environment(version) for version in VERSIONS]
    with ThreadPoolExecutor(2) as pool:
        runs = list(
            pool.map(run, *zip(*itertools.product(pythons, BACKENDS), strict=True))
        )
    print(f"\n{table(runs)}")
    if not all(r.passed for r in runs):
        return 1
    keep_figures(runs)
    return 0


if __name__ == "__main__":
    sys.exit(main())
