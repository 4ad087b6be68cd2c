"""A German locale, made for the test: few machines have another than C."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from .needs import ALL

NAME = "de_DE.UTF-8"
THURSDAY = """
import locale, time
locale.setlocale(locale.LC_ALL, "")
print(time.strftime("%A", time.gmtime(0)))
"""


def german(folder: Path) -> dict[str, str]:
    """The environment of a process that speaks German once it calls setlocale."""
    environment = {"LOCPATH": str(folder), "LC_ALL": NAME}
    if shutil.which("localedef") is None or not _made(folder):
        reason = "no locale can be made (Debian: apt-get install locales)"
        if ALL:
            pytest.fail(reason)
        pytest.skip(reason)
    done = subprocess.run(
        [sys.executable, "-c", THURSDAY],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout == "Donnerstag\n"
    return environment


def _made(folder: Path) -> bool:
    command = ["localedef", "-i", "de_DE", "-f", "UTF-8", str(folder / NAME)]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
