"""Where the command line writes: a terminal, a pipe, a disk, or nowhere."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from command_line import (
    PROG,
    PROGRAM,
    TIMEOUT,
    case_id,
    environment,
    in_process,
    on_a_terminal,
)

FULL = Path("/dev/full")

posix = pytest.mark.skipif(os.name != "posix", reason="Windows has other pipes")


def test_colours_on_a_terminal_alone() -> None:
    assert "\x1b[" in on_a_terminal("clock", "--seconds", "0.01")
    assert "\x1b" not in on_a_terminal("clock", "--seconds", "0.01", NO_COLOR="1")
    assert "\x1b" not in on_a_terminal("clock", "--seconds", "0.01", TERM="dumb")
    assert "\x1b" not in in_process("clock", "--seconds", "0.01").stdout


@posix
@pytest.mark.parametrize("args", [["demo"], ["clock", "--seconds", "30"]], ids=case_id)
def test_a_reader_that_leaves_ends_it_quietly(args: list[str]) -> None:
    with subprocess.Popen(
        [*PROGRAM, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        err = process.stderr.read()
        process.wait(timeout=TIMEOUT)
    assert (process.returncode, err) == (141, b"")


@posix
@pytest.mark.parametrize("args", [[], ["format", "0"], ["--help"]], ids=case_id)
def test_a_reader_that_was_never_there(args: list[str]) -> None:
    ours, theirs = os.pipe()
    os.close(ours)
    with os.fdopen(theirs, "wb") as stdout:
        done = subprocess.run(
            [*PROGRAM, *args],
            stdout=stdout,
            stderr=subprocess.PIPE,
            timeout=TIMEOUT,
            env=environment(),
            check=False,
        )
    assert done.stderr == b""


@pytest.mark.skipif(not FULL.exists(), reason="needs a device that is full")
@pytest.mark.parametrize("arguments", [["format", "0"], ["--help"], ["--version"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_gives_one_line(arguments: list[str], unbuffered: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*PROGRAM, *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            timeout=TIMEOUT,
            env={**environment(), "PYTHONUNBUFFERED": unbuffered},
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == f"{PROG}: error: No space left on device\n"


def run_without(stream: int, *arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {stream}>&-', "sh", *PROGRAM, *arguments],
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )


@posix
def test_a_message_is_never_output() -> None:
    """Where there is no standard error, it is nowhere."""
    done = run_without(2, "format", "bad")
    assert (done.returncode, done.stdout) == (2, b"")


@posix
def test_output_that_is_closed() -> None:
    done = run_without(1, "format", "0")
    assert done.returncode == 1
    assert done.stderr == f"{PROG}: error: there is no standard output\n".encode()
