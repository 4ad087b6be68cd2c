"""The limits, as data: what is measured, beside what, and the most it may be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import native_results
import turn_cost
import two_threads
from native.results import LIMITS as NATIVE_LIMITS
from results import Results
from timing import Figure, figure

# A figure, or a text that says why there is none.
Find = Callable[[Results], Figure | str]


@dataclass(frozen=True)
class Limit:
    """One row of the table."""

    job: str
    beside: str
    most: float
    find: Find
    unit: str = "x"


@dataclass(frozen=True)
class Verdict:
    """The row, and how it came out; passed is None where nothing was measured."""

    limit: Limit
    figure: Figure | str
    passed: bool | None


def judge(results: Results) -> list[Verdict]:
    return [_judge(limit, results) for limit in LIMITS]


def _judge(limit: Limit, results: Results) -> Verdict:
    found = limit.find(results)
    passed = None if isinstance(found, str) else found.value <= limit.most
    return Verdict(limit, found, passed)


def summary(verdicts: list[Verdict]) -> str:
    passed = sum(verdict.passed is True for verdict in verdicts)
    missed = sum(verdict.passed is False for verdict in verdicts)
    unmeasured = len(verdicts) - passed - missed
    more = f", {unmeasured} not measured" if unmeasured else ""
    return f"{passed} passed, {missed} missed{more}"


# How each figure is found.


def ratio(job: str, label: str, base: str = "floor") -> Find:
    """The median of the ratios in each round."""

    def find(results: Results) -> Figure | str:
        found = results.job(job)
        return "not measured" if found is None else found.ratio(label, base)

    return find


def added(job: str, label: str) -> Find:
    """The median of what it takes more than the floor in each round, in µs."""

    def find(results: Results) -> Figure | str:
        found = results.job(job)
        return "not measured" if found is None else found.added_us(label, "floor")

    return find


def protobuf(title: str, call: str) -> Find:
    """What is left of the time of protobuf's own functions."""

    def find(results: Results) -> Figure | str:
        if isinstance(results.protobuf, str):
            return results.protobuf
        rows = results.protobuf.rows
        row = next(r for r in rows if (r.title, r.call) == (title, call))
        return row.slower()

    return find


def clock_off(label: str) -> Find:
    def find(results: Results) -> Figure | str:
        if results.clock_off is None:
            return "not measured"
        return results.clock_off.ratio(label, "floor")

    return find


def worst_refusal(results: Results) -> Figure | str:
    """Of all the bad texts, the one that costs most."""
    job = results.job("refuse")
    if job is None:
        return "not measured"
    rows = [row for row in job.rows if row.base == GOOD]
    figures = [(job.ratio(row.label, GOOD), row.label) for row in rows]
    measured = [f._replace(note=_words(n)) for f, n in figures if isinstance(f, Figure)]
    return max(measured) if measured else str(figures[0][0])


def _words(label: str) -> str:
    return label.removeprefix("gnomon.parse(").removesuffix(", None)")


def native(job: str) -> Find:
    def find(results: Results) -> Figure | str:
        found = native_results.ratio(results.native, job)
        return found if isinstance(found, str) else Figure(found, found, found)

    return find


def worst_race(results: Results) -> Figure | str:
    """Of all the functions, the one that two threads slow down most."""
    if isinstance(results.threads, str):
        return results.threads
    races = [race for race in results.threads.functions if race.function != CONTROL]
    short = [race.function for race in races if len(race.alone) < LEAST_ROUNDS]
    if short:
        return f"too few undisturbed rounds: {', '.join(short)}"
    return max(race.ratio()._replace(note=race.function) for race in races)


def turn(results: Results) -> Figure | str:
    """Microseconds that a read paid for the turn, disturbances aside."""
    if isinstance(results.tail, str):
        return results.tail
    cost = turn_cost.judge(results.tail, results.tick_ns())
    if not cost.first:
        return "every turn was disturbed"
    middle = figure(cost.first) if len(cost.first) > 1 else Figure(0, 0, 0)
    return Figure(cost.at_most() / 1000, middle.low / 1000, middle.high / 1000)


def import_time(results: Results) -> Figure | str:
    if isinstance(results.imports, str):
        return results.imports
    return results.imports.added()


# How many times faster protobuf's JSON is at least: printed, parsed.
PROTOBUF_FASTER = {
    "1000 Timestamps": (2.5, 3.5),
    "100 of 1 Timestamp and 2 other fields": (1.4, 1.6),
    "100 of 2 Timestamps and 6 other fields": (1.4, 1.5),
}
PROTOBUF_CALLS = (
    ("Timestamp", "ToJsonString", 10.0),
    ("Timestamp", "FromJsonString", 25.0),
    *(
        (title, call, printed if call.startswith("MessageTo") else parsed)
        for title, (printed, parsed) in PROTOBUF_FASTER.items()
        for call in ("MessageToDict", "MessageToJson", "Parse", "ParseDict")
    ),
)

GOOD = "gnomon.parse(good, None)"
CONTROL, LEAST_ROUNDS = two_threads.CONTROL, two_threads.LEAST_ROUNDS
CONSTANT = "METH_NOARGS, one constant object"
NEW_INT = "METH_O, a new int"

# With names of the files in jobs/ and of their subjects.
LIMITS = (
    Limit("date()", CONSTANT, 1.25, ratio("date_now", "gnomon.date")),
    Limit("date_bytes()", CONSTANT, 1.25, ratio("date_now", "gnomon.date_bytes")),
    Limit("date(), GNOMON_CLOCK=off", CONSTANT, 1.45, clock_off("gnomon.date")),
    Limit(
        "format(int)",
        "METH_O, a str of 29 characters",
        1.35,
        ratio("format_moment", "gnomon.format"),
    ),
    Limit("parse(IMF-fixdate)", NEW_INT, 2.0, ratio("parse_imf", "gnomon.parse")),
    Limit("parse(rfc850-date)", NEW_INT, 2.3, ratio("parse_rfc850", "gnomon.parse")),
    Limit("parse(asctime-date)", NEW_INT, 2.3, ratio("parse_asctime", "gnomon.parse")),
    Limit("parse(bad, None), the worst", "parse(good, None)", 1.0, worst_refusal),
    Limit(
        "rfc3339(s, n)",
        "METH_FASTCALL, a str of 24 characters",
        1.8,
        ratio("print_rfc3339", "gnomon.rfc3339"),
    ),
    Limit(
        "parse_rfc3339(str)",
        "METH_FASTCALL, a new (int, int)",
        1.6,
        ratio("parse_rfc3339", "gnomon.parse_rfc3339"),
    ),
    Limit(
        "parse_rfc3339_ns(str)",
        "METH_FASTCALL, a new int",
        2.0,
        ratio("parse_rfc3339", "gnomon.parse_rfc3339_ns", "floor: int"),
    ),
    Limit(
        "parse_rfc3339_datetime(str)",
        "ciso8601.parse_datetime",
        0.95,
        ratio("parse_rfc3339", "gnomon.parse_rfc3339_datetime", "ciso8601"),
    ),
    Limit(
        "rfc3339(datetime)",
        "msgspec's JSON encoder",
        1.0,
        ratio("print_rfc3339", "gnomon.rfc3339(datetime)", "msgspec"),
    ),
    Limit(
        "a log line with its time",
        "logging.Formatter",
        1.0,
        ratio("log_line", "gnomon.logging.Formatter", "logging.Formatter"),
    ),
    *(
        Limit(
            f"gnomon.{kind}.DateMiddleware",
            "the application alone, more",
            1.0,
            added(f"{kind}_middleware", f"gnomon.{kind}.DateMiddleware"),
            "µs",
        )
        for kind in ("asgi", "wsgi")
    ),
    *(
        Limit(f"core only: {job}", peer, most, native(job))
        for job, (most, peer) in NATIVE_LIMITS.items()
    ),
    *(
        Limit(f"{call}: {title}", "protobuf's own", 1 / faster, protobuf(title, call))
        for title, call, faster in PROTOBUF_CALLS
    ),
    Limit("two threads, no GIL, the worst", "one thread", 1.3, worst_race),
    Limit("the turn of the second", "the median read", 2.0, turn, "µs"),
    Limit("import gnomon", "an empty extension package", 300, import_time, "µs"),
)
