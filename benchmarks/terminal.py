"""What is seen while it runs, and the table in the end."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from limits import Verdict, summary
from results import Results
from rich import progress
from rich.console import Console
from rich.table import Table
from timing import Figure

Tell = Callable[..., None]
COLOURS = {True: "green", False: "red", None: "yellow"}
WORDS = {True: "pass", False: "miss", None: "-"}


class Progress:
    """A bar for each step; a line where nobody watches."""

    def __init__(self) -> None:
        self.console = Console(stderr=True, highlight=False)

    @contextmanager
    def step(self, title: str, total: int) -> Iterator[Tell]:
        """Gives the function to call after each of `total` parts."""
        began = time.monotonic()
        columns = (
            progress.TextColumn("{task.description}"),
            progress.BarColumn(),
            progress.MofNCompleteColumn(),
            progress.TimeElapsedColumn(),
            progress.TextColumn("[dim]{task.fields[note]}"),
        )
        bar = progress.Progress(
            *columns,
            console=self.console,
            transient=True,
            disable=not self.console.is_terminal,
        )
        if not self.console.is_terminal:
            self.console.print(f"{title} ...")
        with bar:
            task = bar.add_task(title, total=total, note="")
            yield lambda note="": bar.update(task, advance=1, note=note)
        if self.console.is_terminal:
            self.console.print(f"{title} [dim]{time.monotonic() - began:.1f} s")


def print_verdicts(verdicts: list[Verdict], results: Results, page: Path) -> None:
    table = Table(title="gnomon beside its limits")
    for name, side in (("job", "left"), ("beside", "left")):
        table.add_column(name, justify=side, overflow="fold")  # type: ignore[arg-type]
    for name in ("measured", "quartiles", "at most", ""):
        table.add_column(name, justify="right", no_wrap=True)
    for verdict in verdicts:
        table.add_row(*_cells(verdict))
    # A file, or another program, has no width of its own.
    console = Console(highlight=False, width=None if sys.stdout.isatty() else 118)
    console.print(table)
    _print_reasons(console, verdicts)
    load = " to ".join(
        f"{load:.1f}" for load in results.load[:: len(results.load) // 2]
    )
    console.print(f"Load average {load}; everything is in {page}", soft_wrap=True)
    console.print(summary(verdicts))


def _cells(verdict: Verdict) -> list[str]:
    limit, found = verdict.limit, verdict.figure
    job = limit.job
    if isinstance(found, Figure):
        digits = 0 if found.value >= 100 else 2
        value = f"{found.value:.{digits}f} {limit.unit}"
        quartiles = f"{found.low:.{digits}f} - {found.high:.{digits}f}"
        if found.low == found.high:
            quartiles = ""
        if found.note:
            job += f": {found.note}"
    else:
        value = quartiles = ""
    colour = COLOURS[verdict.passed]
    word = f"[{colour}]{WORDS[verdict.passed]}[/]"
    most = f"{limit.most:.3g} {limit.unit}"
    return [job, limit.beside, value, quartiles, most, word]


def _print_reasons(console: Console, verdicts: list[Verdict]) -> None:
    for verdict in verdicts:
        if isinstance(verdict.figure, str):
            console.print(f"{verdict.limit.job}: {verdict.figure}", style="yellow")
