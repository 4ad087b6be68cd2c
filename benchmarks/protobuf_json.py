"""protobuf's JSON, as it is and accelerated: each call both ways in the same rounds.

python protobuf_json.py ROUNDS    does it once, prints JSON
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from timeit import Timer
from typing import Any, NamedTuple

import timing
from results import Comparison, ProtobufJson

from gnomon import protobuf


class Work(NamedTuple):
    """A call, of a message, as a statement with names of its own."""

    title: str
    call: str
    statement: str
    names: Callable[[], dict[str, Any]]


class PlainTimer(Timer):
    """Times what the processor did: a sample of milliseconds, longer than those of
    other jobs, would hold what the kernel gave to other programs meanwhile."""

    def __init__(self, statement: str, setup: str, globals: dict[str, Any]) -> None:
        super().__init__(statement, setup, time.thread_time, globals)


class FastTimer(PlainTimer):
    """The same with acceleration; to switch it on and off is not timed."""

    def timeit(self, number: int = 1_000_000) -> float:
        with protobuf.accelerated():
            return super().timeit(number)


def works() -> Iterator[Work]:
    import protobuf_messages as messages

    for title, value in (
        ("Timestamp", messages.timestamp()),
        ("Duration", messages.duration()),
    ):
        yield from _methods(title, value)
    for title, message in messages.make().items():
        yield from _functions(title, message)


def _methods(title: str, value: Any) -> Iterator[Work]:
    text, kind = value.ToJsonString(), type(value)
    yield Work(title, "ToJsonString", "m.ToJsonString()", lambda: {"m": value})
    yield Work(
        title, "FromJsonString", "m.FromJsonString(s)", lambda: {"m": kind(), "s": text}
    )


def _functions(title: str, message: Any) -> Iterator[Work]:
    from google.protobuf import json_format

    kind = type(message)
    for call in ("MessageToDict", "MessageToJson"):
        function = getattr(json_format, call)
        names = {"f": function, "m": message}
        yield Work(title, call, "f(m)", names.copy)
    for call, source in (("Parse", "MessageToJson"), ("ParseDict", "MessageToDict")):
        given = getattr(json_format, source)(message)
        function = getattr(json_format, call)
        names = {"f": function, "s": given, "k": kind, "m": message}
        yield Work(title, call, "f(s, k())", names.copy)


def compare(work: Work, rounds: int) -> Comparison:
    plain = _answer(work)
    with protobuf.accelerated():
        differs = _answer(work) != plain
    timers = {
        kind.__name__: timing.make_timer(work.statement, work.names(), False, kind)
        for kind in (PlainTimer, FastTimer)
    }
    samples = timing.measure(timers, rounds)
    return Comparison(work.title, work.call, differs, *samples.values())


def _answer(work: Work) -> tuple[object, object]:
    names = work.names()
    result = eval(work.statement, dict(names))
    return result, names["m"]


def measure(rounds: list[int], tell: Callable[[], None]) -> ProtobufJson | str:
    """So many rounds in each of the processes; `tell` is called after each."""
    merged: ProtobufJson | None = None
    for count in rounds:
        done = subprocess.run(
            [sys.executable, __file__, str(count)],
            check=False,
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            return done.stderr.strip().rpartition("\n")[2]
        part = ProtobufJson.of(json.loads(done.stdout))
        merged = part if merged is None else merged.plus(part)
        tell()
    assert merged is not None
    return merged


def main() -> None:
    rounds = int(sys.argv[1])
    status = protobuf.status()
    found = [compare(work, rounds) for work in works()]
    print(json.dumps(asdict(ProtobufJson(status.protobuf, status.backend, found))))


if __name__ == "__main__":
    main()
