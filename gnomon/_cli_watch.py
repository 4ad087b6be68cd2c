"""`clock`: watch the ticks and how late they come."""

from __future__ import annotations

import shutil
import time

import gnomon

from ._cli_paint import bold, is_terminal

_TITLES = ("now", "ticks", "late", "worst", "steps", "ticker")
_ROW = "{:<29}  {:>6}  {:>9}  {:>9}  {:>5}  {:<7}"
_NAP = 0.005  # between two looks at the ticker, in seconds
_PATIENCE = 0.5  # for a tick that does not come
_COARSE = 0.02  # without a ticker the date turns up to 10 ms after the second


def watch(seconds: float | None) -> None:
    """Show each tick, for so many seconds or until Ctrl-C."""
    ticks = gnomon.clock.info().ticks
    gnomon.clock.start()
    ticks = _wait_for_tick(ticks)  # the first comes at once
    print(bold(_ROW.format(*_TITLES).rstrip()), flush=True)
    show = _redraw if is_terminal() else _append
    deadline = None if seconds is None else time.monotonic() + seconds
    try:
        while _sleep_to_second(deadline):
            ticks = _wait_for_tick(ticks)
            show(_row())
    except KeyboardInterrupt:
        pass
    if is_terminal():
        print()


def _sleep_to_second(deadline: float | None) -> bool:
    """Sleep to the next second of the wall clock; False: the deadline came first."""
    wait = 1 - time.time() % 1
    if deadline is None:
        time.sleep(wait)
        return True
    left = deadline - time.monotonic()
    time.sleep(max(0, min(wait, left)))
    return wait <= left


def _wait_for_tick(seen: int) -> int:
    """Wait until more ticks have come than those seen, and return how many."""
    end = time.monotonic() + _PATIENCE
    while True:
        info = gnomon.clock.info()
        if not info.running:
            time.sleep(_COARSE)
            return info.ticks
        if info.ticks != seen or time.monotonic() > end:
            return info.ticks
        time.sleep(_NAP)


def _row() -> str:
    info = gnomon.clock.info()
    return _ROW.format(
        gnomon.date(),
        info.ticks,
        _duration(info.late_ns),
        _duration(info.max_late_ns),
        info.steps,
        _state(info.running, info.parked, info.frozen),
    ).rstrip()


def _duration(ns: int) -> str:
    return f"{ns / 1000:.0f} us" if ns < 10_000_000 else f"{ns / 1_000_000:.0f} ms"


def _state(running: bool, parked: bool, frozen: bool) -> str:
    if frozen:
        return "frozen"
    if parked:
        return "parked"
    return "running" if running else "off"


def _append(row: str) -> None:
    print(row, flush=True)


def _redraw(row: str) -> None:
    # A line that wraps cannot be redrawn: cut it, and leave the last column.
    width = shutil.get_terminal_size().columns - 1
    print("\r" + row[:width].ljust(min(width, 79)), end="", flush=True)
