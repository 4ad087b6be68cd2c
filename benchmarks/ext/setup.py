"""Builds the benchmark's own extensions; extensions.py runs it.

They are compiled as gnomon is, so that a ratio compares code and not flags.
"""

import sys

from setuptools import Extension, setup

ARGS = ["/std:c11"] if sys.platform == "win32" else ["-std=c11", "-fvisibility=hidden"]
SOURCES = {
    "floors": "floors.c",
    "stopwatch": "stopwatch.c",
    "contention": "contention.c",
    "race": "race.c",
    "empty._core": "empty/_core.c",
}

setup(
    name="gnomon-benchmark-extensions",
    ext_modules=[
        Extension(name, [source], extra_compile_args=ARGS)
        for name, source in SOURCES.items()
        # They need the clocks and threads of POSIX.
        if sys.platform != "win32" or name not in ("stopwatch", "race")
    ],
    packages=[],
)
