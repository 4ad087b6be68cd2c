"""C programs and libraries that tests need, built where there is a compiler."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WARNINGS = ("-std=c11", "-O1", "-g", "-Wall", "-Wextra", "-Werror")


def compiler() -> list[str]:
    command = shlex.split(os.environ.get("CC") or "cc")
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no C compiler: {command[0]} is not found")
    return command


def attempt(source: str, target: Path, *flags: str) -> str:
    """Build it; what the compiler complained of, empty when it did not fail."""
    command = [*compiler(), *WARNINGS, "-o", str(target), str(HERE / source), *flags]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stderr if done.returncode != 0 else ""


def build(source: str, target: Path, *flags: str) -> Path:
    complaint = attempt(source, target, *flags)
    assert complaint == ""
    return target
