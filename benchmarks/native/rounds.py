"""Rounds: the rows of all programs take turns, so that noise meets them alike."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from .moments import COUNT
from .programs import Program

# Short, so that most rounds end before the kernel gives the processor to
# somebody else; long, so that reading the clock is nothing.
_ROUND_NS = 300_000
_LEAST_ROUNDS = 15


@dataclass(frozen=True)
class Plan:
    rounds: int
    warm_seconds: float  # for each row; a JIT wants it
    most_seconds: float  # for all rounds


QUICK = Plan(rounds=101, warm_seconds=0.3, most_seconds=35)
FULL = Plan(rounds=1001, warm_seconds=1.5, most_seconds=300)


class Server:
    """A program that times a round of a row when asked."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        assert process.stdin is not None and process.stdout is not None
        self._requests = process.stdin
        self._replies = process.stdout

    def time(self, row: str, passes: int) -> float:
        """Nanoseconds of one call."""
        self._requests.write(f"{row} {passes}\n")
        self._requests.flush()
        reply = self._replies.readline()
        if not reply:
            raise RuntimeError(f"the program that timed {row} has ended")
        return float(reply)


@contextmanager
def _server(program: Program, moments_file: Path) -> Iterator[Server]:
    process = subprocess.Popen(
        [*program.command, "--serve", str(moments_file)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    with process:
        yield Server(process)


def _warm(server: Server, row: str, seconds: float) -> int:
    """Run a row for a while; the passes that make a round of it."""
    end = time.monotonic() + seconds
    fastest = server.time(row, 1)
    while time.monotonic() < end:
        fastest = min(fastest, server.time(row, 10))
    return max(1, round(_ROUND_NS / (fastest * COUNT)))


def _progress(text: str) -> None:
    """A line that overwrites itself on a terminal, and stays quiet elsewhere."""
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)


def measure(
    programs: list[Program], moments_file: Path, plan: Plan
) -> dict[str, list[float]]:
    """The nanoseconds a call of each round, for each row."""
    with ExitStack() as stack:
        servers: dict[str, Server] = {}
        for program in programs:
            server = stack.enter_context(_server(program, moments_file))
            servers |= dict.fromkeys(program.rows, server)
        passes: dict[str, int] = {}
        for row, server in servers.items():
            _progress(f"warming {row}")
            passes[row] = _warm(server, row, plan.warm_seconds)
        times = _take_turns(servers, passes, plan)
    _progress("")
    return times


def _take_turns(
    servers: dict[str, Server], passes: dict[str, int], plan: Plan
) -> dict[str, list[float]]:
    """No row always follows the same one: what ran before leaves traces."""
    times: dict[str, list[float]] = {row: [] for row in servers}
    order = list(servers)
    chance = random.Random(1)
    end = time.monotonic() + plan.most_seconds
    for number in range(plan.rounds):
        if time.monotonic() > end and number >= _LEAST_ROUNDS:
            break
        _progress(f"round {number + 1} of {plan.rounds}")
        chance.shuffle(order)
        for row in order:
            times[row].append(servers[row].time(row, passes[row]))
    return times
