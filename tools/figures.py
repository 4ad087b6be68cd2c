"""Figures of a run, kept for the documentation: build/figures/PART.json.

A test reports a figure with pytest's record_property; what pytest wrote to its
JUnit file is turned into figures by

    tools/figures.py PART COMMAND JUNIT_FILE [LABEL=VALUE ...]

Tools that measure by themselves call write().
"""

from __future__ import annotations

import json
import os
import platform
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

FOLDER = Path(__file__).resolve().parent.parent / "build" / "figures"


class Results(NamedTuple):
    """What became of a run of pytest."""

    passed: int
    skipped: int
    failed: int
    seconds: float
    properties: dict[str, object]  # what the tests recorded


def read_junit(path: Path) -> Results:
    """Read the file that pytest --junitxml wrote."""
    suite = ElementTree.parse(path).getroot()[0]
    count = {
        name: int(suite.attrib[name])
        for name in ("tests", "skipped", "failures", "errors")
    }
    failed = count["failures"] + count["errors"]
    return Results(
        passed=count["tests"] - count["skipped"] - failed,
        skipped=count["skipped"],
        failed=failed,
        seconds=float(suite.attrib["time"]),
        properties=properties(suite),
    )


def properties(suite: ElementTree.Element) -> dict[str, object]:
    """What the tests recorded. Whole numbers under one name are added up."""
    found: dict[str, object] = {}
    for one in suite.iter("property"):
        name, text = one.attrib["name"], one.attrib["value"]
        if name.startswith("hypothesis-"):
            continue  # its own record, of each test
        value: object = int(text) if text.isdecimal() else text
        before = found.get(name, 0)
        if isinstance(value, int) and isinstance(before, int):
            value += before
        found[name] = value
    return found


def machine() -> str:
    """This machine in a line: system, processor and how many of them."""
    system = f"{platform.system()} {platform.release()} {platform.machine()}"
    return f"{system}, {processor()}, {os.cpu_count()} processors"


def processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        lines = []
    names = [line.partition(": ")[2] for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or "unknown processor"


def write(part: str, command: str, figures: Mapping[str, object]) -> None:
    """Keep the figures of a part, and how anybody gets them again."""
    document = {
        "part": part,
        "command": command,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "machine": machine(),
        "figures": dict(figures),
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    (FOLDER / f"{part}.json").write_text(text, encoding="utf-8")


def main() -> None:
    part, command, path, *more = sys.argv[1:]
    results = read_junit(Path(path))
    figures = {"tests passed": results.passed, "tests skipped": results.skipped}
    labelled = dict(text.rsplit("=", 1) for text in more)
    write(part, command, {**figures, **results.properties, **labelled})


if __name__ == "__main__":
    main()
