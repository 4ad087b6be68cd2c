"""The extensions in capi/, built against the gnomon that is installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.machinery import ExtensionFileLoader
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import compiled
import pytest

import gnomon

SHARED = {"darwin": ["-bundle", "-undefined", "dynamic_lookup"]}
PEDANTIC = ("-Wpedantic", "-Wshadow", "-Wconversion")


def build(source: str, target: Path, *warnings: str, language: str = "C11") -> Path:
    if sys.platform == "win32":
        pytest.skip("it is written for the threads and compilers of POSIX")
    shared = SHARED.get(sys.platform, ["-shared"])
    headers = [*compiled.python_headers(), f"-I{gnomon.get_include()}"]
    flags = [*shared, "-fPIC", "-pthread", *(warnings or PEDANTIC), *headers]
    return compiled.build(source, target, *flags, language=language)


def build_cython(source: str, folder: Path) -> Path:
    """The same from Cython, which finds gnomon's declarations by itself."""
    pytest.importorskip("Cython", reason="there is no Cython: make test installs it")
    path = compiled.HERE / source
    generated = folder / f"{path.stem}.c"
    command = [sys.executable, "-m", "cython", str(path), "-o", str(generated)]
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    no_warnings = "-w"  # what it generates is its business
    return build(str(generated), folder / f"{path.stem}.so", no_warnings)


def load(path: Path, name: str) -> Any:
    """Import it from its file."""
    loader = ExtensionFileLoader(name, str(path))
    spec = spec_from_file_location(name, path, loader=loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module
