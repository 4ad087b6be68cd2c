"""Installs what was built into an empty environment and runs the suite there.

The suite is the sdist's own, in a directory without the package's sources: what
it imports is what was installed. That it would refuse anything else is tried
first, with the tree's package on the path. Beside a wheel lies what cibuildwheel
is told to take along, no more.
"""

import os
import shutil
import subprocess
import sys
import tomllib
import venv
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REFUSED = 4  # pytest's exit status for a usage error

# The selection leaves out what spends its time on threads, forks and every day of
# ten thousand years: that depends on the code, which `make test` has tried.
LENGTHY = ("clock", "fork", "every", "free_threading", "interpreters", "only_these")


def call(*command: str | Path, **environment: str) -> None:
    subprocess.run(
        [str(part) for part in command],
        env={**os.environ, **environment},
        check=True,
    )


def check_alone(python: Path) -> None:
    """What was installed works with nothing else in the environment."""
    call(python, "-I", "-c", "import gnomon; gnomon.parse(gnomon.date())")
    call(python.with_name("gnomon"), "format", "784111777")


def check_refusal(python: Path, suite: Path) -> None:
    """The suite does not run where the tree's package is found first."""
    done = subprocess.run(
        [str(python), "-m", "pytest", "--collect-only", "tests/test_pack.py"],
        cwd=suite,
        env={**os.environ, "GNOMON_INSTALLED": "1", "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != REFUSED or str(ROOT / "gnomon") not in done.stderr:
        sys.exit(f"{done.stdout}{done.stderr}\ndist: the suite ran against the tree")


def what_wheels_leave_behind(suite: Path) -> set[str]:
    settings = tomllib.loads((suite / "pyproject.toml").read_text())
    taken = settings["tool"]["cibuildwheel"]["test-sources"]
    return {path.name for path in suite.iterdir()} - {*taken}


def strip(suite: Path, names: Iterable[str]) -> None:
    for name in names:
        path = suite / name
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def run(artifact: Path, suite: Path, folder: Path, *, whole: bool) -> str:
    """Install the artifact into `folder` and run the suite of an unpacked sdist:
    pytest's last line."""
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check")
    call(*pip, "install", "--quiet", artifact)
    check_alone(python)
    call(*pip, "install", "--quiet", "--upgrade", "pip")  # for --group
    call(*pip, "install", "--quiet", "--group", f"{suite / 'pyproject.toml'}:test")
    strip(suite, ["gnomon", "gnomon.egg-info"])
    if artifact.suffix == ".whl":
        strip(suite, what_wheels_leave_behind(suite))
    check_refusal(python, suite)
    selection = [] if whole else ["-k", f"not ({' or '.join(LENGTHY)})"]
    done = subprocess.run(
        [str(python), "-m", "pytest", "--quiet", *selection],
        cwd=suite,
        env={**os.environ, "GNOMON_INSTALLED": "1"},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\ndist: the suite fails against {artifact.name}")
    return done.stdout.splitlines()[-1]
