"""The fixture frozen_gnomon, used as a project would: from its own conftest."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import isolated

CONFTEST = 'pytest_plugins = ["gnomon.testing"]\n'
TESTS = """
from datetime import datetime, timezone
import threading, time
import pytest
import gnomon

THEN = "Sun, 06 Nov 1994 08:49:37 GMT"

def test_stands_still(frozen_gnomon):
    first = gnomon.date()
    time.sleep(1.1)
    assert gnomon.date() == first
    assert abs(gnomon.parse(first) - time.time()) < 3

def test_moves(frozen_gnomon):
    frozen_gnomon(784111777)
    assert gnomon.date() == THEN
    frozen_gnomon(datetime(2038, 1, 19, 3, 14, 8, 5, tzinfo=timezone.utc))
    assert gnomon.rfc3339() == "2038-01-19T03:14:08.000005Z"

def test_in_every_thread(frozen_gnomon):
    frozen_gnomon(784111777)
    seen = []
    thread = threading.Thread(target=lambda: seen.append(gnomon.date()))
    thread.start(); thread.join()
    assert seen == [THEN]

def test_a_bad_moment_moves_nothing(frozen_gnomon):
    frozen_gnomon(784111777)
    with pytest.raises(ValueError):
        frozen_gnomon(10**12)
    assert gnomon.date() == THEN

def test_whatever_is_frozen_around_it():
    with gnomon.clock.freeze(-62167219200):  # the year 0000
        frozen = gnomon.testing.FrozenClock()
        assert gnomon.date() == "Sat, 01 Jan 0000 00:00:00 GMT"
        frozen.end()

def test_runs_on_afterwards():
    assert not gnomon.clock.info().frozen
    assert abs(gnomon.parse(gnomon.date()) - time.time()) < 2
"""


def pytest_in(folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "pytest.ini").write_text("[pytest]\n")  # none from a directory above
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(folder)],
        env={**os.environ, "PYTHONPATH": isolated.ROOT},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_fixture(tmp_path: Path) -> None:
    (tmp_path / "conftest.py").write_text(CONFTEST)
    (tmp_path / "test_it.py").write_text(TESTS)
    done = pytest_in(tmp_path)
    assert "6 passed" in done.stdout, done.stdout + done.stderr


def test_only_for_those_who_ask(tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    done = pytest_in(tmp_path)
    assert "fixture 'frozen_gnomon' not found" in done.stdout
