"""The ticker's one file may be closed by anybody, and its number taken.

Daemons close what they did not open. The clock goes on with another timer, and
whatever has the number now is neither read, nor set, nor closed.
"""

from __future__ import annotations

import itertools

import clock_child
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

RUNNING = """
tick()
[timer], [ticker] = timers(), tickers()
"""

CLOSED = {
    "ticks": """
os.closerange(3, 256)
read_for(1.1)
tick()
assert len(timers()) == 1 and tickers() == [ticker]
clock.stop()
assert is_bare()
""",
    "stops": """
tick()
left_alone = 0  # since they cannot be told to end: nobody waits for them
for _ in range(5):
    os.closerange(3, 256)
    clock.stop()
    left_alone += len(tickers())
    assert not clock.info().running
    wait_until(lambda: not timers())  # one may just be made, and is closed again
    read()
    clock.start()
    read()
assert left_alone > 0
tick()
""",
    "freezes": """
os.closerange(3, 256)
with clock.freeze(0):
    for _ in range(12):
        assert gnomon.date() == "Thu, 01 Jan 1970 00:00:00 GMT"
        time.sleep(0.1)
tick()
""",
    # Some of these tickers have not even begun when they are ended.
    "comes and goes": """
for _ in range(200):
    clock.start()
    os.closerange(3, 256)
    with clock.freeze(0):
        for _ in range(20):
            assert gnomon.date() == "Thu, 01 Jan 1970 00:00:00 GMT"
    clock.start()
    os.closerange(3, 256)
    clock.stop()
    read()
wait_until(lambda: not tickers())
assert is_bare(), timers()
""",
    # The ticker cannot be told to end, so that it is here for up to a second more.
    "forks": """
os.closerange(3, 256)
warnings.simplefilter("ignore", DeprecationWarning)
wait_for(in_fork(start_anew))
read()
tick()
""",
    "ends": "os.closerange(3, 256)",
}

# What takes the number, and how to see that nothing has happened to it.
SQUATTERS = {
    "pipe": """
squatter, into = os.pipe()
os.write(into, b"every byte")
def check():
    assert os.read(timer, 100) == b"every byte"
""",
    "file": """
import tempfile
squatter = os.open(tempfile.gettempdir(), os.O_TMPFILE | os.O_RDWR)
os.write(squatter, b"every byte")
os.lseek(squatter, 0, os.SEEK_SET)
def check():
    assert os.read(timer, 100) == b"every byte"
    assert os.lseek(timer, 0, os.SEEK_END) == 10
""",
    "event": """
squatter = os.eventfd(12345)
def check():
    assert os.eventfd_read(timer) == 12345
""",
    "socket": """
import socket
near, far = socket.socketpair()
near.send(b"every byte")
squatter = far.detach()
def check():
    assert os.read(timer, 100) == b"every byte"
    os.write(timer, b"and back")
    assert near.recv(100) == b"and back"
    near.close()
""",
    "timer": """
import ctypes
libc = ctypes.PyDLL(None)
squatter = libc.timerfd_create(1, 0)
in_1000_seconds = (ctypes.c_long * 4)(0, 0, 1000, 0)
assert libc.timerfd_settime(squatter, 0, in_1000_seconds, None) == 0
def check():
    now = (ctypes.c_long * 4)()
    assert libc.timerfd_gettime(timer, now) == 0
    assert [*now][:2] == [0, 0] and 990 < now[2] < 1000
""",
}
TAKE_ITS_NUMBER = """
os.dup2(squatter, timer)
os.close(squatter)
what = files()[timer]
"""
MEANWHILE = {
    "ticks": "tick(); tick()",
    "stops": "clock.stop(); read(); clock.start()",
    "forks": "import ctypes; wait_for(in_fork(read, ctypes.PyDLL(None).fork))",
}
LOOK = """
assert files()[timer] == what, files()
check()
read()
clock.stop()
os.close(timer)
"""
TAKEN = {
    f"{meanwhile} - {squatter}": (
        SQUATTERS[squatter] + TAKE_ITS_NUMBER + MEANWHILE[meanwhile] + LOOK
    )
    for meanwhile, squatter in itertools.product(MEANWHILE, SQUATTERS)
}

outcomes = clock_child.run_together(
    {name: RUNNING + code for name, code in (CLOSED | TAKEN).items()}
)


@pytest.mark.parametrize("name", CLOSED)
def test_timer_is_closed(name: str, outcomes: Outcomes) -> None:
    assert outcomes[name].result() == []


@pytest.mark.parametrize("name", TAKEN)
def test_its_number_is_taken(name: str, outcomes: Outcomes) -> None:
    assert outcomes[name].result() == []
