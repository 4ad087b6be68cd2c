"""The demo: each function on real input, and what a call of it costs."""

from __future__ import annotations

import platform
import textwrap
import time
from collections.abc import Iterator

import gnomon

from ._cli_paint import bold, dim, green
from ._demo_costs import Cost, measure

_WIDTH = 79
_TICKS = 2  # that the clock section waits for,
_PATIENCE = 2.5  # from the start of the demo, in seconds

_SECTIONS = (
    (
        "The time now",
        "gnomon.date()",
        "gnomon.date_bytes()",
        "gnomon.rfc3339()",
        "gnomon.rfc3339(digits=3)",
    ),
    (
        "Any moment, as text",
        "gnomon.format(784111777)",
        "gnomon.format_bytes(784111777)",
        "gnomon.rfc3339(63108020, 21_000_000)",
        "gnomon.rfc3339_ns(63108020_021_000_000, digits=9)",
    ),
    (
        "Text, as a moment",
        "gnomon.parse('Sun, 06 Nov 1994 08:49:37 GMT')",
        "gnomon.parse(b'Sunday, 06-Nov-94 08:49:37 GMT')",
        "gnomon.parse('Sun Nov  6 08:49:37 1994')",
        "gnomon.parse_datetime('Sun, 06 Nov 1994 08:49:37 GMT')",
        "gnomon.parse_rfc3339('1972-01-01T10:00:20.021Z')",
        "gnomon.parse_rfc3339_ns('1972-01-01T11:00:20.021+01:00')",
        "gnomon.parse_rfc3339_datetime('1972-01-01T10:00:20.021Z')",
    ),
    (
        "Text that is no date",
        "gnomon.parse('Sun, 31 Feb 2026 08:49:37 GMT')",
        "gnomon.parse('yesterday', 'the default')",
        "gnomon.parse_rfc3339('2026-02-03 04:05:06Z')",
    ),
    (
        "A date in 43 bits",
        "gnomon.pack(784111777)",
        "gnomon.unpack(gnomon.pack(784111777))",
    ),
    (
        "The folder of gnomon.h, for C, C++ and Cython",
        "gnomon.get_include()",
    ),
)


def demo_lines() -> Iterator[str]:
    """Yield the lines of the demo; it takes about two seconds."""
    start = time.monotonic()
    gnomon.clock.start()
    yield f"gnomon {gnomon.__version__} on {_machine()}"
    for title, *calls in _SECTIONS:
        yield from _heading(title)
        for call in calls:
            yield from _shown(call)
    costs = measure()  # before the clock's section: meanwhile it ticks
    _wait_for_ticks(start + _PATIENCE)
    yield from _heading("The clock")
    yield from _clock_section()
    yield from _heading("What a call costs")
    yield from _table(costs)


def _machine() -> str:
    return (
        f"{platform.python_implementation()} {platform.python_version()}, "
        f"{platform.system()} {platform.machine()}"
    )


def _heading(title: str) -> list[str]:
    return ["", bold(title), ""]


def _shown(call: str) -> Iterator[str]:
    yield dim(">>> ") + call
    yield from _result(call)


def _result(call: str) -> list[str]:
    try:
        result = repr(eval(call, {"gnomon": gnomon}))
    except ValueError as error:
        result = f"ValueError: {error}"
    return [green(line) for line in textwrap.wrap(result, _WIDTH)]


def _clock_section() -> Iterator[str]:
    yield from _shown("gnomon.clock.info()")
    info = gnomon.clock.info()
    if info.ticks:
        yield (
            f"The last of {info.ticks} ticks came {info.late_ns / 1000:,.0f} us late, "
            f"the worst of them {info.max_late_ns / 1000:,.0f} us."
        )
        yield "A late tick makes no date late: reads then go by the system's clock."
    yield ""
    yield dim(">>> ") + "with gnomon.clock.freeze(784111777):"
    yield dim("... ") + "    gnomon.date()"
    with gnomon.clock.freeze(784111777):
        frozen = _result("gnomon.date()")
    yield from frozen
    yield ""
    yield dim(">>> ") + "gnomon.clock.stop(); gnomon.date()"
    gnomon.clock.stop()
    yield from _result("gnomon.date()")
    gnomon.clock.start()


def _wait_for_ticks(end: float) -> None:
    while time.monotonic() < end:
        info = gnomon.clock.info()
        if info.ticks >= _TICKS or not info.running:
            return
        time.sleep(0.01)


def _table(costs: list[Cost]) -> Iterator[str]:
    yield "Nanoseconds, measured on this machine just now: medians of rounds that take"
    yield "turns. t is a Unix time, m a datetime, h an HTTP date, s an RFC 3339 text."
    yield ""
    row = "{:<25} {:>6}  {:<29} {:>6} {:>8}"
    yield bold(row.format("gnomon", "ns", "standard library", "ns", "ratio"))
    for cost in costs:
        yield row.format(
            cost.ours,
            f"{cost.our_ns:,.0f}",
            cost.theirs,
            f"{cost.their_ns:,.0f}",
            f"{cost.their_ns / cost.our_ns:.1f} x",
        )
