"""Each row of the tables of docs/migration.md, both sides of it."""

from __future__ import annotations

import ast
import importlib
import os
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "migration.md"
CODE = r"`([^`]+)`"
SAME = re.compile(rf"\| {CODE} \| {CODE} \|")
OUTCOME = rf"{CODE} (gives|raises) {CODE}"
DIFFERENT = re.compile(rf"\| [^|`]+ \| {OUTCOME} \| {OUTCOME} \|")
ROW = re.compile(r"\| (?!---|instead of|what differs)")


class Section(NamedTuple):
    title: str
    imports: str
    rows: list[str]


def sections() -> tuple[str, list[Section]]:
    """What the whole page relies on, and its sections."""
    if not PAGE.exists():
        pytest.skip(f"there is no {PAGE}", allow_module_level=True)
    head, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    return block(head), [
        Section(
            part.partition("\n")[0],
            block(part),
            [line for line in part.splitlines() if ROW.match(line)],
        )
        for part in parts
    ]


def block(text: str) -> str:
    found = re.search(r"```python\n(.*?)```", text, re.DOTALL)
    return found[1] if found else ""


COMMON, SECTIONS = sections()
CASES = [
    pytest.param(section, row, id=f"{section.title}-{number}")
    for section in SECTIONS
    for number, row in enumerate(section.rows, 1)
]


def names_of(section: Section) -> dict[str, Any]:
    """What the code of a section can name; a library that is missing skips it."""
    for node in ast.parse(section.imports).body:
        assert isinstance(node, ast.ImportFrom) and node.module
        try:
            importlib.import_module(node.module)
        except ModuleNotFoundError as error:
            if os.environ.get("GNOMON_PEERS") == "1":
                raise
            pytest.skip(f"{error.name} is not installed")
    names: dict[str, Any] = {}
    exec(COMMON + section.imports, names)
    return names


def outcome(code: str, names: dict[str, Any]) -> tuple[str, str]:
    try:
        return "gives", repr(eval(code, names))
    except Exception as error:
        return "raises", type(error).__name__


@pytest.mark.parametrize(("section", "row"), CASES)
def test_row(section: Section, row: str) -> None:
    names = names_of(section)
    different = DIFFERENT.fullmatch(row)
    if different:
        there, says, what, here, we_say, ours = different.groups()
        assert outcome(there, names) == (says, what)
        assert outcome(here, names) == (we_say, ours)
        return
    same = SAME.fullmatch(row)
    assert same, f"neither kind of row: {row}"
    for _ in range(3):  # the second may turn between the two sides, but not thrice
        there, here = (eval(code, names) for code in same.groups())
        if there == here:
            break
    assert there == here


def test_every_table_is_read() -> None:
    """A row that is not recognised as one would not be tested."""
    text = PAGE.read_text(encoding="utf-8")
    tables = re.findall(r"^\| ---.*\n((?:\|.*\n)+)", text, re.MULTILINE)
    assert sum(table.count("\n") for table in tables) == len(CASES) > 30
