"""What was measured: medians, ratios, verdicts, and the table of them."""

from __future__ import annotations

from statistics import median, quantiles
from typing import TypedDict

from .programs import JOBS

CORE_PEER = "gnomon"

# By job: the most that the core may take, as a ratio to the fastest native
# peer, and which that was when the limit was set.
LIMITS = {
    "imf-write": (0.35, "jiff"),
    "imf-parse": (0.35, "httpdate"),
    "rfc3339-write": (0.5, "jiff"),
    "rfc3339-parse": (0.5, "jiff"),
}


class Row(TypedDict):
    """One row; the figures are None where `note` says why there are none."""

    job: str
    peer: str
    program: str
    ns: float | None  # median
    low_ns: float | None  # a quarter of the rounds is faster
    high_ns: float | None  # a quarter is slower
    ratio: float | None  # to the core
    note: str | None


class Verdict(TypedDict):
    job: str
    peer: str
    limit: float
    ratio: float | None
    verdict: str


def make_row(
    name: str, program: str, times: dict[str, list[float]], note: str | None
) -> Row:
    job, _, peer = name.partition("/")
    low = middle = high = ratio = None
    rounds = times.get(name)
    if rounds:
        low, middle, high = quantiles(rounds, n=4)
        ratio = middle / median(times[f"{job}/{CORE_PEER}"])
    return Row(
        job=job,
        peer=peer,
        program=program,
        ns=middle,
        low_ns=low,
        high_ns=high,
        ratio=ratio,
        note=note,
    )


def _judge(job: str, rows: list[Row]) -> Verdict:
    limit, named = LIMITS[job]
    times = {
        row["peer"]: row["ns"]
        for row in rows
        if row["job"] == job and row["ns"] is not None and row["note"] is None
    }
    core = times.pop(CORE_PEER)
    if named not in times:
        return Verdict(
            job=job, peer=named, limit=limit, ratio=None, verdict="not judged"
        )
    fastest = min(times, key=lambda peer: times[peer])
    ratio = core / times[fastest]
    verdict = "pass" if ratio <= limit else "miss"
    return Verdict(job=job, peer=fastest, limit=limit, ratio=ratio, verdict=verdict)


def judge(rows: list[Row]) -> list[Verdict]:
    return [_judge(job, rows) for job in JOBS]


def noise(rows: list[Row]) -> float:
    """How far apart the quarters lie, as a part of the median: the median row."""
    spreads = [
        (row["high_ns"] - row["low_ns"]) / row["ns"]
        for row in rows
        if row["ns"] and row["low_ns"] and row["high_ns"]
    ]
    return median(spreads)


def _row_line(row: Row) -> str:
    peer = f"{row['peer']} ({row['program']})"
    if row["ns"] is None or row["ratio"] is None:
        return f"| {JOBS[row['job']]} | {peer} | | {row['note']} |"
    note = f"; {row['note']}" if row["note"] else ""
    figures = f"{row['ns']:.1f} | {row['ratio']:.2f}{note}"
    return f"| {JOBS[row['job']]} | {peer} | {figures} |"


def _verdict_line(verdict: Verdict) -> str:
    ratio = "" if verdict["ratio"] is None else f"{verdict['ratio']:.3f}"
    job, peer, limit = JOBS[verdict["job"]], verdict["peer"], verdict["limit"]
    return f"| {job} | {peer} | {ratio} | {limit} | {verdict['verdict']} |"


def table(rows: list[Row], verdicts: list[Verdict]) -> str:
    """Markdown: each job's rows, the fastest first; then the limits."""
    jobs = list(JOBS)
    order = sorted(
        rows,
        key=lambda row: (jobs.index(row["job"]), row["ns"] is None, row["ns"] or 0.0),
    )
    return "\n".join(
        [
            "| job | peer | ns | times gnomon |",
            "| --- | --- | ---: | ---: |",
            *map(_row_line, order),
            "",
            "| job | fastest native peer | gnomon / peer | at most | |",
            "| --- | --- | ---: | ---: | --- |",
            *map(_verdict_line, verdicts),
        ]
    )
