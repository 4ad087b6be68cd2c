"""Instructions of one call of each core function: `make instructions`, or in
benchmarks/

    python -m native.instructions [--update]

Counts them by callgrind and compares with instructions.json, so that a
regression fails without a clock. Exit status: 0 as recorded or better, 1 for a
regression, 2 where it cannot be counted.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import NamedTuple, TypedDict, cast

from . import callgrind
from .programs import HERE

RECORD = HERE / "instructions.json"


class Tolerance(NamedTuple):
    """How many more instructions are no regression: whichever is more."""

    part: float
    least: int

    def of(self, count: int) -> float:
        return max(self.least, self.part * count)


OWN = Tolerance(part=0.05, least=2)
# With another compiler or machine: to see what has gone badly wrong, no more.
# Two compilers lay out a small function as differently as a large one.
FOREIGN = Tolerance(part=0.25, least=50)


class Record(TypedDict):
    compiler: str
    flags: str
    machine: str
    counts: dict[str, int]


def measure() -> Record:
    return Record(
        compiler=callgrind.compiler_name(),
        flags=callgrind.flags(),
        machine=callgrind.machine_name(),
        counts=callgrind.count(),
    )


def tolerance(was: Record, now: Record) -> Tolerance:
    """Says so where it must be wide."""
    present = (now["compiler"], now["flags"], now["machine"])
    recorded = (was["compiler"], was["flags"], was["machine"])
    if present == recorded:
        return OWN
    print(
        f"Recorded with {' '.join(recorded)},\nnow counted with {' '.join(present)}: "
        f"only {FOREIGN.part:.0%} more (and {FOREIGN.least} more) is a regression."
    )
    return FOREIGN


def compare(was: dict[str, int], now: dict[str, int], allowed: Tolerance) -> int:
    """Print every call; how many have got worse, or are only on one side."""
    width = max(map(len, was | now))
    faults = better = 0
    for name in was | now:
        old, new = was.get(name), now.get(name)
        if old is None or new is None:
            note = "NOT RECORDED: run with --update" if old is None else "NOT COUNTED"
            faults += 1
        elif new - old > allowed.of(old):
            note = f"REGRESSION: was {old}, is {new}"
            faults += 1
        elif old - new > allowed.of(old):
            note = f"better: was {old}, is {new}"
            better += 1
        else:
            note = "" if old == new else f"was {old}"
        print(f"{name:{width}}  {'-' if new is None else new:>4}  {note}".rstrip())
    if better:
        print(f"{better} got better: run with --update, so that they stay so.")
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="native.instructions",
        description="Count the instructions of one call of each core function.",
    )
    parser.add_argument("--update", action="store_true", help="record what is counted")
    update = parser.parse_args().update
    reason = callgrind.missing()
    if reason is not None:
        print(reason, file=sys.stderr)
        return 2

    now = measure()
    if update:
        RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        print(f"Recorded {len(now['counts'])} calls.")
        return 0
    was = cast(Record, json.loads(RECORD.read_text(encoding="utf-8")))
    faults = compare(was["counts"], now["counts"], tolerance(was, now))
    print(f"{len(now['counts'])} calls counted, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
