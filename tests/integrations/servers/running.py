"""A server in a process of its own, for as long as it is wanted."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

EXAMPLES = Path(__file__).parents[3] / "examples"
PATIENCE = 60  # seconds until it listens, on a machine that is busy


@contextmanager
def running(
    command: Sequence[str], folder: Path | None = None, **environment: str
) -> Iterator[str]:
    """Run a Python command in a folder, or in an empty one; give its base URL.

    What it prints is part of the error where it does not start.
    """
    with TemporaryDirectory() as empty:
        log = Path(empty, "log")
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, *_absolute(command)],
                cwd=folder or empty,
                env={
                    **os.environ,
                    "PYTHONPATH": str(EXAMPLES),
                    "PYTHONDONTWRITEBYTECODE": "1",
                    "HOME": empty,  # where gunicorn leaves a socket
                    **environment,
                },
                stdout=output,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        try:
            yield f"http://127.0.0.1:{_port(process, log)}"
        finally:
            _end(process)


def _absolute(command: Sequence[str]) -> list[str]:
    first, *rest = command
    return [str(EXAMPLES / first) if first.endswith(".py") else first, *rest]


def _port(process: subprocess.Popen[bytes], log: Path) -> int:
    """The port that the process, or a child of it, listens on."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end and process.poll() is None:
        ports = _listening(process.pid)
        if ports:
            return min(ports)
        time.sleep(0.05)
    text = log.read_text("utf-8", "replace")[-2000:]
    raise RuntimeError(f"it does not listen:\n{text}")


def _listening(pid: int) -> set[int]:
    import psutil

    ports: set[int] = set()
    try:
        parent = psutil.Process(pid)
        for process in (parent, *parent.children(recursive=True)):
            connections = process.net_connections("tcp")
            ports |= {c.laddr.port for c in connections if c.status == "LISTEN"}
    except psutil.NoSuchProcess:
        pass  # a child that has just gone
    return ports


def _end(process: subprocess.Popen[bytes]) -> None:
    """By its process group, which is its own: workers may outlive their parent."""
    for number in (signal.SIGTERM, signal.SIGKILL):
        try:
            os.killpg(process.pid, number)
        except ProcessLookupError:
            break
        try:
            process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            continue
    process.wait()
