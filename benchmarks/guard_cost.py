"""What the guard of a read costs, in C: prints a table.

    python benchmarks/guard_cost.py [--rounds N]

Compiles guard_cost.c with the core into build/ (CC, else cc; Linux and other
POSIX systems). Each round times every way to read; medians of all rounds.
What the loop itself costs, about as much as a load, is in every figure.
"""

from __future__ import annotations

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path
from statistics import median

import machine

ROOT = Path(__file__).resolve().parent.parent
CORE = ROOT / "csrc" / "core"
PROGRAM = ROOT / "build" / "guard_cost"
TIMER = "timer_linux" if sys.platform == "linux" else "timer_posix"
SOURCES = ["clock", "clock_read", "ticker", "platform_posix", TIMER]


def compile_program() -> None:
    PROGRAM.parent.mkdir(exist_ok=True)
    command = [
        *shlex.split(os.environ.get("CC", "cc")),
        *("-std=c11", "-O2", "-pthread", f"-I{CORE}", "-o", str(PROGRAM)),
        str(Path(__file__).with_name("guard_cost.c")),
        *(str(CORE / f"{name}.c") for name in SOURCES),
    ]
    subprocess.run(command, check=True)


def run_program(rounds: int) -> dict[str, list[float]]:
    """The nanoseconds of each round, for each way to read."""
    answer = subprocess.run(
        [PROGRAM, str(rounds)], check=True, capture_output=True, text=True
    )
    head, *lines = [line.split("\t") for line in answer.stdout.splitlines()]
    columns = zip(*lines, strict=True)
    return {
        name: [float(value) for value in column]
        for name, column in zip(head, columns, strict=True)
    }


def print_table(times: dict[str, list[float]]) -> None:
    """Nanoseconds, and as many times a bare load."""
    medians = {name: median(values) for name, values in times.items()}
    load = medians["atomic load alone"]
    print("| a read | ns | ratio |")
    print("| --- | ---: | ---: |")
    for name, value in medians.items():
        print(f"| {name} | {value:.2f} | {value / load:.1f} |")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure what the guard costs.")
    parser.add_argument("--rounds", type=int, default=1001, metavar="N")
    rounds = parser.parse_args().rounds
    compile_program()
    print_table(run_program(rounds))
    load = ", ".join(map(str, machine.load()))
    print(f"\n{machine.in_words(machine.describe())}; load {load}; medians of {rounds}")


if __name__ == "__main__":
    main()
