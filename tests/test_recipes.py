"""docs/servers.md shows nothing that is not in the examples, which are run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "servers.md"

pytestmark = pytest.mark.skipif(
    not PAGE.exists(), reason="there is no docs/ beside these tests"
)


def test_the_code_is_the_examples() -> None:
    examples = [path.read_text("utf-8") for path in (ROOT / "examples").glob("*.py")]
    blocks = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert blocks
    missing = [block for block in blocks if not any(_has(e, block) for e in examples)]
    assert missing == []


def _has(example: str, block: str) -> bool:
    """The same lines in the same order; what stands between them may be left out."""
    lines = iter([line.strip() for line in example.splitlines()])
    return all(line.strip() in lines for line in block.splitlines() if line)


def test_the_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#]+)\)", PAGE.read_text("utf-8"))
    assert links
    assert [link for link in links if not (PAGE.parent / link).exists()] == []
