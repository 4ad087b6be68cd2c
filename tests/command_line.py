"""`python -m gnomon` in a process of its own, for the tests of the command line."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import gnomon

PROGRAM = [sys.executable, "-m", "gnomon"]
PROG = "python -m gnomon"  # as messages and help call it
TIMEOUT = 60


def case_id(args: list[str]) -> str:
    """Name a case after its arguments."""
    return ascii(" ".join(args))[1:-1][:40]


def environment(**extra: str) -> dict[str, str]:
    """What the processes here run in: this gnomon, and nothing set by chance."""
    ruled_out = ("NO_COLOR", "FORCE_COLOR", "GNOMON_CLOCK")
    kept = {k: v for k, v in os.environ.items() if k not in ruled_out}
    root = str(Path(gnomon.__file__).parents[1])
    return {**kept, "PYTHONPATH": root, "COLUMNS": "80", "TERM": "xterm", **extra}


def in_process(*args: str, **extra: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m gnomon` to its end."""
    return subprocess.run(
        [*PROGRAM, *args],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env=environment(**extra),
        check=False,
    )


def on_a_terminal(*args: str, **extra: str) -> str:
    """Run a command with its output on a terminal of 80 columns."""
    pty = pytest.importorskip("pty")
    ours, theirs = pty.openpty()
    try:
        with subprocess.Popen(
            [*PROGRAM, *args],
            stdout=theirs,
            stderr=theirs,
            stdin=subprocess.DEVNULL,
            env=environment(**extra),
        ) as process:
            os.close(theirs)
            written = b"".join(_read_terminal(ours))
        assert process.returncode == 0
    finally:
        os.close(ours)
    return written.decode()


def _read_terminal(ours: int) -> Iterator[bytes]:
    while True:
        try:
            piece = os.read(ours, 4096)
        except OSError:  # Linux says EIO where others say end of file
            return
        if not piece:
            return
        yield piece
