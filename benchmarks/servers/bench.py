"""Servers under load: `make bench-servers`, or in benchmarks/

    python -m servers.bench [--quick]

Writes its section of benchmarks/RESULTS.md, and prints it; a quick run writes into
build/benchmarks/quick. Ends with 0 whatever it says.
"""

from __future__ import annotations

import argparse
import sys
import time

from extensions import BUILD, ROOT

# How servers are started is known to their tests.
sys.path.append(str(ROOT / "tests"))

import machine
import marked_block
from terminal import Progress

from . import BLOCK
from .rounds import FULL, MEASURED, QUICK, Plan, measure
from .section import Run, write


def run(plan: Plan) -> Run:
    began = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
    before, start = machine.load(), time.monotonic()
    progress = Progress()
    sides = []
    for key in MEASURED:
        with progress.step(f"{key} under load", plan.rounds) as tell:
            sides.append(measure(key, plan, tell))
    seconds = time.monotonic() - start
    return Run(began, plan, seconds, before, machine.load(), sides)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure servers under load.")
    parser.add_argument("--quick", action="store_true", help="within a minute")
    quick = parser.parse_args().quick
    folder = BUILD / "quick" if quick else ROOT / "benchmarks"
    section = write(run(QUICK if quick else FULL))
    page = folder / "RESULTS.md"
    folder.mkdir(parents=True, exist_ok=True)
    old = page.read_text("utf-8") if page.exists() else ""
    page.write_text(marked_block.write(old, BLOCK, section), "utf-8")
    print(section)
    print(f"\nIt is in {page}")


if __name__ == "__main__":
    main()
