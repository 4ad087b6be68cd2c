"""The extension built with a sanitizer, and what can be tested of it so."""

from __future__ import annotations

import subprocess

from pythons import ROOT, Build, free_threaded, of_machine


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
    },
)

TSAN_OPTIONS = (
    f"suppressions={ROOT}/tools/tsan.supp",
    "exitcode=66",
    # A child of a process with threads goes on, as ours must.
    "die_after_fork=0",
)

TSAN = Build(
    "tsan",
    "no GIL, TSan",
    lambda: free_threaded("--thread-sanitizer"),
    build=flags("thread"),
    run={"TSAN_OPTIONS": ":".join(TSAN_OPTIONS), "PYTHON_GIL": "0"},
    tests=(
        "tests/test_calls.py",
        "tests/test_clock.py",
        "tests/test_format.py",
        "tests/test_free_threading.py",
        "tests/test_freeze.py",
        "tests/test_only_these_errors.py",
        "tests/test_pack.py",
        "tests/test_parse.py",
        "tests/test_parse_rfc3339.py",
        "tests/test_rfc3339.py",
        "tests/test_types.py",
    ),
)
