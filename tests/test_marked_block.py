"""The parts of pages that programs write, and what they leave alone."""

from __future__ import annotations

import marked_block

PAGE = """# Title

<!-- a: begin -->

old

<!-- a: end -->

Between.

<!-- b: begin -->
other
<!-- b: end -->
"""


def test_read() -> None:
    assert marked_block.read(PAGE, "a") == "old"
    assert marked_block.read(PAGE, "b") == "other"
    assert marked_block.read(PAGE, "c") is None


def test_write_replaces_its_block_alone() -> None:
    new = r"new \1 |" + "\n\nlast"
    page = marked_block.write(PAGE, "a", new + "\n")
    assert page == PAGE.replace("old", new)
    assert marked_block.write(page, "a", "old") == PAGE


def test_write_adds_what_is_not_there() -> None:
    page = marked_block.write("# Title\n", "a", "new")
    assert page == "# Title\n\n<!-- a: begin -->\n\nnew\n\n<!-- a: end -->\n"
    assert marked_block.write("", "a", "new").startswith("<!-- a: begin -->")


def test_carry() -> None:
    assert marked_block.carry("", "# New\n", "a") == "# New\n"
    page = marked_block.carry(PAGE, "# New\n", "a")
    assert marked_block.read(page, "a") == "old"
    assert "Between" not in page
