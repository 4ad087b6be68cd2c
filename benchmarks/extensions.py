"""The extensions that the benchmark needs, built into build/benchmarks."""

from __future__ import annotations

import importlib
import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
EXT = Path(__file__).resolve().parent / "ext"
BUILD = ROOT / "build" / "benchmarks"


def target() -> Path:
    """Where those of this interpreter are."""
    return BUILD / str(sys.implementation.cache_tag)


def build_own() -> None:
    """The floors and instruments for this interpreter."""
    _build_instruments(sys.executable, target())
    importlib.invalidate_caches()  # the folder may be new


def build_all_for(python: Path) -> Path:
    """The same for another interpreter, and gnomon; the folder they are in."""
    folder = BUILD / python.name
    _build_instruments(str(python), folder)
    _build_ext(str(python), ROOT, folder)
    for source in (ROOT / "gnomon").glob("*.py"):
        shutil.copy(source, folder / "gnomon")
    return folder


def _build_instruments(python: str, folder: Path) -> None:
    _build_ext(python, EXT, folder)
    shutil.copy(EXT / "empty" / "__init__.py", folder / "empty")


def _build_ext(python: str, project: Path, folder: Path) -> None:
    """Run a setup.py; what is up to date it leaves as it is."""
    temp = folder / "temp" / project.name
    options = ["--build-lib", str(folder), "--build-temp", str(temp)]
    done = subprocess.run(
        [python, "setup.py", "--quiet", "build_ext", *options],
        cwd=project,
        # setuptools is pure Python: another interpreter can borrow ours.
        env={**os.environ, "PYTHONPATH": _setuptools(), "PYTHONWARNINGS": "ignore"},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{project} could not be built:\n{done.stdout}{done.stderr}")


def _setuptools() -> str:
    spec = importlib.util.find_spec("setuptools")
    if spec is None or spec.origin is None:
        sys.exit("setuptools is missing: pip install --group bench")
    return str(Path(spec.origin).parent.parent)
