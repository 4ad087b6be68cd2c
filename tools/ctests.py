"""Runs the C tests of the core, csrc/tests, as its Makefile builds them."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ANSWER = re.compile(r"(\d+) passed, (\d+) failed$")


def check(target: str = "check", **variables: object) -> tuple[int, int]:
    """Checks that passed and failed; what make prints is shown on the way."""
    command = ["make", "--no-print-directory", "-C", "csrc/tests", target]
    command += [f"{name}={value}" for name, value in variables.items()]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    passed, failed = 0, 1  # of what does not get to its end
    for line in process.stdout:
        print(line, end="", flush=True)
        if found := ANSWER.match(line):
            passed, failed = int(found[1]), int(found[2])
    return passed, failed or int(process.wait() != 0)
