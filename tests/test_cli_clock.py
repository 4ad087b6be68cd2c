"""`clock`: the ticks, line by line or on one line, until it is told to end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time

import pytest
from command_line import TIMEOUT, environment, in_process, on_a_terminal

import gnomon
from gnomon import _cli_watch

ROW = re.compile(
    r"\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT"
    r" +\d+ +\d+ [um]s +\d+ [um]s +\d+  (running|off|parked|frozen) *"
)


def test_clock_prints_each_tick_on_its_line() -> None:
    start = time.monotonic()
    done = in_process("clock", "--seconds", "2")
    assert time.monotonic() - start >= 2
    assert (done.returncode, done.stderr) == (0, "")
    heading, *rows = done.stdout.splitlines()
    assert heading.split() == ["now", "ticks", "late", "worst", "steps", "ticker"]
    assert len(rows) == 2  # any two seconds have two turns
    assert all(ROW.fullmatch(row) for row in rows)
    first, second = (gnomon.parse(row[:29]) for row in rows)
    assert second - first == 1
    ticks = [int(row[29:].split()[0]) for row in rows]
    assert ticks[0] < ticks[1]
    assert all(row.endswith("running") for row in rows)


def test_clock_without_a_ticker() -> None:
    done = in_process("clock", "--seconds", "2", GNOMON_CLOCK="off")
    row = done.stdout.splitlines()[-1]
    assert row.endswith("off")
    assert abs(gnomon.parse(row[:29]) - time.time()) < TIMEOUT


@pytest.mark.parametrize(
    ("running", "parked", "frozen", "word"),
    [
        (True, False, False, "running"),
        (True, True, False, "parked"),
        (False, False, False, "off"),
        (True, False, True, "frozen"),
        (False, False, True, "frozen"),
    ],
)
def test_word_for_the_ticker(
    running: bool, parked: bool, frozen: bool, word: str
) -> None:
    assert _cli_watch._state(running, parked, frozen) == word


@pytest.mark.skipif(os.name != "posix", reason="Windows sends no SIGINT to one process")
def test_clock_ends_when_interrupted() -> None:
    # A shell that starts a job in the background has it ignore SIGINT.
    code = (
        "import signal, sys; from gnomon._cli import main;"
        "signal.signal(signal.SIGINT, signal.default_int_handler);"
        "sys.exit(main(['clock']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment(),
    ) as process:
        assert process.stdout is not None
        try:
            process.stdout.readline()
            assert ROW.fullmatch(process.stdout.readline().rstrip("\n"))
            process.send_signal(signal.SIGINT)
            _, err = process.communicate(timeout=TIMEOUT)
        finally:
            process.kill()  # where it has not ended
    assert (process.returncode, err) == (0, "")


def test_clock_redraws_one_line_on_a_terminal() -> None:
    heading, line, rest = on_a_terminal("clock", "--seconds", "2").split("\r\n")
    assert "ticker" in heading
    blank, *rows = line.split("\r")
    assert blank == rest == ""
    assert len(rows) == 2  # any two seconds have two turns
    assert all(ROW.fullmatch(row) for row in rows)


def test_clock_fits_a_narrow_terminal() -> None:
    line = on_a_terminal("clock", "--seconds", "1", COLUMNS="40").split("\r\n")[1]
    assert len(line.strip("\r")) == 39
