"""Scenarios of the clock, each in an interpreter of its own with a time limit."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import clock_shim
import isolated
import pytest

# Warnings are shown, and what is shown fails the test: where they are errors, CPython
# swallows the one about a fork while threads run.
PRELUDE = f"""
import warnings
warnings.simplefilter("always")
sys.path.insert(0, {str(Path(__file__).parent)!r})
from clock_probe import *
"""
AT_ONCE = 12

Outcomes = Mapping[str, Future[list[str]]]

needs_linux = pytest.mark.skipif(
    sys.platform != "linux", reason="threads and files are read from Linux's /proc"
)


def run(code: str, **environment: str) -> list[str]:
    """The lines that the code prints, which has all of clock_probe at hand."""
    environment.setdefault("GNOMON_CLOCK", "")
    return isolated.run(PRELUDE + code, **environment).splitlines()


def run_together(
    codes: Mapping[str, str], *, shimmed: bool = False
) -> Callable[..., Any]:
    """A fixture: what each of them prints. They mostly wait, so they do it at once."""

    @pytest.fixture(scope="module")
    def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Outcomes]:
        with ThreadPoolExecutor(AT_ONCE) as pool:

            def start(code: str) -> Future[list[str]]:
                shim = clock_shim.environment(tmp_path_factory) if shimmed else {}
                return pool.submit(run, code, **shim)

            yield {name: start(code) for name, code in codes.items()}

    return outcomes
