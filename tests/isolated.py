"""Code in an interpreter of its own, with nothing loaded but what it asks for."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import gnomon

ROOT = str(Path(gnomon.__file__).parents[1])
# Not looked up by threads, in which tests run this: pytest changes it meanwhile, and
# without a GIL it has lost an entry so.
ENVIRONMENT = dict(os.environ)


def run(code: str, timeout: float = 60, /, **environment: str) -> str:
    """What the code prints; a failure or the timeout, in seconds, fail the test."""
    prelude = f"import sys; sys.path.insert(0, {ROOT!r})\n"
    # -I and -S keep out site-packages, whose .pth files may import anything. A
    # warning is seen on standard error: as an error CPython 3.12 would swallow the
    # one about forks.
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-W", "always", "-c", prelude + code],
        env={**ENVIRONMENT, **environment},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    return done.stdout
