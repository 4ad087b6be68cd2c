"""Does one job: compares the answers, then times who is there."""

from __future__ import annotations

from importlib import metadata
from timeit import Timer

from answers import differences
from results import JobResult, Row
from subject import Job, Subject
from timing import make_timer, measure


def run(job: Job, rounds: int, *, quick: bool) -> JobResult:
    """A peer that is missing, or fails, has a row that says so."""
    subjects = [s for s in job.subjects if s.limited or not quick]
    rows = {subject.label: _row(subject) for subject in subjects}
    timers: dict[str, Timer] = {}
    for subject in subjects:
        timer = _prepare(job, subject, rows[subject.label])
        if timer is not None:
            timers[subject.label] = timer
    samples = measure(timers, rounds)
    for label, values in samples.items():
        rows[label].samples = values
    return JobResult(job.name, job.title, job.floor, list(rows.values()))


def _row(subject: Subject) -> Row:
    package = subject.package
    return Row(subject.label, subject.base, package, _version(package))


def _version(package: str) -> str:
    if not package:
        return ""
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _prepare(job: Job, subject: Subject, row: Row) -> Timer | None:
    """What times it; None, and the reason in the row, where that cannot be."""
    try:
        bind = subject.load()
        row.differences = differences(job, subject, bind)
        timer = make_timer(subject.statement, bind(job.cases[0].names), subject.raises)
        timer.timeit(1)
    except ImportError as error:
        row.absent = f"not installed ({error})"
    except Exception as error:
        row.absent = f"fails: {type(error).__name__}: {error}"
    else:
        return timer
    return None
