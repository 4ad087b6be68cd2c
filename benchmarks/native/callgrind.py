"""Instruction counts by callgrind: builds calls.c, runs it, reads what it wrote."""

from __future__ import annotations

import platform
import re
import shutil
import subprocess
import sys
from pathlib import Path

from .programs import BUILD, CFLAGS, HERE, c_builds, compiler, core_sources

_WORK = BUILD / "instructions"
_PROGRAM = _WORK / "calls"
_TRIES = 3  # the second may turn between the clock's word and its read

_NAME = re.compile(r"^desc: Trigger: Client Request: (.+)$", re.MULTILINE)
_TOTAL = re.compile(r"^totals: (\d+)$", re.MULTILINE)


def missing() -> str | None:
    """What is not on this machine, and how to get it."""
    if sys.platform != "linux":
        return "Instructions are counted on Linux only."
    if shutil.which("valgrind") is None:
        return "There is no valgrind: install it (Debian: apt-get install valgrind)."
    if shutil.which(compiler()[0]) is None:
        return f"There is no {compiler()[0]}: install it (Debian: apt-get install gcc)."
    return None


def compiler_name() -> str:
    """Kind and version, whatever the command is called: "gcc 12.2.0"."""
    asked = subprocess.run(
        [*compiler(), "-dM", "-E", "-x", "c", "-"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    macros = dict(re.findall(r"^#define (\w+) (.+)$", asked.stdout, re.MULTILINE))
    if "__clang__" in macros:
        kind, names = "clang", ("clang_major", "clang_minor", "clang_patchlevel")
    else:
        kind, names = "gcc", ("GNUC", "GNUC_MINOR", "GNUC_PATCHLEVEL")
    return f"{kind} {'.'.join(macros[f'__{name}__'] for name in names)}"


def machine_name() -> str:
    return platform.machine().replace("_", "-")


def flags() -> str:
    return " ".join(CFLAGS)


def count() -> dict[str, int]:
    """The instructions of one call, by its name, in the program's order."""
    _build()
    for attempt in range(1, _TRIES + 1):
        for old in _WORK.glob("out*"):
            old.unlink()
        done = _run()
        if done.returncode == 0:
            return _read()
        print(f"try {attempt}: {done.stderr.strip()}", file=sys.stderr)
    sys.exit("calls.c did not run to its end.")


def _build() -> None:
    _WORK.mkdir(parents=True, exist_ok=True)
    for where, command in c_builds([HERE / "c" / "calls.c", *core_sources()], _PROGRAM):
        subprocess.run(command, cwd=where, check=True)


def _run() -> subprocess.CompletedProcess[str]:
    command = [
        *("valgrind", "-q", "--tool=callgrind", "--toggle-collect=counted_*"),
        f"--callgrind-out-file={_WORK / 'out'}",
        str(_PROGRAM),
    ]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _number(dump: Path) -> int:
    return int(dump.suffix[1:] or 0)


def _read() -> dict[str, int]:
    """One dump a call: out.1, out.2 and so on."""
    counts: dict[str, int] = {}
    for dump in sorted(_WORK.glob("out*"), key=_number):
        text = dump.read_text(encoding="utf-8")
        name, total = _NAME.search(text), _TOTAL.search(text)
        if name and total:
            counts[name[1]] = int(total[1])
    return counts
