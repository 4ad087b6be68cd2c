"""What the benchmark of the core alone found out, if it was run."""

from __future__ import annotations

import json
from typing import Any

from extensions import ROOT

PATH = ROOT / "build" / "native" / "results.json"
MISSING = "not measured: make bench-c"


def read() -> dict[str, Any]:
    """Empty where there is none, or where it is no JSON."""
    try:
        found = json.loads(PATH.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def ratio(results: dict[str, Any], job: str) -> float | str:
    """Of the core to the fastest native peer; or why there is none."""
    for verdict in results.get("verdicts", []):
        if verdict["job"] == job and verdict["ratio"] is not None:
            return float(verdict["ratio"])
    return MISSING
