"""Draws clock_lateness.json: one dot for each turn of the second.

    python benchmarks/lateness_picture.py [FILE.json [FILE.svg]]

Needs matplotlib. The picture has a ground of its own, and both it and the ink
follow the reader's light or dark setting.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from typing import Any

import machine
import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

DOCS = Path(__file__).resolve().parent.parent / "docs"
WIDTH, HEIGHT = 8.6, 5.6  # inches of 72 pixels: about the width of a README
PROMISE_MS = 10
MOST_MS = 4000
LEAST_MS = 0.001  # what is less, or no lateness at all, stands at NONE_MS
NONE_MS = 0.0004

GROUND, INK, FAINT = "#fdfdfc", "#24292f", "#5b636d"
LINE = "#d9dce0"
TICKER, STOPPED, SLEEPER, PROMISE = "#0b62c4", "#11766b", "#a8471d", "#b3123f"
# Each colour for those who read on a dark ground.
DARK = {
    GROUND: "#161a20",
    INK: "#e3e7ec",
    FAINT: "#a2abb6",
    LINE: "#353c46",
    TICKER: "#6cb0ff",
    STOPPED: "#4fc9b5",
    SLEEPER: "#f0986a",
    PROMISE: "#ff7d9c",
}

ROWS = [
    ("ticker", "date()", TICKER),
    ("stopped", "date(), ticker stopped", STOPPED),
    ("sleeper", "thread that sleeps 1 s", SLEEPER),
]
TICKS = {
    NONE_MS: "none",
    0.001: "1 µs",
    0.01: "10 µs",
    0.1: "100 µs",
    1: "1 ms",
    10: "10 ms",
    100: "100 ms",
    1000: "1 s",
}
PANELS = {
    "idle": "idle",
    "busy": "beside {busy_processes} busy processes on the same {cores_used} cores: "
    "a ring waits until its reader gets one",
}
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "gnomon",  # the same picture from the same figures
    "font.size": 10,
    "text.color": INK,
    "xtick.color": FAINT,
    "figure.facecolor": GROUND,
    "axes.facecolor": "none",
    "axes.edgecolor": LINE,
}


def draw(json_file: Path, svg_file: Path) -> None:
    results = json.loads(json_file.read_text(encoding="utf-8"))
    with mpl.rc_context(STYLE):
        figure = draw_figure(results)
        figure.savefig(svg_file, metadata={"Date": None, "Creator": None})
    svg = svg_file.read_text(encoding="utf-8")
    svg_file.write_text(finish(svg), encoding="utf-8")


def draw_figure(results: dict[str, Any]) -> Figure:
    figure = Figure(figsize=(WIDTH, HEIGHT))
    panels = figure.subplots(len(PANELS), sharex=True)
    figure.subplots_adjust(left=0.215, right=0.975, top=0.82, bottom=0.16, hspace=0.24)
    for axes, (condition, title) in zip(panels, PANELS.items(), strict=True):
        draw_panel(axes, results["conditions"][condition]["series"])
        if condition == "idle" and results["idle_by_priority"]:
            title = "served first, as if idle"
        axes.set_title(title.format_map(results), loc="left", fontsize=10, pad=7)
    write_promise(panels[0])
    panels[0].spines["bottom"].set_visible(False)
    panels[0].tick_params(axis="x", length=0, labelbottom=False)
    write_axis(panels[-1])
    write_around(figure, results)
    return figure


def draw_panel(axes: Axes, series: dict[str, list[dict[str, Any]]]) -> None:
    axes.set_xscale("log")
    axes.set_xlim(NONE_MS / 1.6, MOST_MS)
    axes.set_ylim(-0.55, len(ROWS) - 0.45)
    axes.set_yticks([])
    for side in ("left", "right", "top"):
        axes.spines[side].set_visible(False)
    for ms in TICKS:
        axes.axvline(ms, color=LINE, linewidth=0.6, zorder=0)
    axes.axvline(PROMISE_MS, color=PROMISE, linewidth=1.4, zorder=1)
    for row, (key, label, colour) in enumerate(reversed(ROWS)):
        draw_row(axes, row, colour, series[key])
        axes.annotate(
            label,
            (0, row),
            xycoords=("axes fraction", "data"),
            xytext=(-10, 0),
            textcoords="offset points",
            ha="right",
            va="center",
            color=colour,
        )


def draw_row(axes: Axes, row: int, colour: str, turns: list[dict[str, Any]]) -> None:
    """Dots, rings and strokes, each in a lane of its own."""
    for field, lane, marker, fill in (
        ("old_read_ns", 0.26, "o", colour),
        ("new_read_ns", 0.0, "o", "none"),
        ("tick_late_ns", -0.26, "|", colour),
    ):
        axes.plot(
            [place(turn[field]) for turn in turns if field in turn],
            [row + lane + spread(i) for i, turn in enumerate(turns) if field in turn],
            linestyle="none",
            marker=marker,
            markersize=4.2,
            markeredgewidth=1.1 if marker == "|" else 0.7,
            markeredgecolor=colour,
            markerfacecolor=fill,
            alpha=0.75,
        )


def place(nanos: int | None) -> float:
    ms = (nanos or 0) / 1e6
    return ms if ms >= LEAST_MS else NONE_MS


def spread(number: int) -> float:
    """Keep dots of one value apart, by a little up and down."""
    return (number * 0.4142135624 % 1 - 0.5) * 0.18


def write_promise(axes: Axes) -> None:
    axes.annotate(
        f"promise: {PROMISE_MS} ms at most",
        (PROMISE_MS, 1),
        xycoords=("data", "axes fraction"),
        xytext=(0, 7),
        textcoords="offset points",
        ha="center",
        color=PROMISE,
    )


def write_axis(axes: Axes) -> None:
    axes.set_xticks(list(TICKS), list(TICKS.values()))
    axes.minorticks_off()
    axes.tick_params(axis="x", length=3, labelsize=9)
    axes.set_xlabel("after the turn of the second", color=FAINT, fontsize=9)


def write_around(figure: Figure, results: dict[str, Any]) -> None:
    turns = len(results["conditions"]["idle"]["series"]["ticker"])
    figure.text(
        0.02,
        0.94,
        f"How late a date is at the turn of the second, {turns} turns each",
        fontsize=12.5,
        fontweight="bold",
    )
    for x, words in (
        (0.02, "● the last read that showed the old second"),
        (0.4, "○ the first that showed the new one"),
        (0.71, "| the ticker's store"),
    ):
        figure.text(x, 0.895, words, fontsize=9.5, color=FAINT)
    figure.text(0.02, 0.02, small_print(results), fontsize=8, color=FAINT)


def small_print(results: dict[str, Any]) -> str:
    loads = ", ".join(
        f"{name} {condition['load_highest']:g}"
        for name, condition in results["conditions"].items()
    )
    how = "; idle by real-time priority" if results["idle_by_priority"] else ""
    return (
        f"{machine.in_words(results['machine'])}; {results['measured']}\n"
        f"highest load average: {loads}{how}"
    )


def finish(svg: str) -> str:
    """Any sans-serif will do; and other colours on a dark ground."""
    svg = re.sub(r"'DejaVu Sans'[^;\"]*", "system-ui, sans-serif", svg)
    rules = "\n".join(
        f'[style*="{kind}: {light}"] {{ {kind}: {dark} !important }}'
        for light, dark in DARK.items()
        for kind in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark) {{\n{rules}\n}}</style>"
    return svg.replace("<defs>", f"{style}\n <defs>", 1)


def main() -> None:
    names = [Path(name) for name in sys.argv[1:]]
    json_file = names[0] if names else DOCS / "clock_lateness.json"
    draw(json_file, names[1] if len(names) > 1 else json_file.with_suffix(".svg"))


if __name__ == "__main__":
    main()
