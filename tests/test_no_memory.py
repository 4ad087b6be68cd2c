"""Every allocation of every public function fails in turn, and so does every one of
the module's birth (scarcity.py, in a child)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import isolated
import pytest
from calls import CALLS

pytest.importorskip(
    "_testcapi", reason="this Python lacks _testcapi, which makes allocations fail"
)

pytestmark = pytest.mark.skipif(
    hasattr(sys, "gettotalrefcount") and sys.version_info >= (3, 14),
    reason="a debug build of CPython 3.14 asserts where its own calls have no memory",
)

FUNCTIONS = sorted({call.function.__name__ for call in CALLS})
OTHERS = ["freeze", "freeze_begin", "start_and_stop", "birth", "first_datetime"]

Record = Callable[[str, object], None]


def run(code: str) -> list[tuple[int, str]]:
    """How many allocations failed for each call."""
    prelude = f"sys.path.insert(0, {str(Path(__file__).parent)!r})\n"
    lines = isolated.run(f"{prelude}import scarcity\nscarcity.{code}").splitlines()
    counts = [line.partition(" ") for line in lines]
    return [(int(count), call) for count, _, call in counts]


def check(counts: list[tuple[int, str]], record_property: Record) -> None:
    assert counts
    record_property("allocations failed in turn", sum(count for count, _ in counts))


@pytest.mark.parametrize("function", FUNCTIONS)
def test_function(function: str, record_property: Record) -> None:
    check(run(f"sweep_calls({function!r})"), record_property)


@pytest.mark.parametrize("what", OTHERS)
def test_other(what: str, record_property: Record) -> None:
    check(run(f"sweep_{what}()"), record_property)
