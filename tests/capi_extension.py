"""The extensions in capi/, built against the gnomon that is installed."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import compiled
import pytest

import gnomon

PEDANTIC = ("-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Werror")
LANGUAGES = {"C11": ["-std=c11"], "C++11": ["-x", "c++", "-std=c++11"]}
SHARED = {"darwin": ["-bundle", "-undefined", "dynamic_lookup"]}


def compiler(language: str) -> list[str]:
    if language == "C11":
        return compiled.compiler()
    command = shlex.split(os.environ.get("CXX") or "c++")
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no C++ compiler: {command[0]} is not found")
    return command


def build(source: Path, target: Path, language: str = "C11", *flags: str) -> Path:
    """The extension from one file, warnings of ours being errors."""
    if sys.platform == "win32":
        pytest.skip("it is written for the threads and compilers of POSIX")
    headers = [f"-isystem{sysconfig.get_path(p)}" for p in ("include", "platinclude")]
    command = [
        *compiler(language),
        *LANGUAGES[language],
        *(flags or PEDANTIC),
        *SHARED.get(sys.platform, ["-shared"]),
        *("-fPIC", "-pthread", "-O1", "-g", *headers, f"-I{gnomon.get_include()}"),
        *("-o", str(target), str(source)),
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return target


def build_cython(source: Path, folder: Path) -> Path:
    """The same from Cython, which finds gnomon's declarations by itself."""
    pytest.importorskip("Cython", reason="there is no Cython: make test installs it")
    generated = folder / f"{source.stem}.c"
    command = [sys.executable, "-m", "cython", str(source), "-o", str(generated)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    # What it generates is its business.
    return build(generated, folder / f"{source.stem}.so", "C11", "-w")


def load(path: Path, name: str) -> Any:
    """Import it from its file."""
    spec = spec_from_file_location(
        name, path, loader=ExtensionFileLoader(name, str(path))
    )
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
