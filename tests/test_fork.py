"""fork: each side goes on with a clock of its own.

No warning may come: CPython warns of a fork while threads run.
"""

from __future__ import annotations

import os

import isolated
import pytest

pytestmark = pytest.mark.skipif(
    not hasattr(os, "fork"), reason="this system has no fork"
)

PRELUDE = """
import os, time
import gnomon
from gnomon import clock

def check(side):
    before = int(time.time() - 0.1)
    right = before <= gnomon.parse(gnomon.date()) <= int(time.time())
    # A ticker that runs publishes at least one second more.
    ticks, end = clock.info().ticks, time.monotonic() + 3
    while clock.info().ticks == ticks and time.monotonic() < end:
        time.sleep(0.01)
        gnomon.date()
    print(side, right, clock.info().running, clock.info().ticks > ticks, flush=True)

def fork(child):
    pid = os.fork()
    if pid == 0:
        try:
            child()
        finally:
            os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
"""
CHILD, PARENT = "child True True True", "parent True True True"


def lines(code: str, **environment: str) -> list[str]:
    return isolated.run(PRELUDE + code, **environment).splitlines()


@pytest.mark.parametrize(
    "before",
    [
        "",
        "gnomon.date()",
        "check('early')",
        "clock.start()",
        "clock.stop(); clock.start()",
    ],
    ids=["never read", "read", "ticking", "started", "stopped and started"],
)
def test_both_sides_tick(before: str) -> None:
    code = f"{before}\nfork(lambda: check('child'))\ncheck('parent')"
    assert lines(code, GNOMON_CLOCK="")[-2:] == [CHILD, PARENT]


def test_child_of_a_child() -> None:
    code = """
gnomon.date()
fork(lambda: fork(lambda: fork(lambda: check("child"))))
check("parent")
"""
    assert lines(code, GNOMON_CLOCK="") == [CHILD, PARENT]


def test_stopped_stays_stopped() -> None:
    code = """
gnomon.date()
clock.stop()
fork(lambda: print(gnomon.parse(gnomon.date()) > 0, clock.info().running, flush=True))
print(gnomon.parse(gnomon.date()) > 0, clock.info().running)
"""
    assert lines(code, GNOMON_CLOCK="") == ["True False"] * 2


def test_frozen_stays_frozen() -> None:
    code = """
gnomon.date()
with clock.freeze(0):
    fork(lambda: print(gnomon.date(), flush=True))
    print(gnomon.date())
check("parent")
"""
    epoch = "Thu, 01 Jan 1970 00:00:00 GMT"
    assert lines(code, GNOMON_CLOCK="") == [epoch, epoch, PARENT]


def test_child_thaws_what_its_parent_froze() -> None:
    code = """
with clock.freeze(0) as frozen:
    fork(lambda: (frozen.__exit__(None, None, None), check("child")))
check("parent")
"""
    assert lines(code, GNOMON_CLOCK="") == [CHILD, PARENT]


def test_many_forks_while_a_thread_reads() -> None:
    code = """
import threading, warnings
warnings.simplefilter("ignore")  # this thread is what CPython warns of
done = threading.Event()
def read():
    while not done.is_set():
        gnomon.date()
reader = threading.Thread(target=read)
reader.start()
for _ in range(50):
    fork(lambda: gnomon.parse(gnomon.date()))
done.set()
reader.join()
check("parent")
"""
    assert lines(code, GNOMON_CLOCK="") == [PARENT]
