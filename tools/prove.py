"""Runs every proof, one after another, and says at the end what held: `make prove`.

A part is a target of make; each leaves its figures in build/figures (figures.py).
With --record they are gathered in docs/reliability.json, and the tables between
the comments of docs/reliability.md are made of them; the long form records, the
short one only shows.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from pathlib import Path
from typing import NamedTuple

import figures

ROOT = Path(__file__).resolve().parent.parent
RECORD = ROOT / "docs" / "reliability.json"
PAGE = ROOT / "docs" / "reliability.md"
BEGIN, END = "<!-- figures: {} -->", "<!-- end of figures -->"


class Part(NamedTuple):
    """A target of make, and what it is told in the long form and in the short one."""

    target: str
    long: str = ""
    short: str = ""
    takes_long: bool = False  # so that the short form leaves it out


PARTS = [
    Part("test-c"),
    Part("test-machines", "LONG=1"),
    Part("test-windows"),
    Part("model"),
    Part("fuzz", "RUNS=100000000"),
    Part("mutate", "LONG=1"),
    Part("coverage-c"),
    Part("coverage"),
    # The rest of CI has run the suite on 3.11, and coverage counts it.
    Part("test-all", "LONG=1", "WITHOUT=3.11"),
    Part("test-tsan", "LONG=1"),
    Part("test-protobuf", "LONG=1"),
    Part("leaks", takes_long=True),
]


def chosen(targets: list[str], long: bool) -> list[Part]:
    if targets:
        return [part for part in PARTS if part.target in targets]
    return [part for part in PARTS if long or not part.takes_long]


def run(part: Part, long: bool) -> tuple[str, float]:
    """What became of it, and the seconds that it took."""
    command = ["make", "--no-print-directory", part.target]
    told = part.long if long else part.short
    command += [told] if told else []
    start = time.monotonic()
    status = subprocess.run(command, cwd=ROOT).returncode
    return "holds" if status == 0 else "FAILS", time.monotonic() - start


def gather() -> dict[str, dict[str, object]]:
    """What was recorded before, and newer figures of build/figures over it."""
    record: dict[str, dict[str, object]] = {}
    if RECORD.exists():
        record = json.loads(RECORD.read_text(encoding="utf-8"))
    for path in sorted(figures.FOLDER.glob("*.json")):
        document = json.loads(path.read_text(encoding="utf-8"))
        record[document["part"]] = document
    return dict(sorted(record.items()))


def shown(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) else str(value)


def table(document: dict[str, object]) -> str:
    rows = document["figures"]
    assert isinstance(rows, dict)
    lines = ["| figure | value |", "| --- | ---: |"]
    lines += [f"| {label} | {shown(value)} |" for label, value in rows.items()]
    day = str(document["date"])[:10]
    return "\n".join(
        [*lines, "", f"`{document['command']}`, {day}, {document['machine']}"]
    )


def render(page: str, record: dict[str, dict[str, object]]) -> str:
    """The page with a table between the comments of each part."""
    for part, document in record.items():
        before, begin, rest = page.partition(BEGIN.format(part))
        if not begin:
            print(f"docs/reliability.md has no place for {part}", file=sys.stderr)
            continue
        _, end, after = rest.partition(END)
        page = f"{before}{begin}\n\n{table(document)}\n\n{end}{after}"
    return page


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--long", action="store_true", help="the long forms")
    parser.add_argument("--record", action="store_true", help="only record figures")
    parser.add_argument("targets", nargs="*", help="only these parts")
    options = parser.parse_args()
    parts = chosen(options.targets, options.long)
    rows = []
    for number, part in enumerate([] if options.record else parts, 1):
        print(f"== {part.target} ({number} of {len(parts)})", flush=True)
        fate, seconds = run(part, options.long)
        rows.append((part.target, fate, f"{seconds:.0f} s"))
    for row in rows:
        print("{:16} {:8} {:>8}".format(*row))
    failed = any(fate != "holds" for _, fate, _ in rows)
    if (options.record or options.long) and not failed:
        record = gather()
        text = json.dumps(record, indent=2, ensure_ascii=False) + "\n"
        RECORD.write_text(text, encoding="utf-8")
        PAGE.write_text(
            render(PAGE.read_text(encoding="utf-8"), record), encoding="utf-8"
        )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
