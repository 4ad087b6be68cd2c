"""The program embedding/embed.c, and how it is linked with this very Python."""

from __future__ import annotations

import shlex
import sys
import sysconfig
from functools import cache
from pathlib import Path

import compiled
import pytest


def variable(name: str) -> str:
    return str(sysconfig.get_config_var(name) or "")


@cache
def ways_to_link() -> list[list[str]]:
    """The shared library where there is one, else the static one."""
    version = variable("LDVERSION")
    libraries = shlex.split(f"{variable('LIBS')} {variable('SYSLIBS')}")
    ways = []
    for folder in (variable("LIBDIR"), variable("LIBPL")):
        if Path(folder, f"libpython{version}.so").exists():
            search = [f"-L{folder}", f"-Wl,-rpath,{folder}"]
            ways.append([*search, f"-lpython{version}", *libraries])
        static = Path(folder, f"libpython{version}.a")
        if static.exists():
            exports = shlex.split(variable("LINKFORSHARED"))
            ways.append([*exports, str(static), *libraries])
    return ways


def build(factory: pytest.TempPathFactory) -> Path:
    """The program, once in a run of the tests."""
    program = factory.getbasetemp() / "embed"
    if program.exists():
        return program
    compiled.compiler()
    if not ways_to_link():
        pytest.skip("there is no libpython, neither shared nor static, to link")
    headers = compiled.python_headers()
    complaints = []
    for way in ways_to_link():
        complaint = compiled.attempt("embedding/embed.c", program, *headers, *way)
        if not complaint:
            return program
        complaints.append(complaint)
    pytest.skip(f"libpython does not link: {complaints[-1][-300:]}")


def command(program: Path, rounds: int, code: str) -> list[str]:
    home = f"{sys.base_prefix}:{sys.base_exec_prefix}"
    return [str(program), home, str(rounds), code]
