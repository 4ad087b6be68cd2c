"""How late gnomon.date() shows the new second, idle and beside busy processes.

    python benchmarks/clock_lateness.py [--turns N] [--first]

Writes docs/clock_lateness.json and, with matplotlib, docs/clock_lateness.svg.
60 turns, the default, take about ten minutes. Three ways to cache a date take
turns, so that a disturbance hits them alike:

    ticker   gnomon.date() as it is
    stopped  the same after gnomon.clock.stop(): the kernel's coarse clock
    sleeper  a thread that formats the date and sleeps a second, for contrast
"""

from __future__ import annotations

import argparse
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import machine
from busy import busy_processes, share_two_cores
from first_served import even_before_us, first_served
from sleeper import Sleeper
from turns import Turn, next_turn, sleep_until, watch

import gnomon

DOCS = Path(__file__).resolve().parent.parent / "docs"
BUSY = 4
# Sleepers start all over the second: the golden ratio spreads any number evenly.
GOLDEN = 0.6180339887
LATEST_START = 0.97  # of a second; there is work to do before the turn
STARVED = 0.25  # seconds after which even a starved ticker has ticked


def watch_ticker(_: int) -> dict[str, Any]:
    with even_before_us():
        gnomon.clock.start()
    turn = watch(gnomon.date, next_turn())
    time.sleep(STARVED)
    return {**turn, "tick_late_ns": gnomon.clock.info().late_ns}


def watch_stopped(_: int) -> dict[str, Any]:
    gnomon.clock.stop()
    return {**watch(gnomon.date, next_turn())}


def watch_sleeper(number: int) -> dict[str, Any]:
    turn = next_turn(1.1)  # it starts in the second before
    phase = number * GOLDEN % 1 * LATEST_START
    sleep_until(int((turn - 1 + phase) * 1e9))
    with even_before_us():
        sleeper = Sleeper()
    seen: Turn = watch(sleeper.read, turn)
    sleeper.stop()
    return {**seen, "phase": round(phase, 4), "drift_ns": sleeper.drift_ns()}


SERIES: dict[str, Callable[[int], dict[str, Any]]] = {
    "ticker": watch_ticker,
    "stopped": watch_stopped,
    "sleeper": watch_sleeper,
}


@contextmanager
def circumstances(result: dict[str, Any]) -> Iterator[None]:
    """Note what else the machine did meanwhile."""
    result["load_before"] = machine.load()
    steps, stolen = gnomon.clock.info().steps, machine.stolen_ms()
    yield
    result["load_after"] = machine.load()
    result["clock_steps"] = gnomon.clock.info().steps - steps
    now_stolen = machine.stolen_ms()
    if stolen is not None and now_stolen is not None:
        result["stolen_ms"] = now_stolen - stolen


def measure(name: str, turns: int) -> dict[str, Any]:
    series: dict[str, list[dict[str, Any]]] = {key: [] for key in SERIES}
    result: dict[str, Any] = {}
    highest = 0.0
    with circumstances(result):
        for number in range(turns):
            show_progress(f"{name}: turn {number + 1} of {turns}")
            highest = max(highest, os.getloadavg()[0])
            for key, watch_one in SERIES.items():
                series[key].append(watch_one(number))
    show_progress("")
    return {**result, "load_highest": round(highest, 2), "series": series}


def show_progress(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\033[K{text}", end="", file=sys.stderr, flush=True)
    elif text:
        print(text, file=sys.stderr)


def summary(name: str, turns: list[dict[str, Any]]) -> str:
    """One row of a table: the answers that were late, and what was wrong."""
    late = sorted(max(0, turn["old_read_ns"] or 0) / 1e6 for turn in turns)
    new = sorted(turn["new_read_ns"] / 1e6 for turn in turns)
    wrong = sum(turn["early"] + turn["back"] for turn in turns)
    middle = len(turns) // 2
    return (
        f"| {name} | {new[middle]:.3f} | {new[-1]:.3f} | {late[middle]:.3f} "
        f"| {late[-1]:.3f} | {sum(turn['reads'] for turn in turns)} | {wrong} |"
    )


def show(results: dict[str, Any]) -> None:
    print("ms after the turn: the first read that showed the new second, and")
    print("the last that showed the old one; wrong: early, or back again\n")
    print("| | new, median | new, max | old, median | old, max | reads | wrong |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: |")
    for condition, result in results["conditions"].items():
        for key, turns in result["series"].items():
            print(summary(f"{key}, {condition}", turns))
    for condition, result in results["conditions"].items():
        late = sorted(turn["tick_late_ns"] / 1e6 for turn in result["series"]["ticker"])
        print(
            f"\n{condition}: ticks were {late[len(late) // 2]:.3f} ms late (median), "
            f"at most {late[-1]:.3f}; load average at most {result['load_highest']}"
        )


def write(results: dict[str, Any], json_file: Path) -> None:
    """As JSON, with each turn in a line."""
    text = json.dumps(results, indent=1)
    text = re.sub(r"[{\[][^{}\[\]]*[}\]]", lambda it: " ".join(it[0].split()), text)
    json_file.write_text(text + "\n", encoding="utf-8")


def draw(json_file: Path) -> None:
    try:
        import lateness_picture
    except ModuleNotFoundError as missing:
        print(f"no picture: there is no {missing.name}", file=sys.stderr)
        return
    lateness_picture.draw(json_file, json_file.with_suffix(".svg"))


def read_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measure how late date() is.")
    parser.add_argument("--turns", type=int, default=60, metavar="N")
    parser.add_argument(
        "--first",
        action="store_true",
        help="measure 'idle' at real-time priority, for a machine that is not",
    )
    parser.add_argument("--out", type=Path, default=DOCS / "clock_lateness.json")
    return parser.parse_args()


def main() -> None:
    arguments = read_arguments()
    results: dict[str, Any] = {
        "machine": machine.describe(),
        "measured": time.strftime("%Y-%m-%d", time.gmtime()),
        "gnomon": gnomon.__version__,
        "cores_used": share_two_cores(),
        "busy_processes": BUSY,
        "idle_by_priority": arguments.first,
    }
    with first_served(arguments.first):
        idle = measure("idle", arguments.turns)
    with busy_processes(BUSY):
        busy = measure("busy", arguments.turns)
    results["conditions"] = {"idle": idle, "busy": busy}
    write(results, arguments.out)
    draw(arguments.out)
    show(results)
    print(f"\n{machine.in_words(results['machine'])}")


if __name__ == "__main__":
    main()
