"""The extension built with a sanitizer, and what cannot be tested of it so."""

from __future__ import annotations

import subprocess

from pythons import Build, free_threaded, of_machine


def library(name: str) -> str:
    """Where gcc has a library."""
    command = ["gcc", f"-print-file-name={name}"]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout.strip()


def flags(sanitizers: str) -> dict[str, str]:
    chosen = f"-fsanitize={sanitizers} -fno-sanitize-recover=all"
    return {
        "CC": "gcc",
        "CFLAGS": f"{chosen} -O1 -g -fno-omit-frame-pointer",
        "LDFLAGS": chosen,
    }


ASAN_OPTIONS = (
    # CPython keeps much until a process ends; test_leaks.py counts what grows.
    "detect_leaks=0",
    # A signal that a test sends must end the process as it would; a crash of ours
    # does it, too, and its test fails.
    "handle_segv=0",
    "detect_stack_use_after_return=1",
)

ASAN = Build(
    "asan",
    "release, ASan and UBSan",
    lambda: of_machine("3.11"),
    build=flags("address,undefined"),
    run={
        "LD_PRELOAD": library("libasan.so"),
        "ASAN_OPTIONS": ":".join(ASAN_OPTIONS),
        "UBSAN_OPTIONS": "print_stacktrace=1",
        # Each object has its own red zones, as CPython's allocator gives none.
        "PYTHONMALLOC": "malloc",
    },
    without={
        "tests/test_leaks.py": "ASan keeps freed memory for a while, on purpose",
        "tests/test_clock_exit.py::test_nothing_leaks": "valgrind cannot run ASan",
        "tests/test_man_page.py::test_man_has_no_complaint": "troff fails under ASan",
    },
)

# Of a Python without a GIL. The build is with the plain one, where pip is quick; the
# tests are with one that has the sanitizer itself (tools/test_tsan.py).
TSAN = Build("tsan", "no GIL, TSan", free_threaded, build=flags("thread"))
