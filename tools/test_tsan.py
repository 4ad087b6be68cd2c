"""Runs what tests/crowd.py does with threads under ThreadSanitizer, on a Python without
a GIL that has the sanitizer itself.

    tools/test_tsan.py [SCENARIO ...]

Every race that the sanitizer reports fails it; nothing is suppressed. The reports are
in build/pythons/. pytest is left out: under the sanitizer it takes minutes to be
imported.
"""

from __future__ import annotations

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


def run(python: str, folder: Path, name: str) -> str:
    """What was complained of; nothing where all is well."""
    seed = random.randrange(1 << 32)
    path = [str(folder / "tests"), str(folder)]
    code = f"import sys; sys.path[:0] = {path!r}\nimport crowd; "
    code += f"crowd.run({name!r}, {seed})"
    done = subprocess.run(
        [python, "-I", "-S", "-c", code],
        env={
            **os.environ,
            "GNOMON_PATIENCE": str(PATIENCE),
            "PYTHON_GIL": "0",
            "TSAN_OPTIONS": ":".join(OPTIONS),
        },
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    if done.returncode == 0 and not done.stdout:
        return ""
    return f"seed {seed}, status {done.returncode}\n{done.stdout}"


def main() -> int:
    python = made("build_free_threaded.sh", "--thread-sanitizer")
    print("building the extension ...", flush=True)
    workshop = Workshop(TSAN, FOLDER / "tsan.log")
    if not workshop.prepare():
        print(f"it cannot be built: {workshop.log}", file=sys.stderr)
        return 1
    kept: dict[str, object] = {}
    for name in sys.argv[1:] or scenarios():
        if name in WITHOUT:
            print(f"{name:<20} left out: {WITHOUT[name]}", flush=True)
            continue
        start = time.monotonic()
        complaint = run(python, workshop.folder, name)
        report = FOLDER / f"tsan-{name.replace(' ', '-')}.txt"
        report.write_text(complaint, encoding="utf-8")
        kept[name] = f"FAILED: {report}" if complaint else "no race"
        print(
            f"{name:<20} {kept[name]} in {time.monotonic() - start:.0f} s", flush=True
        )
        for line in complaint.splitlines():
            if line.startswith(("seed", "SUMMARY", "AssertionError")):
                print(f"  {line}")
    if len(sys.argv) == 1:
        figures.write("tsan", "make test-tsan", kept)
    return int(set(kept.values()) != {"no race"})


if __name__ == "__main__":
    sys.exit(main())
