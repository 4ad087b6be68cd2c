"""Tests the core as other machines have it: `make test-machines`.

The C tests are built by Debian's cross compilers, and by musl's, and run under
qemu's user emulation, or by this kernel where it can. The sweeps look at one
in 31, unless --long is given. A table at the end says what ran where.
"""

from __future__ import annotations

import argparse
import platform
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import ctests
import figures

ROOT = Path(__file__).resolve().parent.parent
STEP = 31


@dataclass(frozen=True)
class Machine:
    name: str
    what: str
    compiler: str
    packages: str  # Debian's, of the compiler and its C library
    emulator: str = ""
    native_on: str = ""  # whose kernel runs it as well
    flags: str = ""

    @property
    def runner(self) -> str:
        return "" if platform.machine() == self.native_on else self.emulator

    @property
    def not_run(self) -> str:
        """A thread that a forked child starts is the end of qemu-user 7.2."""
        return "test_clock_fork" if self.runner else ""


MACHINES = [
    Machine(
        "aarch64",
        "64 bits, little-endian, glibc",
        "aarch64-linux-gnu-gcc",
        "gcc-aarch64-linux-gnu libc6-dev-arm64-cross",
        emulator="qemu-aarch64",
        native_on="aarch64",
    ),
    Machine(
        "s390x",
        "64 bits, big-endian, glibc",
        "s390x-linux-gnu-gcc",
        "gcc-s390x-linux-gnu libc6-dev-s390x-cross",
        emulator="qemu-s390x",
        native_on="s390x",
    ),
    Machine(
        "i686",
        "32 bits, little-endian, glibc",
        "i686-linux-gnu-gcc",
        "gcc-i686-linux-gnu libc6-dev-i386-cross",
        emulator="qemu-i386",
        native_on="x86_64",
        flags="-Wno-psabi",  # says that GCC 11 changed how it lays out _Atomic
    ),
    Machine("musl", "this machine, musl", "musl-gcc", "musl-tools"),
]


def install() -> int:
    """Let tools/need.sh find or install what the machines need."""
    needs = [f"{m.compiler}={m.packages}" for m in MACHINES]
    needs += [f"{m.runner}=qemu-user" for m in MACHINES if m.runner]
    return subprocess.run([ROOT / "tools" / "need.sh", *needs]).returncode


def check(machine: Machine, long: bool) -> tuple[int, int]:
    return ctests.check(
        CC=machine.compiler,
        CFLAGS=machine.flags,
        RUNNER=machine.runner,
        NOT_RUN=machine.not_run,
        BUILD=ROOT / "build" / "machines" / machine.name,
        LINK="-static",
        STEP=1 if long else STEP,
    )


def row(machine: Machine, passed: int, failed: int) -> str:
    how = machine.runner or "this kernel"
    left = f"compiled only: {machine.not_run}" if machine.not_run else ""
    return (
        f"{machine.name:8} {machine.what:31} {how:13}"
        f"{passed:12,} passed {failed:4,} failed   {left}".rstrip()
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="whole sweeps")
    options = parser.parse_args()
    if install() != 0:
        return 2
    rows: list[str] = []
    kept: dict[str, object] = {}
    all_failed = 0
    for number, machine in enumerate(MACHINES, 1):
        print(f"{machine.name} ({number} of {len(MACHINES)}): {machine.what}")
        passed, failed = check(machine, options.long)
        rows.append(row(machine, passed, failed))
        kept[f"{machine.name}: checks passed"] = passed
        kept[f"{machine.name}: compiled only"] = machine.not_run or "nothing"
        all_failed += failed
    print("\n".join(rows))
    command = "make test-machines" + (" LONG=1" if options.long else "")
    if all_failed == 0:
        figures.write("machines", command, kept)
    return 1 if all_failed else 0


if __name__ == "__main__":
    sys.exit(main())
