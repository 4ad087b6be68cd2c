"""The wall clock is set, the process stopped, the ticker starved or gone: the first
read after it is right."""

from __future__ import annotations

import clock_child
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

SHIM = """
from clock_shim import control
system = control()

def wall_reads(dates):
    before = system.wall_reads
    for _ in range(dates):
        gnomon.date()
    return system.wall_reads - before

def wait_for_fast_reads():
    \"\"\"Until the ticker's word is read and nobody asks the wall clock.\"\"\"
    def are_fast():
        wait_for_mid_second()
        return wall_reads(10_000) == 0
    wait_until(are_fast, 4)

def step(seconds):
    \"\"\"Set the clock: reads around it are right, and the ticker sees it.\"\"\"
    read_for(0.01)
    steps = clock.info().steps
    system.ahead += seconds
    read()
    read_for(0.01)
    wait_until(lambda: clock.info().steps > steps)
    assert clock.info().steps == steps + 1
    read_for(0.01)
    wait_for_fast_reads()
    read_for(0.01)

tick()
wait_for_fast_reads()
"""

STEPS = {
    "an hour ahead": 3600,
    "an hour back": -3600,
    "a second ahead": 1,
    "a second back": -1,
    "to the year 2500": 475 * 365 * 86400,
    "to the year 1901": -125 * 365 * 86400,
}
BEYOND = {
    "years past 9999": (8000 * 365 * 86400, "Fri, 31 Dec 9999 23:59:59 GMT"),
    "years before 0000": (-2100 * 365 * 86400, "Sat, 01 Jan 0000 00:00:00 GMT"),
}


def beyond(ahead: int, text: str) -> str:
    """The date stands at the end of the calendar, and comes back from there."""
    return f"""
system.ahead = {ahead}
for _ in range(1000):
    assert gnomon.date() == {text!r}, gnomon.date()
time.sleep(1.2)
assert gnomon.date() == {text!r}, gnomon.date()
system.ahead = 0
read_for(1.2)
tick()
"""


SET = {
    **{name: f"step({seconds})" for name, seconds in STEPS.items()},
    **{name: beyond(*value) for name, value in BEYOND.items()},
    "there and back": "[step(seconds) for seconds in (1, -3600, 3600, -1)]",
    # While the ticker is behind its clock it waits, it does not spin.
    "no spinning": """
for seconds in (-3600, -1, 7200):
    step(seconds)
    start = time.process_time()
    time.sleep(0.7)
    spent = time.process_time() - start
    assert spent < 0.02, (seconds, spent)
""",
    "unseen by a parked or stopped clock": """
clock.stop()
for seconds in (3600, -3600, -1, 1):
    read()
    system.ahead += seconds
    read_for(0.01)
clock.start()
tick()
""",
}

set_clocks = clock_child.run_together(
    {name: SHIM + code for name, code in SET.items()}, shimmed=True
)


@pytest.mark.parametrize("name", SET)
def test_wall_clock_is_set(name: str, set_clocks: Outcomes) -> None:
    assert set_clocks[name].result() == []


# On one processor, and the ticker gets it only when nobody else wants it.
STARVED = """
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
tick()
[ticker] = tickers()
os.sched_setscheduler(ticker, os.SCHED_IDLE, os.sched_param(0))
"""
STOP = """
sleeper = os.posix_spawn(
    "/bin/sh", ["sh", "-c", "kill -STOP $PPID; sleep 3; kill -CONT $PPID"], {}
)
"""
FAULTS = {
    "starved": """
read_for(4)
""",
    "stopped amid reads": f"""
last, longest = time.monotonic(), 0
{STOP}
while longest < 2:
    read()
    last, before = time.monotonic(), last
    longest = max(longest, last - before)
read_for(0.5)  # the first of them at once
wait_for(sleeper)
""",
    "stopped asleep": f"""
start = time.monotonic()
{STOP}
wait_for(sleeper)
read_for(0.5)
assert time.monotonic() - start > 3
""",
    "killed": """
before = files()
for _ in range(3):
    [old] = tickers()
    gnomon._core._test_kill_ticker()
    wait_until(lambda: not clock.info().running)
    read_for(0.01)
    tick()
    [new] = tickers()
    assert new != old
    assert files().keys() == before.keys()
""",
    "killed and not read": """
gnomon._core._test_kill_ticker()
wait_until(lambda: not tickers())
time.sleep(2)
read()
tick()
clock.stop()
assert is_bare()
""",
}

faults = clock_child.run_together(
    {name: STARVED + code for name, code in FAULTS.items()}
)


@pytest.mark.parametrize("name", FAULTS)
def test_fault(name: str, faults: Outcomes) -> None:
    assert faults[name].result() == []
