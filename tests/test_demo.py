"""The demo: complete, true and readable."""

from __future__ import annotations

import re
import time

import pytest
from command_line import in_process

import gnomon
from gnomon import _demo, _demo_costs


@pytest.fixture(scope="module")
def demo() -> str:
    done = in_process("demo")
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_the_demo_fits_80_columns_of_ascii(demo: str) -> None:
    assert demo.isascii()
    assert [line for line in demo.splitlines() if len(line) > 79] == []


def test_the_demo_shows_each_public_function(demo: str) -> None:
    functions = {name for name in gnomon.__all__ if callable(getattr(gnomon, name))} - {
        "Fields"
    }
    assert {name for name in functions if f">>> gnomon.{name}(" not in demo} == set()
    for name in ("freeze", "info", "stop"):
        assert f"gnomon.clock.{name}(" in demo


def test_the_demo_prints_what_is_true(demo: str) -> None:
    assert "(784111777)\n'Sun, 06 Nov 1994 08:49:37 GMT'\n" in demo
    assert "('Sun Nov  6 08:49:37 1994')\n784111777\n" in demo
    assert "\nValueError: " in demo
    assert re.search(r"ClockInfo\(running=True, .*ticks=([2-9]|\d\d)", demo, re.DOTALL)
    assert "gnomon.date()\n'Sun, 06 Nov 1994 08:49:37 GMT'\n" in demo


def test_the_demo_prints_the_cost_of_each_pair(demo: str) -> None:
    for ours, theirs in _demo_costs.PAIRS:
        row = rf"{re.escape(ours)} +([\d,]+)  {re.escape(theirs)} +([\d,]+) +([\d.]+) x"
        found = re.search(row, demo)
        assert found, row
        our_ns, their_ns = (int(found[i].replace(",", "")) for i in (1, 2))
        assert float(found[3]) == pytest.approx(their_ns / our_ns, rel=0.1, abs=0.1)


@pytest.mark.thread_unsafe(reason="freezes the clock")
def test_the_demo_compares_calls_that_agree() -> None:
    def answer(call: str) -> object:
        value = eval(call, dict(_demo_costs.NAMES))
        if isinstance(value, tuple):  # parse_rfc3339
            return gnomon.parse_rfc3339_datetime(gnomon.rfc3339(*value))
        if isinstance(value, int):  # parse
            return gnomon.parse_datetime(gnomon.format(value))
        if isinstance(value, str):
            return value.replace("+00:00", "Z")
        return value

    with gnomon.clock.freeze(time.time()):
        for ours, theirs in _demo_costs.PAIRS:
            if "now" not in theirs:
                assert answer(ours) == answer(theirs), ours


def test_the_demo_without_a_ticker() -> None:
    done = in_process("demo", GNOMON_CLOCK="off")
    assert (done.returncode, done.stderr) == (0, "")
    assert "ticks=0" in done.stdout
    assert "ticks came" not in done.stdout


def test_the_demo_waits_for_ticks_and_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_demo, "_TICKS", 1 << 62)
    gnomon.clock.start()
    end = time.monotonic() + 0.05
    _demo._wait_for_ticks(end)
    assert time.monotonic() >= end
