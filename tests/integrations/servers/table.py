"""The table of docs/servers.md: how it is written, and what of it must stay true."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import marked_block

from .catalogue import Server
from .verdict import without_counts

PAGE = Path(__file__).parents[3] / "docs" / "servers.md"
BLOCK = "servers"
HEAD = """\
| server | version | Date without gnomon | with gnomon | the line to add |
| --- | --- | --- | --- | --- |
"""


class Row(NamedTuple):
    server: str
    version: str
    plain: str
    dated: str
    line: str

    def invariant(self) -> tuple[str, ...]:
        """All but the version and the counts."""
        return self.server, without_counts(self.plain), self.dated, self.line


def row(server: Server, plain: str, dated: str) -> Row:
    return Row(server.name, server.version() or "", plain, dated, server.line)


def read() -> dict[str, Row]:
    """The rows of the page, by server."""
    block = marked_block.read(PAGE.read_text("utf-8"), BLOCK) or ""
    cells = [line.strip("| ").split(" | ") for line in block.splitlines()[2:]]
    rows = [Row(*cell) for cell in cells]
    return {row.server: row for row in rows}


def write(rows: Iterable[Row]) -> None:
    text = HEAD + "\n".join(f"| {' | '.join(row)} |" for row in rows)
    page = marked_block.write(PAGE.read_text("utf-8"), BLOCK, text)
    PAGE.write_text(page, "utf-8")
