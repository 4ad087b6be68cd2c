"""The charts: a bar for each subject of a job, single reads, contention."""

from __future__ import annotations

from pathlib import Path
from statistics import median

from chart_style import FAINT, INK, LIMIT, OURS, PAPER, PEER, save
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, NullLocator
from results import JobResult, Results, Tail, Threads

WIDTH = 8.0  # inches, of 72 points
BAR = 0.3


def draw_all(results: Results, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for job in results.jobs:
        save(draw_job(job), folder / f"{job.name}.svg")
    if not isinstance(results.tail, str):
        save(draw_tail(results.tail), folder / "single_reads.svg")
    if not isinstance(results.threads, str):
        save(draw_contention(results.threads), folder / "contention.svg")


def draw_job(job: JobResult) -> Figure:
    """Ratios to the floor of the job, the fastest on top, on a logarithmic scale."""
    rows = []
    for row in job.rows:
        found = job.ratio(row.label, "floor")
        if not row.label.startswith("floor") and not isinstance(found, str):
            rows.append((found.value, row.label, median(row.samples)))
    rows.sort(reverse=True)
    values, labels, times = zip(*rows, strict=True)
    figure = Figure((WIDTH, 1.15 + BAR * len(rows)), layout="constrained")
    axes = figure.add_subplot()
    colours = [OURS if label.startswith("gnomon") else PEER for label in labels]
    axes.barh(labels, values, color=colours, height=0.72)
    axes.set_xscale("log")
    # The axis begins below 1, so that a bar at the floor can be seen; the room
    # at the right is for the labels.
    axes.set_xlim(0.5, max(values) * (max(values) / 0.5) ** 0.24)
    for place, (value, label, time) in enumerate(
        zip(values, labels, times, strict=True)
    ):
        weight = "bold" if label.startswith("gnomon") else "normal"
        text = f"{times_words(value)} ({nanos_words(time)})"
        axes.annotate(
            text,
            (value, place),
            (5, 0),
            textcoords="offset points",
            va="center",
            weight=weight,
            bbox={"facecolor": PAPER, "edgecolor": "none", "pad": 1},
        )
    axes.axvline(1, color=LIMIT, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.set_title(job.title)
    axes.set_xlabel("times the floor, which is the broken line; shorter is faster")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: f"{x:g}"))
    axes.xaxis.set_minor_locator(NullLocator())
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.margins(y=0.02)
    for tick in axes.get_yticklabels():
        if tick.get_text().startswith("gnomon"):
            tick.set_fontweight("bold")
    return figure


def times_words(value: float) -> str:
    return f"{value:.2f} x" if value < 10 else f"{value:.0f} x"


def nanos_words(nanos: float) -> str:
    return f"{nanos:.0f} ns" if nanos < 1000 else f"{nanos / 1000:.1f} µs"


def draw_tail(tail: Tail) -> Figure:
    """How many reads took how long, at turns of the second and elsewhere."""
    figure = Figure((WIDTH, 3.6), layout="constrained")
    axes = figure.add_subplot()
    for counts, colour, name in (
        (tail.rest, PEER, "in the rest of the second"),
        (tail.turn, OURS, "from 1 ms before to 10 ms after a turn"),
    ):
        total = sum(count for _, count in counts)
        starts, shares = [], []
        for start, count in halved(counts):
            starts.append(max(start, 1))
            shares.append(count / total)
        axes.stairs(
            shares[:-1],
            starts,
            color=colour,
            linewidth=1.8,
            label=f"{total:,} reads {name}",
        )
    axes.axvline(2000, color=LIMIT, linewidth=1.2, linestyle=(0, (4, 3)))
    axes.text(2300, 0.6, "2 µs", color=LIMIT, transform=axes.get_xaxis_transform())
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlim(10, None)
    axes.set_title(f"Single reads of date() through {tail.turns} turns of the second")
    axes.set_xlabel("time of a read, with a reading of the clock; scheduling included")
    axes.set_ylabel("share of the reads")
    axes.xaxis.set_major_formatter(FuncFormatter(lambda x, _: duration_words(x)))
    axes.grid(True, linewidth=0.6)
    axes.set_axisbelow(True)
    axes.tick_params(length=0, labelcolor=FAINT)
    axes.legend(frameon=False, labelcolor=INK, loc="upper right", fontsize=10)
    return figure


def halved(counts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """In classes of half a doubling: the fine ones have gaps."""
    merged: dict[int, int] = {}
    edges = sorted({round(2 ** (half / 2)) for half in range(70)})
    for start, count in counts:
        edge = max(edge for edge in edges if edge <= max(1, start))
        merged[edge] = merged.get(edge, 0) + count
    last = max(merged)
    filled = [(edge, merged.get(edge, 0)) for edge in edges if edge <= last]
    return [*filled, (round(last * 2**0.5) + 1, 0)]


def duration_words(nanos: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanos >= size:
            return f"{nanos / size:g} {unit}"
    return f"{nanos:g} ns"


def draw_contention(threads: Threads) -> Figure:
    """Three ways to hand out the same text, by the number of threads."""
    names = {
        "shared": "one object, shared",
        "fresh": "a fresh object a call",
        "per_thread": "one object a thread",
    }
    races = [race for race in threads.choices if race.together]
    counts = sorted({race.threads for race in races})
    bars = [
        (names[name], count, times)
        for name in reversed(names)
        for count in (*reversed(counts), 1)
        if (times := _times(threads, name, count))
    ]
    figure = Figure((WIDTH, 1.15 + BAR * max(1, len(bars))), layout="constrained")
    axes = figure.add_subplot()
    labels = [
        f"{name}, {count} thread{'s' if count > 1 else ''}" for name, count, _ in bars
    ]
    values = [median(times) for _, _, times in bars]
    colours = [OURS if name == names["fresh"] else PEER for name, _, _ in bars]
    axes.barh(labels, values, color=colours, height=0.72)
    for place, value in enumerate(values):
        axes.annotate(
            f"{value:.1f} ns",
            (value, place),
            (5, 0),
            textcoords="offset points",
            va="center",
        )
    axes.set_xlim(0, max(values, default=1) * 1.12)
    axes.set_title("The same text for every thread, without a GIL")
    axes.set_xlabel("nanoseconds of a call; shorter is faster")
    axes.tick_params(length=0)
    axes.spines["left"].set_visible(False)
    axes.margins(y=0.02)
    return figure


def _times(threads: Threads, name: str, count: int) -> list[float]:
    """Alone is measured beside every number of threads: the first will do."""
    for race in threads.choices:
        if race.function == name and count in (1, race.threads):
            return race.alone if count == 1 else race.together
    return []
