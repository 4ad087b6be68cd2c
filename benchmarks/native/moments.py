"""The moments that every program is given, and their texts by the standard library."""

from __future__ import annotations

import random
from datetime import UTC, datetime
from email.utils import formatdate
from pathlib import Path
from typing import NamedTuple

COUNT = 1024
_SEED = 20261130
_END = 4133980800  # 2101-01-01T00:00:00Z
_NANOS = 10**9


class Moment(NamedTuple):
    seconds: int
    nanos: int
    imf: str
    rfc3339: str


def _moment(seconds: int, nanos: int) -> Moment:
    day_and_time = datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%S")
    imf = formatdate(seconds, usegmt=True)
    return Moment(seconds, nanos, imf, f"{day_and_time}.{nanos:09}Z")


def generate() -> list[Moment]:
    """The same ones each time: random moments of 1970 to 2100.

    None has a zero for its last digit: some peers write the digits that are
    needed, and here that is always nine.
    """
    chance = random.Random(_SEED)
    return [
        _moment(
            chance.randrange(_END),
            chance.randrange(_NANOS // 10) * 10 + chance.randint(1, 9),
        )
        for _ in range(COUNT)
    ]


def write(path: Path) -> list[Moment]:
    """Write one moment a line, its parts between tabs."""
    moments = generate()
    lines = ("\t".join(map(str, moment)) + "\n" for moment in moments)
    path.write_text("".join(lines), encoding="ascii")
    return moments


def expected(job: str, moment: Moment) -> str:
    """The answer to a job, by the standard library."""
    return {
        "imf-write": moment.imf,
        "imf-parse": str(moment.seconds),
        "rfc3339-write": moment.rfc3339,
        "rfc3339-parse": f"{moment.seconds}.{moment.nanos:09}",
    }[job]
