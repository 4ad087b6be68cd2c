"""C programs and libraries that tests need, built where there is a compiler."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from pathlib import Path

import pytest

HERE = Path(__file__).parent
WARNINGS = ("-O1", "-g", "-Wall", "-Wextra", "-Werror")
# The compiler's variable, its usual name, and the flags that come before a source.
LANGUAGES = {
    "C11": ("CC", "cc", ["-std=c11"]),
    "C++11": ("CXX", "c++", ["-std=c++11", "-x", "c++"]),
}


def compiler(language: str = "C11") -> list[str]:
    variable, name, flags = LANGUAGES[language]
    command = shlex.split(os.environ.get(variable) or name)
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no compiler for {language}: {command[0]} is not found")
    return [*command, *flags]


def python_headers() -> list[str]:
    """Flags that find them, and overlook what the compiler says of them."""
    return [f"-isystem{sysconfig.get_path(p)}" for p in ("include", "platinclude")]


def attempt(source: str, target: Path, *flags: str, language: str = "C11") -> str:
    """Build it; what the compiler complained of, empty when it did not fail."""
    files = ["-o", str(target), str(HERE / source)]
    command = [*compiler(language), *WARNINGS, *files, *flags]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=60, check=False
    )
    return done.stderr if done.returncode != 0 else ""


def build(source: str, target: Path, *flags: str, language: str = "C11") -> Path:
    complaint = attempt(source, target, *flags, language=language)
    assert complaint == ""
    return target
