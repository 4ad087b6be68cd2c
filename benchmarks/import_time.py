"""What `import gnomon` costs over an empty extension package.

Both lie in one folder, with nothing beside them and their bytecode made; each
import happens in a new process and is timed inside it.
"""

from __future__ import annotations

import compileall
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import extensions
from results import Imports

import gnomon

CODE = """
import sys
from time import perf_counter_ns
sys.path.insert(0, {folder!r})
start = perf_counter_ns()
import {package}
print(perf_counter_ns() - start)
"""


def measure(rounds: int, tell: Callable[[], None]) -> Imports:
    folder = _lay_out()
    times: dict[str, list[float]] = {"empty": [], "gnomon": []}
    for package in times:
        _import(folder, package)  # the first one reads from the disk
    for i in range(rounds):
        for package in sorted(times, reverse=i % 2 == 0):
            times[package].append(_import(folder, package))
        tell()
    return Imports(**times)


def _lay_out() -> Path:
    folder = extensions.target() / "import"
    shutil.rmtree(folder, ignore_errors=True)
    unneeded = shutil.ignore_patterns("__pycache__", "*.pyi")
    installed = Path(gnomon.__file__).parent
    shutil.copytree(installed, folder / "gnomon", ignore=unneeded)
    shutil.copytree(extensions.target() / "empty", folder / "empty", ignore=unneeded)
    compileall.compile_dir(str(folder), quiet=1)
    return folder


def _import(folder: Path, package: str) -> float:
    """Microseconds."""
    code = CODE.format(folder=str(folder), package=package)
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code],
        check=True,
        capture_output=True,
        text=True,
    )
    return int(done.stdout) / 1000
