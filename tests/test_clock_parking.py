"""A clock that nobody reads sleeps, and comes back to whatever happened meanwhile.

It takes ten seconds to park: the scenarios wait for that together.
"""

from __future__ import annotations

import clock_child
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

PARK = """
def switches(thread):
    return thread_status(thread, "voluntary_ctxt_switches")

tick()
[ticker] = tickers()
wait_until(lambda: clock.info().parked, 20)
info = clock.info()
assert (info.running, info.parked, tickers()) == (True, True, [ticker]), info
"""

PARKED = {
    "sleeps": """
before = switches(ticker)
time.sleep(2.5)
assert switches(ticker) == before
assert clock.info() == info
""",
    "wakes": """
before = switches(ticker)
read()
assert clock.info().running and not clock.info().parked
tick()
assert tickers() == [ticker] and len(timers()) == 1
assert switches(ticker) != before
read_for(1.1)
assert clock.info().ticks > info.ticks + 1
""",
    "stops": """
clock.stop()
assert is_bare()
read()
clock.start()
tick()
""",
    "freezes": """
with clock.freeze(0):
    assert gnomon.date() == "Thu, 01 Jan 1970 00:00:00 GMT"
    assert is_bare()
start_anew()
""",
    "forks": """
wait_for(in_fork(start_anew))
start_anew()
""",
    "forks in C": """
import ctypes
wait_for(in_fork(start_anew, ctypes.PyDLL(None).fork))
assert clock.info().parked and tickers() == [ticker]
tick()
assert tickers() == [ticker]
""",
    "loses its timer": """
os.closerange(3, 256)
read()
read_for(1.2)
assert clock.info().ticks > info.ticks and not clock.info().parked
assert len(timers()) == 1
clock.stop()
assert not clock.info().running and not timers()
""",
    # What takes the number is ready to be read, as a timer is that has fired.
    "loses its number": """
out, into = os.pipe()
os.write(into, b"every byte")
os.dup2(out, timers()[0])
read()
read_for(1.2)
assert clock.info().ticks > info.ticks and not clock.info().parked
assert len(timers()) == 1
clock.stop()
assert not clock.info().running and not timers()
assert os.read(out, 100) == b"every byte"
""",
    "ends": "",
}

# Each date is another text than the one before: making it is what keeps the clock
# awake, for a reader that finds the current word does nothing else.
READ_NOW_AND_THEN = """
tick()
[ticker] = tickers()
for _ in range(4):
    time.sleep(3.3)
    assert not clock.info().parked
    read()
assert clock.info().running and tickers() == [ticker]
"""

outcomes = clock_child.run_together(
    {name: PARK + code for name, code in PARKED.items()} | {"read": READ_NOW_AND_THEN}
)


@pytest.mark.parametrize("name", PARKED)
def test_parked_clock(name: str, outcomes: Outcomes) -> None:
    assert outcomes[name].result() == []


def test_few_reads_keep_it_awake(outcomes: Outcomes) -> None:
    assert outcomes["read"].result() == []
