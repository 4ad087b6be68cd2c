"""RESULTS.md: what was measured, on what, and how it came out."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

import limits
import machine
import protobuf_page
import turn_cost
from charts import nanos_words, times_words
from limits import Verdict
from results import JobResult, Race, Results, Row, Tail, Threads
from timing import Figure

MOST_DIFFERENCES = 2  # that are shown of a subject

METHOD = """\
Ratios, not times, are the result. A floor is a function of C of the same calling
convention that does nothing but return, or make, a result of that kind
(`ext/floors.c`). All subjects of a job are timed in the same rounds, in a new
order in each, in several processes, since where code and data happen to lie can make
a fifth of such a short call; a ratio is taken within a round, and what is shown is
the median of all rounds with its quartiles. The loop around the calls is not
subtracted: it stands on both sides. The answers of every subject were compared
before it was timed, in all the cases of the job; the first case is the one that was
timed. Nothing here is a test: no test asserts a time.
"""

CONTENTION = """\
Why a build without a GIL makes a fresh text in each call instead of sharing one:
a shared object's reference count is written by every thread. An object for each
thread would be faster still, and would have to be found, renewed every second and
let go of when its thread ends.
"""


def write(results: Results) -> str:
    sections: list[Iterable[str]] = [
        _head(results),
        _limits(limits.judge(results)),
        *(_job(job) for job in results.jobs),
        protobuf_page.section(results.protobuf),
        _clock_off(results.clock_off),
        _tail(results),
        _threads(results.threads),
        _imports(results),
        _versions(results),
    ]
    lines = [line.rstrip() for section in sections for line in section]
    return "\n".join(lines) + "\n"


def _head(results: Results) -> Iterable[str]:
    before, after = results.load[:3], results.load[3:]
    yield "# Results"
    yield ""
    yield "Written by `make bench`; do not edit."
    yield ""
    yield f"- {machine.in_words(results.machine)}"
    yield f"- {results.began}, {results.seconds:.0f} seconds"
    yield f"- load averages {_numbers(before)} before and {_numbers(after)} after"
    if results.stolen_ms is not None:
        yield f"- {results.stolen_ms} ms stolen by the hypervisor meanwhile"
    if results.quick:
        yield "- a quick run: few rounds, and the peers of the limits only"
    yield ""
    yield from METHOD.splitlines()
    yield ""


def _numbers(values: list[float]) -> str:
    return ", ".join(f"{value:.2f}" for value in values)


def _limits(verdicts: list[Verdict]) -> Iterable[str]:
    yield "## Limits"
    yield ""
    yield "| job | beside | measured | quartiles | at most | |"
    yield "| --- | --- | ---: | ---: | ---: | --- |"
    for verdict in verdicts:
        limit, found = verdict.limit, verdict.figure
        most = f"{limit.most:.3g} {limit.unit}"
        word = {True: "pass", False: "**miss**", None: "-"}[verdict.passed]
        if isinstance(found, Figure):
            value, spread = _value(found, limit.unit), _spread(found)
        else:
            value, spread = found, ""
        yield f"| {limit.job} | {limit.beside} | {value} | {spread} | {most} | {word} |"
    yield ""
    yield f"{limits.summary(verdicts)}."
    yield ""


def _value(figure: Figure, unit: str) -> str:
    digits = 0 if figure.value >= 100 else 2
    note = f" ({figure.note})" if figure.note else ""
    return f"{figure.value:.{digits}f} {unit}{note}"


def _spread(figure: Figure) -> str:
    digits = 0 if figure.value >= 100 else 2
    if figure.low == figure.high:
        return ""
    return f"{figure.low:.{digits}f} - {figure.high:.{digits}f}"


def _job(job: JobResult) -> Iterable[str]:
    yield f"## {job.title}"
    yield ""
    yield f"![A bar for each subject](charts/{job.name}.svg)"
    yield ""
    yield f"Floor: {job.floor}."
    yield ""
    yield from _table(job)


def _table(job: JobResult) -> Iterable[str]:
    yield "| | times its floor | quartiles | time | |"
    yield "| --- | ---: | ---: | ---: | --- |"
    for row in sorted(job.rows, key=_place):
        yield _row(job, row)
    yield ""


def _place(row: Row) -> float:
    return median(row.samples) if row.samples else float("inf")


def _row(job: JobResult, row: Row) -> str:
    name = f"**{row.label}**" if row.label.startswith("gnomon") else row.label
    if not row.samples:
        return f"| {name} | | | | {_escaped(row.absent)} |"
    base = row.base
    found = job.ratio(row.label, base)
    note = "; ".join(row.differences[:MOST_DIFFERENCES])
    if len(row.differences) > MOST_DIFFERENCES:
        note += f"; {len(row.differences) - MOST_DIFFERENCES} more"
    if not base.startswith("floor"):
        note = f"times {base}" + (f"; {note}" if note else "")
    if isinstance(found, str):
        return (
            f"| {name} | | | {nanos_words(median(row.samples))} | {_escaped(found)} |"
        )
    cells = [
        name,
        times_words(found.value),
        _spread(found),
        nanos_words(median(row.samples)),
        f"differs: {_escaped(note)}" if row.differences else _escaped(note),
    ]
    return f"| {' | '.join(cells)} |"


def _escaped(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def _clock_off(job: JobResult | None) -> Iterable[str]:
    if job is None:
        return
    yield f"## {job.title} with GNOMON_CLOCK=off"
    yield ""
    yield from _table(job)


def _tail(results: Results) -> Iterable[str]:
    yield "## The turn of the second"
    yield ""
    if isinstance(results.tail, str):
        yield results.tail
        yield ""
        return
    yield "![How many reads took how long](charts/single_reads.svg)"
    yield ""
    yield from _tail_words(results.tail, results.tick_ns())


def _tail_words(tail: Tail, tick_ns: int) -> Iterable[str]:
    cost = turn_cost.judge(tail, tick_ns)
    reads = sum(count for _, count in tail.turn + tail.rest)
    switched = sum(read.switched for read in tail.slow)
    yield (
        f"{reads:,} reads through {tail.turns} turns, one by one; the median is "
        f"{cost.median_ns} ns, a reading of the clock included. To keep scheduling "
        f"aside: {tail.aside}; {switched:,} reads lost the processor, "
        f"{cost.set_aside} of them or of those that a tick of the kernel fell into "
        "were the first of their second."
    )
    yield ""
    if cost.first:
        yield (
            f"The first read of a second, which makes its text, paid "
            f"{median(cost.first):.0f} ns over the median read; nineteen of twenty "
            f"paid at most {cost.at_most()} ns, and the slowest {max(cost.first)} ns "
            f"({len(cost.first)} turns; an interrupt of another program's timer "
            "cannot be told from the read that it fell into)."
        )
    ours, anyway = cost.slow, cost.slow_anyway
    yield (
        f"Of the other reads at a turn {ours.mean():.2f} ± {ours.error():.2f} a turn "
        "paid more than 2 µs, and of the calls of a function that knows no seconds "
        f"{anyway.mean():.2f} ± {anyway.error():.2f}: "
        f"{'more than' if cost.too_many() else 'as'} the machine's interrupts explain."
    )
    yield ""


def _threads(threads: Threads | str) -> Iterable[str]:
    yield "## Threads without a GIL"
    yield ""
    if isinstance(threads, str):
        yield f"Not measured: {threads}."
        yield ""
        return
    yield (
        f"CPython {threads.python} free-threaded, {threads.cores} cores. Each function "
        "is called from C by one thread and by two at once, in turns; "
        f"{threads.discarded:,} rounds in which a thread lost its processor were "
        "thrown away. The first row is a floor that shares nothing: what two threads "
        "cost on this machine whatever they do."
    )
    yield ""
    yield "| function | one thread | two threads, each | times | quartiles | rounds |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for race in threads.functions:
        yield _race(race.function, race)
    yield ""
    yield "### Shared object, fresh object, object of each thread"
    yield ""
    yield "![Nanoseconds of a call](charts/contention.svg)"
    yield ""
    yield from CONTENTION.splitlines()
    yield ""
    yield "| | one thread | several threads, each | times | quartiles | rounds |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for race in threads.choices:
        name = race.function.replace("_", " ")
        yield _race(f"{name}, {race.threads} threads", race)
    yield ""


def _race(name: str, race: Race) -> str:
    if len(race.alone) < 2:
        return f"| {name} | | | | | {len(race.alone)} |"
    found = race.ratio()
    return (
        f"| {name} | {median(race.alone):.1f} ns | {median(race.together):.1f} ns | "
        f"{times_words(found.value)} | {_spread(found)} | {len(race.alone)} |"
    )


def _imports(results: Results) -> Iterable[str]:
    yield "## Import"
    yield ""
    if isinstance(results.imports, str):
        yield results.imports
    else:
        empty, ours = median(results.imports.empty), median(results.imports.gnomon)
        added = results.imports.added()
        yield (
            f"`import gnomon` takes {ours:.0f} µs and an empty extension package "
            f"{empty:.0f} µs, both in {len(results.imports.empty)} new processes in "
            f"turns: {added.value:.0f} µs more ({_spread(added)})."
        )
    yield ""


def _versions(results: Results) -> Iterable[str]:
    versions = {
        row.package: row.version
        for job in results.jobs
        for row in job.rows
        if row.package and row.version
    }
    absent = {
        row.package: row.absent
        for job in results.jobs
        for row in job.rows
        if row.package and not row.version
    }
    yield "## Versions"
    yield ""
    yield ", ".join(f"{name} {version}" for name, version in sorted(versions.items()))
    for name, reason in sorted(absent.items()):
        yield f"- {name}: {reason or 'no version'}"
