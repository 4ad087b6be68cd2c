"""The man page: that of the help, and without a fault that a formatter finds."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from command_line import TIMEOUT

import gnomon
from gnomon import _cli_parser

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gnomon.1"
TOOL = ROOT / "tools" / "man_page.py"

pytestmark = pytest.mark.skipif(
    not PAGE.exists(), reason="this suite has left its tree, and the page with it"
)


def run(*command: str) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env={**os.environ, "MANWIDTH": "80", "LC_ALL": "C.UTF-8"},
        check=False,
    )
    assert done.returncode == 0, done.stderr + done.stdout
    assert done.stderr == ""
    return done.stdout


def wanted(program: str) -> str:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"there is no {program} to judge it")
    return found


def test_it_is_what_the_help_says() -> None:
    run(sys.executable, str(TOOL), "--check")


def test_man_has_no_complaint() -> None:
    shown = run(wanted("man"), "--warnings", "-l", str(PAGE))
    for title in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS"):
        assert f"\n{title}\n" in shown
    parser = _cli_parser.make_parser("gnomon")
    for line in parser.format_help().splitlines():
        if line.startswith("  $ "):
            assert line.strip() in shown


def test_mandoc_has_no_complaint() -> None:
    done = subprocess.run(
        [wanted("mandoc"), "-T", "lint", str(PAGE)],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )
    # It has no date: it would be another page each day that it is made.
    assert [
        line for line in done.stdout.splitlines() if "missing date" not in line
    ] == []


@pytest.mark.skipif(
    Path(gnomon.__file__).parents[1] == ROOT,
    reason="an editable install has no man page: setuptools installs no data then",
)
def test_it_is_installed_beside_the_command() -> None:
    files = metadata.files("gnomon") or []
    assert [file for file in files if file.match("share/man/man1/gnomon.1")]
