"""What every test relies on."""

from __future__ import annotations

import os
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

import gnomon.clock

# A shared machine stalls for longer than any deadline that would mean something.
settings.register_profile("gnomon", deadline=None, max_examples=250, print_blob=True)
# For a run on many Pythons (tools/test_all.py).
settings.register_profile("short", settings.get_profile("gnomon"), max_examples=25)
settings.load_profile("short" if os.environ.get("GNOMON_SHORT") == "1" else "gnomon")


def _check_installed() -> None:
    """With GNOMON_INSTALLED=1 the suite judges an installed package, and no tree."""
    site = Path(sysconfig.get_path("platlib")).resolve()
    if not Path(gnomon.__file__).resolve().is_relative_to(site):
        raise pytest.UsageError(f"{gnomon.__file__} is not in {site}")


def pytest_configure(config: pytest.Config) -> None:
    if os.environ.get("GNOMON_INSTALLED") == "1":
        _check_installed()
    config.addinivalue_line(
        "markers",
        "thread_unsafe(reason): for pytest-run-parallel: the test changes what the "
        "whole process reads, so it runs alone",
    )


@pytest.fixture(autouse=True)
def _clock_runs_on() -> Iterator[None]:
    """A test that leaves the clock frozen would spoil the ones after it."""
    yield
    assert not gnomon.clock.info().frozen
