"""What is not installed: a reason to skip, or, where all must be there, to fail."""

from __future__ import annotations

import os
import sys
from importlib.metadata import PackageNotFoundError, version

import pytest

ALL = os.environ.get("GNOMON_SERVERS") == "all"  # as `make test-servers` sets it
INSTRUMENTS = ("httpx", "psutil")

needs_groups = pytest.mark.skipif(
    sys.platform == "win32", reason="servers are run in process groups"
)


def missing(*packages: str) -> list[str]:
    return [package for package in packages if not _is_installed(package)]


def _is_installed(package: str) -> bool:
    try:
        version(package)
    except PackageNotFoundError:
        return False
    return True


def need(*packages: str) -> None:
    """Skip the test without these."""
    absent = missing(*packages)
    if not absent:
        return
    reason = f"not installed: {', '.join(absent)} (make test-servers)"
    if ALL:
        pytest.fail(reason)
    pytest.skip(reason)
