"""Eight threads that do everything at once, and no GIL where there need be none.

The threads run in a process of its own (crowd.py).
"""

from __future__ import annotations

import os
import random
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path

import crowd
import isolated
import pytest

import gnomon

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))
HERE = str(Path(__file__).parent)

pytestmark = pytest.mark.thread_unsafe(reason="starts and stops the one clock")

needs_free_threading = pytest.mark.skipif(
    not FREE_THREADED, reason="this build of CPython has a GIL"
)


@pytest.mark.parametrize("name", crowd.SCENARIOS)
def test_eight_threads(name: str) -> None:
    if "fork" in name and not hasattr(os, "fork"):
        pytest.skip("this system has no fork")
    if name == "texts that grow" and not crowd.BYTEARRAY_IS_SAFE:
        pytest.skip("without a GIL, CPython before 3.14 itself reads half a bytearray")
    seed = random.randrange(1 << 32)
    print("seed", seed)
    code = f"sys.path.insert(0, {HERE!r})\nimport crowd; crowd.run({name!r}, {seed})"
    assert isolated.run(code, GNOMON_CLOCK="") == ""


IMPORTS = """
import sys
assert not sys._is_gil_enabled()
import gnomon
from gnomon import clock
gnomon.date(), gnomon.rfc3339(), clock.info()
assert not sys._is_gil_enabled()
"""


@needs_free_threading
def test_import_leaves_the_gil_off() -> None:
    # PYTHON_GIL is not heard here, and the warning of CPython is an error.
    assert isolated.run(IMPORTS, PYTHON_GIL="") == ""


def distinct_dates(date: Callable[[], object]) -> int:
    """How many objects a hundred calls within one second make."""
    while not 0.1 < time.time() % 1 < 0.7:
        time.sleep(0.05)
    return len({id(text) for text in [date() for _ in range(100)]})


@pytest.mark.parametrize("date", [gnomon.date, gnomon.date_bytes])
def test_objects_are_shared_only_under_a_gil(date: Callable[[], object]) -> None:
    assert distinct_dates(date) == (100 if FREE_THREADED else 1)
