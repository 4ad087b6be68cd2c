"""What is not installed: a reason to skip, or, where all must be there, to fail."""

from __future__ import annotations

import os
import sys
from importlib.util import find_spec

import pytest

ALL = os.environ.get("GNOMON_SERVERS") == "all"  # as `make test-servers` sets it
INSTRUMENTS = ("httpx", "psutil")

needs_groups = pytest.mark.skipif(
    sys.platform == "win32", reason="servers are run in process groups"
)


def missing(*modules: str) -> list[str]:
    return [module for module in modules if find_spec(module) is None]


def need(*modules: str) -> None:
    """Skip the test without these modules."""
    absent = missing(*modules)
    if not absent:
        return
    reason = f"not installed: {', '.join(absent)} (make test-servers)"
    if ALL:
        pytest.fail(reason)
    pytest.skip(reason)
