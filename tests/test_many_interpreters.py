"""Many sub-interpreters alive at once: what they share, and what each has alone."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path

import isolated
import pytest

FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

# Nothing in here forks or loads datetime: with sub-interpreters alive, children of
# every CPython up to 3.13 die by themselves, and so do threads that load datetime.
PRELUDE = """
import faulthandler, os, pathlib, threading, time
faulthandler.dump_traceback_later(45, exit=True)  # a hang shows where
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    import _xxsubinterpreters as interpreters

CHECKS = f'''
import sys, time
sys.path.insert(0, {sys.path[0]!r})

def coarse():
    # No date may lie before it: readers compare the guard with this clock, which
    # has no name in Python (CLOCK_REALTIME_COARSE).
    return time.clock_gettime(5) if sys.platform == "linux" else time.time() - 0.010

def check(duration=0):
    import gnomon
    end = time.monotonic() + duration
    while True:
        for date in (gnomon.date, gnomon.date_bytes):
            before = coarse()
            shown = gnomon.parse(date())
            after = time.time()
            assert int(before) <= shown <= int(after), (before, shown, after)
        if time.monotonic() >= end:
            return
'''
exec(CHECKS)

class Interpreter:
    def __init__(self):
        if sys.version_info >= (3, 13):
            self.id = interpreters.create("isolated" if OWN_GIL else "legacy")
        else:
            self.id = interpreters.create(isolated=OWN_GIL)
        self.run(CHECKS)

    def run(self, code):
        failed = interpreters.run_string(self.id, code)  # raises before 3.13
        assert failed is None, failed.errdisplay

    def close(self):
        interpreters.destroy(self.id)

class Crew:
    # Threads, and what went wrong in them.
    def __init__(self, *works):
        self.failures = []
        self.threads = [
            threading.Thread(target=self.note_failure, args=(work,)) for work in works
        ]

    def note_failure(self, work):
        try:
            work()
        except BaseException as error:
            self.failures.append(error)

    def __enter__(self):
        for thread in self.threads:
            thread.start()

    def __exit__(self, *exc_info):
        for thread in self.threads:
            thread.join()
        assert self.failures == [], self.failures

def count_tickers():
    names = [p.read_text() for p in pathlib.Path("/proc/self/task").glob("*/comm")]
    return names.count("gnomon-clock\\n")

def await_tickers(count):
    # A thread has its name, and is gone, a moment after it was made and joined.
    end = time.monotonic() + 2
    while count_tickers() != count:
        assert time.monotonic() < end, (count_tickers(), count)
        time.sleep(0.001)

def count_descriptors():
    return len(os.listdir("/proc/self/fd"))
"""

needs_proc = pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="threads are counted in Linux's /proc"
)
own_gil = pytest.mark.parametrize(
    "own_gil",
    [
        pytest.param(False, id="one GIL for all"),
        pytest.param(
            True,
            id="a GIL each",
            marks=pytest.mark.skipif(
                sys.version_info < (3, 12),
                reason="before 3.12 all interpreters share one GIL",
            ),
        ),
    ],
)


def run(code: str, own_gil: bool) -> list[str]:
    shown = isolated.run(f"OWN_GIL = {own_gil}\n{PRELUDE}{code}", GNOMON_CLOCK="")
    return shown.splitlines()


@own_gil
def test_half_of_a_hundred_end_while_the_others_read(own_gil: bool) -> None:
    code = """
everyone = [Interpreter() for _ in range(100)]
for one in everyone:
    one.run("check()")
stay, go = everyone[::2], everyone[1::2]

def read_in(one):
    return lambda: one.run("check(1)")

with Crew(lambda: check(1), *map(read_in, stay[:3])):
    for one in go:
        one.close()
for one in stay:
    one.run("check()")
for one in stay:
    one.close()
check()
"""
    assert run(code, own_gil) == []


@own_gil
def test_they_come_and_go_while_others_read(own_gil: bool) -> None:
    code = """
import gnomon
end = time.monotonic() + 3

def come_and_go():
    while time.monotonic() < end:
        one = Interpreter()
        one.run("check(0.02)")
        one.close()

def stop_and_start():
    while time.monotonic() < end:
        gnomon.clock.stop()
        gnomon.clock.start()
        gnomon._core._test_kill_ticker()
        check(0.02)

with Crew(*[come_and_go] * 4, *[stop_and_start] * 2, lambda: check(3)):
    pass
check()
"""
    assert run(code, own_gil) == []


@needs_proc
@own_gil
def test_the_ticker_goes_with_the_last_of_them(own_gil: bool) -> None:
    # The main interpreter never imports it: the ticker is theirs.
    code = """
before = count_descriptors()
for _ in range(3):
    everyone = [Interpreter() for _ in range(4)]
    for one in everyone:
        one.run("check()")
    await_tickers(1)
    *some, last = everyone
    for one in some:
        one.close()
        await_tickers(1)
        last.run("check()")
    last.run("check(1.1)")
    last.close()
    await_tickers(0)
    assert count_descriptors() == before
assert "gnomon" not in sys.modules
"""
    assert run(code, own_gil) == []


@needs_proc
@own_gil
def test_the_ticker_stays_for_the_main_interpreter(own_gil: bool) -> None:
    code = """
check()
everyone = [Interpreter() for _ in range(4)]
for one in everyone:
    one.run("check()")
    one.close()
await_tickers(1)
ticks = sys.modules["gnomon"].clock.info().ticks
check(2.1)
assert sys.modules["gnomon"].clock.info().ticks >= ticks + 2
"""
    assert run(code, own_gil) == []


@own_gil
def test_objects_are_of_their_interpreter_alone(own_gil: bool) -> None:
    code = """
SHOW = '''
import gnomon
while not 0.1 < time.time() % 1 < 0.5:
    time.sleep(0.05)
text, data = gnomon.date(), gnomon.date_bytes()
objects = [gnomon, gnomon._core, gnomon.Fields, gnomon.clock.ClockInfo, text, data]
print(*map(id, objects), flush=True)
'''
everyone = [Interpreter() for _ in range(5)]
exec(SHOW)
for one in everyone:
    one.run(SHOW)
for one in everyone:
    one.close()  # CPython 3.14 warns of those that are left
"""
    rows = [line.split() for line in run(code, own_gil)]
    assert len(rows) == 6
    for ids in zip(*rows, strict=True):
        assert len(set(ids)) == 6


@own_gil
def test_one_stops_it_for_all(own_gil: bool) -> None:
    code = """
import gnomon
one, other = Interpreter(), Interpreter()
one.run("check(); from gnomon import clock; clock.stop()")
other.run("check(); from gnomon import clock; assert not clock.info().running")
check()
assert not gnomon.clock.info().running
other.run("clock.start()")
one.run("assert clock.info().running; check()")
one.close()
other.close()
"""
    assert run(code, own_gil) == []


def test_the_gil_stays_off_in_each() -> None:
    if not FREE_THREADED:
        pytest.skip("this build of CPython has a GIL")
    code = """
one = Interpreter()
one.run("check(); assert not sys._is_gil_enabled()")
check()
assert not sys._is_gil_enabled()
one.close()
"""
    assert run(code, True) == []
