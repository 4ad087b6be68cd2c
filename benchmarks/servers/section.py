"""The section of RESULTS.md on servers under load."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import machine
from timing import Figure, ratio

from . import wrk
from .rounds import Plan, Sides

METHOD = """\
Each server runs twice at the same time, with its own date and with gnomon's, as
`docs/servers.md` has it; they serve the same application, and are asked in turns, the
first of a round being the last of the next. The load comes from another processor. A
ratio is taken within a round; what is shown is the median of all rounds, with its
quartiles. More requests per second are better, and fewer milliseconds: gains and losses
stand as they came. Where the quartiles lie on both sides of 1, there is no difference
that was measured.
"""


@dataclass(frozen=True)
class Run:
    """What was measured, and when."""

    began: str
    plan: Plan
    seconds: float  # that it took
    load_before: list[float]
    load_after: list[float]
    sides: Sequence[Sides]


def write(run: Run) -> str:
    return "\n".join(_lines(run))


def _lines(run: Run) -> Iterable[str]:
    before, after = _numbers(run.load_before), _numbers(run.load_after)
    yield "## Servers under load"
    yield ""
    yield "Written by `make bench-servers`; do not edit."
    yield ""
    yield f"- {machine.in_words(machine.describe())}"
    yield (
        f"- {run.began}, {run.seconds:.0f} seconds: {run.plan.rounds} rounds of "
        f"{run.plan.seconds} s on each side"
    )
    yield f"- load averages {before} before and {after} after"
    yield f"- {wrk.version()}, {wrk.CONNECTIONS} connections"
    yield ""
    yield from METHOD.splitlines()
    yield ""
    yield "| requests per second | its own date | gnomon's | ratio | quartiles |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for sides in run.sides:
        yield _row(sides, "rate", "{:,.0f}")
    yield ""
    yield "| 99th percentile | its own date | gnomon's | ratio | quartiles |"
    yield "| --- | ---: | ---: | ---: | ---: |"
    for sides in run.sides:
        yield _row(sides, "p99", "{:.2f} ms")


def _row(sides: Sides, what: str, form: str) -> str:
    plain = [getattr(load, what) for load in sides.plain]
    dated = [getattr(load, what) for load in sides.dated]
    found: Figure = ratio(dated, plain)
    cells = [
        f"{sides.server.name} {sides.server.version()}",
        form.format(median(plain)),
        form.format(median(dated)),
        f"{found.value:.3f}",
        f"{found.low:.3f} - {found.high:.3f}",
    ]
    return f"| {' | '.join(cells)} |"


def _numbers(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" for value in values)
