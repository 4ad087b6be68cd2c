"""How much a run measures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Plan:
    quick: bool
    rounds: int  # of each job, in each process
    processes: int
    protobuf_rounds: int
    protobuf_processes: int
    imports: int
    turns: int  # seconds that single reads are watched
    races: int  # rounds of each function on two threads
    race_seconds: float  # and how long they may take


FULL = Plan(
    quick=False,
    rounds=81,
    processes=9,
    protobuf_rounds=27,
    protobuf_processes=3,
    imports=101,
    turns=60,
    races=101,
    race_seconds=10,
)
QUICK = Plan(
    quick=True,
    rounds=25,
    processes=3,
    protobuf_rounds=9,
    protobuf_processes=1,
    imports=21,
    turns=6,
    races=15,
    race_seconds=1,
)
