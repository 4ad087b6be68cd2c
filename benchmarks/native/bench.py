"""The core alone beside native peers: `make bench-c`, or in benchmarks/

    python -m native.bench [--quick]

Builds everything into build/native, compares every answer, then lets the
programs take turns; prints a table and writes build/native/results.json. A
program whose tools are not on the machine says so in its rows.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import TypedDict

import machine

from . import moments, programs
from .answers import ask, differences
from .programs import BUILD, Program
from .results import Row, Verdict, judge, make_row, noise, table
from .rounds import FULL, QUICK, Plan, measure
from .versions import versions

RESULTS = BUILD / "results.json"


class Report(TypedDict):
    """What results.json holds."""

    machine: dict[str, str | int | float]
    versions: dict[str, str]
    load: list[list[float]]  # before and after
    seconds: float  # that measuring took
    rounds: int
    noise: float
    rows: list[Row]
    verdicts: list[Verdict]


def build_all(everything: list[Program]) -> dict[str, str]:
    """Build each program; the reasons for those that could not be, by name."""
    BUILD.mkdir(parents=True, exist_ok=True)
    reasons = {program.name: programs.build(program) for program in everything}
    if reasons["C"] is not None:
        sys.exit(f"Without the core there is nothing to measure: {reasons['C']}.")
    return {name: reason for name, reason in reasons.items() if reason is not None}


def compare_answers(ready: list[Program], moments_file: Path) -> dict[str, str]:
    """By row, how its answers differ. The core's may not."""
    texts = moments.write(moments_file)
    core, *others = [ask(program, moments_file) for program in ready]
    found = differences(texts, core, others)
    for row, difference in found.items():
        print(f"{row}: {difference}", file=sys.stderr)
    if any(row in core for row in found):
        sys.exit("The core's answers differ from the standard library's.")
    count = sum(len(texts) * len(program.rows) for program in ready)
    print(f"{count} answers compared, {len(found)} rows differ", file=sys.stderr)
    return {row: str(difference) for row, difference in found.items()}


def run(plan: Plan) -> Report:
    everything = programs.all_programs()
    left_out = build_all(everything)
    ready = [program for program in everything if program.name not in left_out]
    moments_file = BUILD / "moments.txt"
    notes = compare_answers(ready, moments_file)
    for program in everything:
        if program.name in left_out:
            notes |= dict.fromkeys(program.rows, left_out[program.name])

    load, start = machine.load(), time.monotonic()
    times = measure(ready, moments_file, plan)
    seconds = time.monotonic() - start
    rows = [
        make_row(name, program.name, times, notes.get(name))
        for program in everything
        for name in program.rows
    ]
    return Report(
        machine=machine.describe(),
        versions=versions(),
        load=[load, machine.load()],
        seconds=round(seconds, 1),
        rounds=min(map(len, times.values())),
        noise=round(noise(rows), 4),
        rows=rows,
        verdicts=judge(rows),
    )


def print_report(report: Report) -> None:
    print(table(report["rows"], report["verdicts"]))
    before, after = (averages[0] for averages in report["load"])
    print(
        f"\n{machine.in_words(report['machine'])}."
        f"\nMedians of {report['rounds']} interleaved rounds in {report['seconds']} s; "
        f"a row's middle half spreads over {report['noise']:.0%} of its median; "
        f"load {before} before, {after} after."
    )
    print("; ".join(f"{name}: {text}" for name, text in report["versions"].items()))


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="native.bench", description="Measure the core beside native peers."
    )
    parser.add_argument(
        "--quick", action="store_true", help="end within a minute after the builds"
    )
    report = run(QUICK if parser.parse_args().quick else FULL)
    RESULTS.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    print_report(report)


if __name__ == "__main__":
    main()
