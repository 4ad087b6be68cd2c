"""The extension of docs/extensions.md, built and called as the page says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import compiled
import pytest

import gnomon

PAGE = Path(__file__).parents[2] / "docs" / "extensions.md"
THEN = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
USE = f"""
import gnomon, server

with gnomon.clock.freeze(784111777):
    assert server.date_line() == {THEN.encode()!r}, server.date_line()
"""


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(), re.DOTALL)


def test_extension(tmp_path: Path) -> None:
    if not PAGE.exists():
        pytest.skip(f"there is no {PAGE}")
    if not hasattr(gnomon, "get_include"):
        pytest.skip("this gnomon has no C API yet")
    pytest.importorskip("setuptools")
    compiled.compiler()
    (source,), (setup,) = blocks("c"), blocks("python")
    (tmp_path / "server.c").write_text(source)
    (tmp_path / "setup.py").write_text(setup)
    (tmp_path / "use.py").write_text(USE)
    for command in (["setup.py", "-q", "build_ext", "--inplace"], ["use.py"]):
        done = subprocess.run(
            [sys.executable, *command],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0, done.stderr
