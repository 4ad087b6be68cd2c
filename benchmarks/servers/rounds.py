"""Rounds: a server with its own date and one with gnomon's take turns.

Both run all the time, on all processors but one, which the load comes from; the one
that is not asked does next to nothing.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field

from integrations.servers.catalogue import SERVERS, Server
from integrations.servers.running import EXAMPLES, running

from . import wrk
from .wrk import Load

# By key in the catalogue, and what is added so that nothing else is measured.
MEASURED: dict[str, tuple[str, ...]] = {
    "uvicorn": ("--no-access-log",),
    "gunicorn-sync": (),
    "gunicorn-gthread": (),
    "hypercorn": (),
    "waitress": (),
}


ALLOWED = os.sched_getaffinity(0)


@dataclass(frozen=True)
class Plan:
    rounds: int
    seconds: int  # of load, on each side


FULL = Plan(rounds=11, seconds=3)
QUICK = Plan(rounds=3, seconds=1)


@dataclass
class Sides:
    """The runs of a server, in the same order on both sides."""

    server: Server
    plain: list[Load] = field(default_factory=list)
    dated: list[Load] = field(default_factory=list)


def measure(key: str, plan: Plan, tell: Callable[[], None]) -> Sides:
    """Alternate, and change who begins; `tell` is called after each round."""
    server, more = SERVERS[key], MEASURED[key]
    sides = Sides(server)
    core = _leave_a_core()
    with (
        running((*server.plain, *more)) as plain,
        running((*server.dated, *more), EXAMPLES) as dated,
    ):
        turns = [(plain, sides.plain), (dated, sides.dated)]
        for url, _ in turns:
            wrk.load(url, 1, core)  # the first is of a server that is still cold
        for _ in range(plan.rounds):
            for url, loads in turns:
                loads.append(wrk.load(url, plan.seconds, core))
            turns.reverse()
            tell()
    return sides


def _leave_a_core() -> int:
    """Keep to all processors but the last, with the servers to come; return that."""
    *others, last = sorted(ALLOWED)
    os.sched_setaffinity(0, others or [last])
    return last
