"""docs/reference.md leaves out no public name."""

from __future__ import annotations

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import gnomon

PAGE = Path(__file__).parents[2] / "docs" / "reference.md"

MODULES = [
    "gnomon",
    *(
        f"gnomon.{module.name}"
        for module in pkgutil.iter_modules(gnomon.__path__)
        if not module.name.startswith("_")
    ),
]


def documented() -> set[str]:
    """The names that the page has, each after its module."""
    if not PAGE.exists():
        pytest.skip(f"there is no {PAGE}")
    names = set()
    module = ""
    for kind, name in re.findall(r"^\.\. ([\w:]+):: ([\w.]+)", PAGE.read_text(), re.M):
        if kind == "py:module":
            module = name
        names.add(name if kind == "py:module" else f"{module}.{name}")
    return names


@pytest.mark.parametrize("name", MODULES)
def test_module(name: str) -> None:
    module = importlib.import_module(name)
    public = {f"{name}.{each}" for each in module.__all__ if not each.startswith("__")}
    assert public | {name} <= documented()
