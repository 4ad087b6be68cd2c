"""All the ways to fork: no ticker crosses, and both sides have one when they read.

A warning fails the test: CPython warns of a fork while threads run.
"""

from __future__ import annotations

import clock_child
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

FORKS = {
    "os.fork": "fork = os.fork",
    "PyDLL": "import ctypes; fork = ctypes.PyDLL(None).fork",
    "CDLL": "import ctypes; fork = ctypes.CDLL(None).fork",  # without the GIL
}

HOWEVER_FORKED = {
    "the child has nothing but what it makes": """
before = files()
tick()
with_ticker = files()
assert len(with_ticker) == len(before) + 1
def child():
    assert files() == before, files()
    start_anew()
    assert files() == with_ticker, files()
    clock.stop()
    assert files() == before, files()
for _ in range(3):
    wait_for(in_fork(child, fork))
    read()
    wait_until(lambda: len(tickers()) == 1)
    assert files() == with_ticker, files()
clock.stop()
assert files() == before, files()
""",
    "a daemon forks twice": """
out, into = os.pipe()
tick()
def daemon():
    os.close(0), os.close(1)
    os.closerange(3, into), os.closerange(into + 1, 256)
    start_anew()
    os.write(into, gnomon.date_bytes())
def leader():
    os.setsid()
    read()
    in_fork(daemon, fork)
wait_for(in_fork(leader, fork))
os.close(into)
shown = gnomon.parse(os.read(out, 100))
assert 0 <= read() - shown <= 3
""",
    "a thousand times": """
before = files()
for _ in range(1000):
    pid = fork()
    if pid == 0:
        os._exit(0)
    read()
    wait_for(pid)
tick()
clock.stop()
assert files() == before, files()
assert len(os.listdir(TASKS)) == 1
""",
}

IN_C = {
    "the ticker of the parent runs on": """
tick()
[ticker] = tickers()
pids = [in_fork(lambda: (start_anew(), tick()), fork) for _ in range(3)]
tick()
for pid in pids:
    wait_for(pid)
assert tickers() == [ticker]
""",
}

THREADS = """
import threading
warnings.simplefilter("ignore", DeprecationWarning)  # of these threads
failures = []
def note(work, *args):
    try:
        work(*args)
    except BaseException as error:
        failures.append(error)
def start(work, *args):
    thread = threading.Thread(target=note, args=(work, *args))
    thread.start()
    return thread
"""

IN_PYTHON = {
    # What is registered first is called last before the fork, and first after it.
    "no thread runs meanwhile": """
for name in ("gnomon", "gnomon.clock", "gnomon._core"):
    del sys.modules[name]
counts = []
def look():
    counts.append((len(tickers()), len(os.listdir(TASKS))))
os.register_at_fork(before=look, after_in_child=look, after_in_parent=look)
import gnomon
from gnomon import clock
gnomon.date()
wait_until(lambda: len(tickers()) == 1)
def child():
    assert counts == [(0, 1)] * 2, counts
wait_for(in_fork(child))
assert counts == [(0, 1)] * 2, counts
start_anew()
""",
    "the parent waits for a read": """
tick()
pid = in_fork(lambda: None)
start_anew()
wait_for(pid)
""",
    "multiprocessing": """
import multiprocessing
context = multiprocessing.get_context("fork")
def work(end):
    start_anew()
    end.send(gnomon.date())
tick()
for _ in range(3):
    ours, theirs = context.Pipe()
    process = context.Process(target=work, args=(theirs,))
    process.start()
    read()
    shown = gnomon.parse(ours.recv())
    process.join()
    assert process.exitcode == 0
    assert 0 <= read() - shown <= 3
    ours.close(), theirs.close()
tick()
""",
    "other programs inherit no timer": """
import subprocess
tick()
show = ["ls", "-l", "/proc/self/fd"]
done = subprocess.run(show, close_fds=False, capture_output=True, text=True)
assert "->" in done.stdout and "timerfd" not in done.stdout, done.stdout
""",
    "in another thread": f"""
{THREADS}
tick()
def work():
    wait_for(in_fork(start_anew))
    start_anew()
start(work).join()
assert failures == []
tick()
""",
    "while four threads read": f"""
{THREADS}
done = False
def keep_reading():
    while not done:
        read()
readers = [start(keep_reading) for _ in range(4)]
for _ in range(10):
    wait_for(in_fork(start_anew))
    read()
done = True
for reader in readers:
    reader.join()
assert failures == []
tick()
""",
    "in four threads at once": f"""
{THREADS}
tick()
def fork_often():
    for _ in range(10):
        wait_for(in_fork(start_anew))
        read()
for thread in [start(fork_often) for _ in range(4)]:
    thread.join()
assert failures == []
tick()
""",
}


def by(forks: list[str], scenarios: dict[str, str]) -> dict[str, str]:
    return {
        f"{fork} - {name}": f"{FORKS[fork]}\n{code}"
        for fork in forks
        for name, code in scenarios.items()
    }


SCENARIOS = {
    **by(["os.fork", "PyDLL", "CDLL"], HOWEVER_FORKED),
    **by(["PyDLL", "CDLL"], IN_C),
    **by(["os.fork"], IN_PYTHON),
}

outcomes = clock_child.run_together(SCENARIOS)


@pytest.mark.parametrize("name", SCENARIOS)
def test_fork(name: str, outcomes: Outcomes) -> None:
    assert outcomes[name].result() == []
