"""Colours, for a terminal alone and only where they are wanted."""

from __future__ import annotations

import os
import sys


def is_terminal() -> bool:
    """Whether standard output is a terminal; it may also be closed."""
    return sys.stdout is not None and sys.stdout.isatty()


def bold(text: str) -> str:
    """Return `text` to be printed bold."""
    return _paint("1", text)


def dim(text: str) -> str:
    """Return `text` to be printed dim."""
    return _paint("2", text)


def green(text: str) -> str:
    """Return `text` to be printed green."""
    return _paint("32", text)


def _paint(code: str, text: str) -> str:
    return f"\x1b[{code}m{text}\x1b[0m" if _wanted() else text


def _wanted() -> bool:
    # An empty NO_COLOR counts as none: https://no-color.org
    return (
        is_terminal()
        and not os.environ.get("NO_COLOR")
        and os.environ.get("TERM") != "dumb"
    )
