"""The cases of tests/vectors: a text, its right value or an error, and why."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

NOW = 1795996800  # 2026-11-30T00:00:00Z: where the clock stands for the vectors


class Case(NamedTuple):
    text: str
    value: tuple[int, ...] | None  # None is an error
    why: str


def read(name: str) -> list[Case]:
    path = Path(__file__).parent / "vectors" / name
    rows = [line.split("\t") for line in path.read_text("ascii").splitlines()[1:]]
    return [
        Case(
            # The escapes include lone surrogates, which no text file can hold.
            text.encode("ascii").decode("unicode_escape"),
            None if value == "error" else tuple(map(int, value.split())),
            why,
        )
        for text, value, why in rows
    ]


def name(case: Case) -> str:
    return ascii(case.text)
