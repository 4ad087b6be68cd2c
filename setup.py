"""Builds the extension; everything else is in pyproject.toml.

Environment:
    GNOMON_STRICT=1  warnings, many more of them, are errors (for developers)
"""

import os
import shutil
import sys
import sysconfig
from glob import glob
from pathlib import Path

from setuptools import Extension, setup

WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Wconversion",
    "-Wshadow",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Werror",
]


def core_sources() -> list[str]:
    """The core, with the files of this platform alone."""
    windows = ["csrc/core/platform_windows.c"]
    posix = ["csrc/core/platform_posix.c"]
    linux = ["csrc/core/timer_linux.c"]
    others = ["csrc/core/timer_posix.c"]
    if sys.platform == "win32":
        foreign = posix + linux + others
    elif sys.platform == "linux":
        foreign = windows + others
    else:
        foreign = windows + linux
    return sorted(set(glob("csrc/core/*.c")) - set(foreign))


def compile_args() -> list[str]:
    if sys.platform == "win32":
        return ["/std:c11", "/experimental:c11atomics"]
    args = ["-std=c11", "-fvisibility=hidden"]
    args.append(f"-ffile-prefix-map={Path.cwd()}=.")  # the same bytes in any directory
    if os.environ.get("GNOMON_STRICT") == "1":
        # CPython's own headers do not pass these warnings.
        args += [*WARNINGS, "-isystem", sysconfig.get_path("include")]
    return args


def place_header() -> None:
    """Put the C header into the package, where get_include() finds it.

    Here and not in a step of the build, so that it is package data like any
    other to sdists, wheels and every kind of editable install.
    """
    target = Path("gnomon/include")
    target.mkdir(exist_ok=True)
    shutil.copy2("csrc/include/gnomon.h", target)


place_header()
setup(
    ext_modules=[
        Extension(
            "gnomon._core",
            sources=core_sources() + sorted(glob("csrc/python/*.c")),
            depends=glob("csrc/*/*.h"),
            extra_compile_args=compile_args(),
        )
    ]
)
