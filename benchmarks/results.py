"""What a run finds out, and the file that it is kept in."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from timing import Figure, figure, ratio


@dataclass
class Row:
    """One subject of a job."""

    label: str
    base: str
    package: str
    version: str
    differences: list[str] = field(default_factory=list)
    absent: str = ""  # why it was not timed
    samples: list[float] = field(default_factory=list)  # ns of a call, by round


@dataclass
class JobResult:
    """The subjects of a job, timed in the same rounds."""

    name: str
    title: str
    floor: str
    rows: list[Row]

    def row(self, label: str) -> Row | None:
        return next((row for row in self.rows if row.label == label), None)

    def ratio(self, label: str, base: str) -> Figure | str:
        """Between two subjects of this job; or why there is none."""
        found = self._both(label, base)
        return found if isinstance(found, str) else ratio(*found)

    def added_us(self, label: str, base: str) -> Figure | str:
        """What one takes more than the other; or why that is not known."""
        found = self._both(label, base)
        if isinstance(found, str):
            return found
        return figure([(a - b) / 1000 for a, b in zip(*found, strict=True)])

    def _both(self, label: str, base: str) -> tuple[list[float], list[float]] | str:
        over, under = self.row(label), self.row(base)
        if over is None or under is None:
            return f"{label if over is None else base} is not part of it"
        if not over.samples or not under.samples:
            row = under if over.samples else over
            return f"{row.label}: {row.absent}"
        return over.samples, under.samples


@dataclass
class SlowRead:
    """A read that was looked into. See stopwatch.c."""

    turn: int  # which of all the turns that were watched
    offset_ns: int  # after the turn of its second
    took_ns: int
    switched: bool
    first: bool  # of its second


@dataclass
class Tail:
    """Single reads, timed one by one: (shortest ns of a class, reads) pairs."""

    turns: int
    control_turns: int
    aside: str  # what was done to keep scheduling aside
    turn: list[tuple[int, int]]
    rest: list[tuple[int, int]]
    slow: list[SlowRead]
    control: list[SlowRead]  # of a function that knows no seconds


@dataclass
class Race:
    """A function called by one thread, and by several at once: ns of a call."""

    function: str
    threads: int
    alone: list[float]
    together: list[float]

    def ratio(self) -> Figure:
        return ratio(self.together, self.alone)


@dataclass
class Threads:
    """All races of a build without a GIL."""

    python: str
    cores: int
    functions: list[Race]
    choices: list[Race]  # shared object, fresh object, per-thread cache
    discarded: int  # rounds in which a thread lost its processor


@dataclass
class Imports:
    """Microseconds of an import, each in a process of its own."""

    empty: list[float]
    gnomon: list[float]

    def added(self) -> Figure:
        pairs = zip(self.gnomon, self.empty, strict=True)
        return figure([ours - theirs for ours, theirs in pairs])


@dataclass
class Comparison:
    """A call by protobuf's own functions and by gnomon's: ns, round by round."""

    title: str
    call: str
    differs: bool
    plain: list[float]
    fast: list[float]

    def faster(self) -> Figure:
        return ratio(self.plain, self.fast)

    def slower(self) -> Figure:
        return ratio(self.fast, self.plain)


@dataclass
class ProtobufJson:
    """All of them, and whose they are."""

    version: str | None
    backend: str | None
    rows: list[Comparison]

    @classmethod
    def of(cls, given: dict[str, Any]) -> ProtobufJson:
        return cls(**{**given, "rows": [Comparison(**row) for row in given["rows"]]})

    def plus(self, other: ProtobufJson) -> ProtobufJson:
        for row, more in zip(self.rows, other.rows, strict=True):
            row.plain += more.plain
            row.fast += more.fast
        return self


@dataclass
class Results:
    """A whole run. What could not be measured is a text that says why."""

    machine: dict[str, Any]
    began: str
    quick: bool
    load: list[float] = field(default_factory=list)  # before and after
    stolen_ms: int | None = None
    seconds: float = 0  # that the run took
    jobs: list[JobResult] = field(default_factory=list)
    clock_off: JobResult | None = None
    tail: Tail | str = "not measured"
    threads: Threads | str = "not measured"
    imports: Imports | str = "not measured"
    protobuf: ProtobufJson | str = "not measured"
    native: dict[str, Any] = field(default_factory=dict)

    def tick_ns(self) -> int:
        return int(self.machine["kernel_tick_ms"] * 1e6)

    def job(self, name: str) -> JobResult | None:
        return next((job for job in self.jobs if job.name == name), None)


def save(results: Results, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(results), indent=1), encoding="utf-8")


def load(path: Path) -> Results:
    given = json.loads(path.read_text(encoding="utf-8"))
    results = Results(**given)
    results.jobs = [load_job(job) for job in given["jobs"]]
    if given["clock_off"] is not None:
        results.clock_off = load_job(given["clock_off"])
    if not isinstance(results.tail, str):
        results.tail = _load_tail(given["tail"])
    if not isinstance(results.threads, str):
        results.threads = load_threads(given["threads"])
    if not isinstance(results.protobuf, str):
        results.protobuf = ProtobufJson.of(given["protobuf"])
    if not isinstance(results.imports, str):
        results.imports = Imports(**given["imports"])
    return results


def load_job(given: dict[str, Any]) -> JobResult:
    return JobResult(**{**given, "rows": [Row(**row) for row in given["rows"]]})


def load_threads(given: dict[str, Any]) -> Threads:
    races = {
        key: [Race(**race) for race in given[key]] for key in ("functions", "choices")
    }
    return Threads(**{**given, **races})


def _load_tail(given: dict[str, Any]) -> Tail:
    reads = {
        key: [SlowRead(**read) for read in given[key]] for key in ("slow", "control")
    }
    return Tail(**{**given, **reads})
