"""How charts look, in the light and in the dark.

An SVG carries its own background, and both sets of colours: a media query turns
the light ones into the dark ones, background and ink together, so that it can be
read wherever it is shown.
"""

from __future__ import annotations

import io
import re
from pathlib import Path

import matplotlib as mpl
from matplotlib.figure import Figure

# Light, and what becomes of it in the dark.
PAPER, INK, FAINT = "#ffffff", "#1f2328", "#59636e"
GRID, OURS, PEER, LIMIT = "#d1d9e0", "#0b7a53", "#8c959f", "#bc4c00"
DARK = {
    PAPER: "#0d1117",
    INK: "#f0f6fc",
    FAINT: "#9198a1",
    GRID: "#3d444d",
    OURS: "#3fb98a",
    PEER: "#848d97",
    LIMIT: "#f0883e",
}

mpl.use("svg")
mpl.rcParams.update(
    {
        "svg.fonttype": "none",  # text stays text
        "svg.hashsalt": "gnomon",  # the same figures make the same file
        "font.family": "sans-serif",
        "font.sans-serif": ["DejaVu Sans", "Verdana", "Arial"],
        "font.size": 11,
        # Room for a font that is wider than the one that was measured with.
        "figure.constrained_layout.w_pad": 0.2,
        "figure.facecolor": PAPER,
        "axes.facecolor": PAPER,
        "axes.edgecolor": GRID,
        "axes.labelcolor": FAINT,
        "axes.titlecolor": INK,
        "axes.titlelocation": "left",
        "axes.titleweight": "bold",
        "axes.spines.top": False,
        "axes.spines.right": False,
        "text.color": INK,
        "xtick.color": FAINT,
        "ytick.color": INK,
        "grid.color": GRID,
    }
)


def save(figure: Figure, path: Path) -> None:
    text = io.StringIO()
    figure.savefig(text, format="svg", metadata={"Date": None, "Creator": None})
    path.write_text(_with_dark(_without_spaces(text.getvalue())), encoding="utf-8")


def _with_dark(svg: str) -> str:
    rules = "".join(
        f'[style*="{attribute}: {light}"] {{ {attribute}: {dark} !important }}\n'
        for light, dark in DARK.items()
        for attribute in ("fill", "stroke")
    )
    style = f"<style>@media (prefers-color-scheme: dark) {{\n{rules}}}</style>"
    return re.sub(r"(<svg\b[^>]*>)", rf"\1\n {style}", svg, count=1)


def _without_spaces(svg: str) -> str:
    """Nothing at the ends of lines, for the sake of `git diff --check`."""
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"
