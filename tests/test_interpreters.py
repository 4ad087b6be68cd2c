"""Sub-interpreters, the end of the last one, and threads that read meanwhile."""

from __future__ import annotations

import sys

import isolated
import pytest

# No datetime in here: CPython 3.12 and 3.13 themselves crash when interpreters in
# several threads import it.
PRELUDE = """
import gnomon
from gnomon import clock
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    import _xxsubinterpreters as interpreters

CODE = f'''
import sys
sys.path.insert(0, {sys.path[0]!r})
import gnomon
from gnomon import clock
assert gnomon.parse(gnomon.date()) > 0
assert len(gnomon.date_bytes()) == 29
assert gnomon.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT"
assert type(gnomon.unpack(gnomon.pack(0))) is gnomon.Fields
assert gnomon.parse_rfc3339(gnomon.rfc3339(0)) == (0, 0)
'''

def run(interpreter, code):
    failed = getattr(interpreters, "run_string")(interpreter, code)
    assert failed is None, failed
"""


def lines(code: str) -> list[str]:
    return isolated.run(PRELUDE + code, GNOMON_CLOCK="").splitlines()


def test_a_hundred_one_after_another() -> None:
    code = """
for _ in range(100):
    interpreter = interpreters.create()
    run(interpreter, CODE)
    interpreters.destroy(interpreter)
print(gnomon.parse(gnomon.date()) > 0)
"""
    assert lines(code) == ["True"]


def test_they_share_the_ticker_and_its_freeze() -> None:
    code = """
gnomon.date()
ids = [interpreters.create() for _ in range(5)]
for interpreter in ids:
    run(interpreter, CODE + "assert clock.info().running")
with clock.freeze(784111777):
    for interpreter in ids:
        run(interpreter, CODE + "assert gnomon.date() == gnomon.format(784111777)")
for interpreter in ids:
    interpreters.destroy(interpreter)
gnomon.date()
print(clock.info().running)
"""
    assert lines(code) == ["True"]


def test_one_that_ends_frozen_leaves_the_clock_running() -> None:
    code = """
interpreter = interpreters.create()
run(interpreter, CODE + "frozen = clock.freeze(0); frozen.__enter__()")
print(gnomon.date())
interpreters.destroy(interpreter)
print(clock.info().frozen, gnomon.parse(gnomon.date()) > 0)
"""
    assert lines(code) == ["Thu, 01 Jan 1970 00:00:00 GMT", "False True"]


def test_objects_of_an_ended_one_are_not_handed_out() -> None:
    code = """
for _ in range(3):
    interpreter = interpreters.create()
    run(interpreter, CODE + "text = gnomon.date()")
    interpreters.destroy(interpreter)
    print(type(gnomon.date()) is str and len(gnomon.date()) == 29)
"""
    assert lines(code) == ["True"] * 3


def test_wrong_types_are_the_same_errors() -> None:
    # In 3.12 the C half of datetime does not load in a sub-interpreter.
    code = """
interpreter = interpreters.create()
run(interpreter, CODE + '''
for wrong in ("now", None, object()):
    try:
        gnomon.format(wrong)
    except TypeError:
        pass
    else:
        raise AssertionError
''')
interpreters.destroy(interpreter)
print("right")
"""
    assert lines(code) == ["right"]


@pytest.mark.skipif(
    sys.version_info < (3, 12), reason="before 3.12 all interpreters share one GIL"
)
def test_in_threads_with_a_gil_each() -> None:
    code = """
import threading
failures = []
def work():
    try:
        interpreter = interpreters.create()
        run(interpreter, CODE + "for _ in range(20000): gnomon.date()")
        interpreters.destroy(interpreter)
    except BaseException as error:
        failures.append(error)
threads = [threading.Thread(target=work) for _ in range(8)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(failures)
"""
    assert lines(code) == ["[]"]


@pytest.mark.parametrize(
    "state",
    [
        "gnomon.date()",
        "clock.stop()",
        "frozen = clock.freeze(0); frozen.__enter__()",
        "gnomon.date(); sys.modules.clear()",
    ],
)
def test_end_of_the_process(state: str) -> None:
    assert isolated.run(f"import gnomon\nfrom gnomon import clock\n{state}") == ""


def test_end_while_daemon_threads_read() -> None:
    code = """
import threading, gnomon
def read():
    while True:
        gnomon.date()
for _ in range(4):
    threading.Thread(target=read, daemon=True).start()
gnomon.date()
"""
    for _ in range(5):
        assert isolated.run(code) == ""
