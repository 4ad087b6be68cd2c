"""The ticker is a modest thread: no signal is for it, it needs little memory, and it
does not mind a millisecond."""

from __future__ import annotations

import clock_child

pytestmark = clock_child.needs_linux

TICKING = """
read()
wait_until(lambda: len(tickers()) == 1)
[ticker] = tickers()
"""


def test_it_blocks_every_signal() -> None:
    code = """
import signal
blocked = int(thread_status(ticker, "SigBlk"), 16)
for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
    assert blocked >> number - 1 & 1, number
assert int(thread_status(os.getpid(), "SigBlk"), 16) == 0  # its maker none
"""
    assert clock_child.run(TICKING + code) == []


def test_its_stack_is_small() -> None:
    code = """
def mapped():
    return int(thread_status(os.getpid(), "VmSize").split()[0])  # KiB
tickers(), mapped()
before = mapped()
clock.start()
wait_until(lambda: len(tickers()) == 1)
assert mapped() - before < 1024, (before, mapped())
"""
    assert clock_child.run(code) == []


def test_its_wake_ups_may_be_gathered() -> None:
    code = """
import pathlib
slack = pathlib.Path("/proc", str(ticker), "timerslack_ns")
wait_until(lambda: int(slack.read_text()) == 1_000_000)
"""
    assert clock_child.run(TICKING + code) == []
