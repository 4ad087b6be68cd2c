"""A part of a page that is written by a program, between two comments."""

from __future__ import annotations

import re


def read(page: str, name: str) -> str | None:
    """What stands between the marks, without its blank edges; None without marks."""
    found = _pattern(name).search(page)
    return found[2].strip("\n") if found else None


def write(page: str, name: str, text: str) -> str:
    """The page with the block replaced, or added at its end."""
    begin, end = _marks(name)
    block = f"{begin}\n\n{text.strip()}\n\n{end}"
    if read(page, name) is None:
        return f"{page.rstrip()}\n\n{block}\n".lstrip("\n")
    return _pattern(name).sub(lambda _: block, page)


def carry(old: str, new: str, name: str) -> str:
    """The new page, with the block of the old one if it has any."""
    kept = read(old, name)
    return new if kept is None else write(new, name, kept)


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def _pattern(name: str) -> re.Pattern[str]:
    begin, end = map(re.escape, _marks(name))
    return re.compile(f"({begin})(.*?)({end})", re.DOTALL)
