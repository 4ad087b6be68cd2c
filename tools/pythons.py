"""The Pythons that the suite is run on, where each comes from, and a folder in
which the extension is built for it.

The machine has some of them, the others are made once and kept in the cache: a
Debian sid with Debian's (tools/make_sid.sh), and a Python without a GIL
(tools/build_free_threaded.sh).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ROOT / "tools"
FOLDER = ROOT / "build" / "pythons"
NOTHING: Mapping[str, str] = {}


class Missing(Exception):
    """A Python that cannot be had here; the text says why."""


@dataclass(frozen=True)
class Interpreter:
    command: str
    # What goes before a command that is to run in a folder, where it is not only
    # a matter of changing into it.
    enter: Callable[[Path], Sequence[str]] = lambda folder: ()


def made(script: str, *options: str) -> str:
    """Let a script make something, unless it is in the cache: where it is."""
    done = subprocess.run(
        [str(TOOLS / script), *options], stdout=subprocess.PIPE, text=True, check=False
    )
    if done.returncode != 0:
        raise Missing(f"tools/{script} failed, see above")
    return done.stdout.splitlines()[-1]


def of_machine(version: str) -> Interpreter:
    """The machine's own: this one, one of pyenv's, or one on the path."""
    own = "{}.{}".format(*sys.version_info)
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    found = [str(path) for path in sorted(pyenv.glob(f"{version}.*/bin/python"))]
    on_path = shutil.which(f"python{version}")
    if version == own:
        return Interpreter(sys.executable)
    if not found and not on_path:
        raise Missing(f"no python{version}, neither of pyenv's nor on the path")
    return Interpreter(found[-1] if found else str(on_path))


def of_sid(version: str) -> Interpreter:
    """Debian's newest build of it."""
    root = made("make_sid.sh")
    return Interpreter(
        f"/usr/bin/python{version}",
        lambda folder: (str(TOOLS / "in_sid.sh"), root, str(folder)),
    )


def free_threaded() -> Interpreter:
    return Interpreter(made("build_free_threaded.sh"))


@dataclass(frozen=True)
class Build:
    """A Python, how the extension is built for it, and how the suite is run."""

    name: str
    what: str  # the kind of build, and whose it is
    find: Callable[[], Interpreter]
    build: Mapping[str, str] = field(default_factory=dict)  # environment of the build
    run: Mapping[str, str] = field(default_factory=dict)  # and of the tests
    without: Mapping[str, str] = field(default_factory=dict)  # tests, and why not

    @property
    def folder(self) -> Path:
        """A copy of the source with a .venv in it."""
        return FOLDER / self.name


class Workshop:
    """The folder of a build, and commands that run in it."""

    def __init__(self, build: Build, log: Path) -> None:
        self.build = build
        self.log = log
        self.folder = build.folder
        self.interpreter = build.find()

    def run(
        self,
        *command: str,
        environment: Mapping[str, str] = NOTHING,
        timeout: float = 1800,
    ) -> int:
        """The exit status of a command, which writes to the log."""
        with self.log.open("a", encoding="utf-8") as log:
            print(f"$ {' '.join(command)}", file=log, flush=True)
            done = subprocess.run(
                [*self.interpreter.enter(self.folder), *command],
                cwd=self.folder,
                env={**os.environ, **environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                timeout=timeout,
                check=False,
            )
        return done.returncode

    def python(
        self,
        *arguments: str,
        environment: Mapping[str, str] = NOTHING,
        timeout: float = 1800,
    ) -> int:
        command = (".venv/bin/python", *arguments)
        return self.run(*command, environment=environment, timeout=timeout)

    def pip(self, *arguments: str, environment: Mapping[str, str] = NOTHING) -> int:
        return self.python(
            *("-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *arguments,
            environment={"PYTHONWARNINGS": "ignore", **environment},
        )

    def prepare(self) -> bool:
        """Copy the source, and build it into a .venv; whether that worked."""
        self.log.parent.mkdir(parents=True, exist_ok=True)
        self.log.write_text("", encoding="utf-8")
        copy_source(self.folder)
        editable = ("--no-build-isolation", "--editable", ".")
        return self.has_venv() and not self.pip(*editable, environment=self.build.build)

    def has_venv(self) -> bool:
        """Make the .venv, unless there is one that fits pyproject.toml."""
        stamp = self.folder / ".venv" / "made-for.toml"
        wanted = (ROOT / "pyproject.toml").read_bytes()
        if stamp.exists() and stamp.read_bytes() == wanted:
            return True
        done = (
            self.run(self.interpreter.command, "-m", "venv", "--clear", ".venv") == 0
            and self.pip("--upgrade", "pip", "setuptools>=77") == 0
            # An older version will do where the newest would have to be compiled.
            and self.pip("--only-binary=:all:", "--group", "test") == 0
        )
        if done:
            stamp.write_bytes(wanted)
        return done


def copy_source(folder: Path) -> None:
    """Make the folder hold what git holds, and what it would add; keep its .venv."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        if old.is_dir() and old.name != ".venv":
            shutil.rmtree(old)
        elif old.is_file():
            old.unlink()
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, check=True)
    for name in filter(None, listed.stdout.decode().split("\0")):
        if (ROOT / name).is_file():  # git may list what is deleted
            target = folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)


BUILDS = (
    Build("3.11", "release, this machine's", lambda: of_machine("3.11")),
    Build("3.12", "release, this machine's", lambda: of_machine("3.12")),
    Build("3.13", "release, Debian's", lambda: of_sid("3.13")),
    Build("3.14", "release, Debian's", lambda: of_sid("3.14")),
    Build("3.14d", "debug, Debian's", lambda: of_sid("3.14d")),
    Build("3.15", "release, Debian's", lambda: of_sid("3.15")),
    Build("3.13t", "no GIL, from source", free_threaded, run={"PYTHON_GIL": "0"}),
)
