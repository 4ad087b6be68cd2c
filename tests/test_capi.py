"""The C API: what gnomon.h promises, in extensions of C, of C++ and of Cython."""

from __future__ import annotations

import faulthandler
import os
import struct
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import capi_extension
import clock_child
import compiled
import isolated
import moments
import pytest
import reference
import vectors
from hypothesis import given

import gnomon

OK, INVALID, RANGE = 0, 1, 2
ROOM = 40
UNTOUCHED = b"#" * ROOM
MOMENT = 784111777
TEXT = b"Sun, 06 Nov 1994 08:49:37 GMT"


@pytest.fixture(scope="module", params=[*compiled.LANGUAGES])
def built(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    target = tmp_path_factory.mktemp("capi") / "probe.so"
    return capi_extension.build("capi/probe.c", target, language=request.param)


@pytest.fixture(scope="module")
def probe(built: Path) -> Any:
    module = capi_extension.load(built, "probe")
    module.load()
    return module


@pytest.fixture(autouse=True)
def _no_deadlock(capfd: pytest.CaptureFixture[str]) -> Iterator[None]:
    """A function that wants the GIL waits for this thread, which waits for it."""
    with capfd.disabled():
        stderr = os.dup(2)
    faulthandler.dump_traceback_later(60, exit=True, file=stderr)
    yield
    faulthandler.cancel_dump_traceback_later()
    os.close(stderr)


def text(given: tuple[int, bytes, int]) -> bytes:
    """What was written, where nothing else was."""
    status, room, _ = given
    assert status == OK
    out = room.rstrip(b"#")
    assert len(room) == ROOM
    return out


# What they give.


def test_date(probe: Any) -> None:
    first = int(moments.coarse_time())
    shown = gnomon.parse(text(probe.date()))
    assert first <= shown <= time.time()


@given(moments.seconds)
def test_format(probe: Any, seconds: int) -> None:
    assert text(probe.format(seconds)) == reference.http_date(seconds).encode()


@pytest.mark.parametrize(
    "seconds",
    [reference.FIRST - 1, reference.LAST + 1, -(2**63), 2**63 - 1],
)
def test_format_outside_its_years(probe: Any, seconds: int) -> None:
    assert probe.format(seconds) == (RANGE, UNTOUCHED, 0)
    assert probe.rfc3339(seconds, 0, -1) == (RANGE, UNTOUCHED, 0)


@given(moments.rfc3339_seconds, moments.nanos, moments.digits)
def test_rfc3339(probe: Any, seconds: int, nanos: int, digits: int | None) -> None:
    given = probe.rfc3339(seconds, nanos, -1 if digits is None else digits)
    out = text(given)
    assert out == reference.rfc3339(seconds, nanos, digits).encode()
    assert given[2] == len(out)


@pytest.mark.parametrize(
    ("seconds", "nanos", "digits"),
    [
        (0, 10**9, 0),
        (0, 2**32 - 1, 0),
        (0, 0, -2),
        (0, 0, 10),
        (reference.YEAR_ONE - 1, 0, 0),
    ],
)
def test_rfc3339_out_of_range(
    probe: Any, seconds: int, nanos: int, digits: int
) -> None:
    assert probe.rfc3339(seconds, nanos, digits) == (RANGE, UNTOUCHED, 0)


@pytest.mark.thread_unsafe(reason="freezes the clock")
def test_now_is_the_clock_of_gnomon(probe: Any) -> None:
    first = time.time_ns()
    status, seconds, nanos = probe.now()
    assert status == OK
    assert first <= seconds * 10**9 + nanos <= time.time_ns()
    with gnomon.clock.freeze(MOMENT):
        assert probe.now() == (OK, MOMENT, 0)
        assert text(probe.date()) == TEXT


@pytest.mark.thread_unsafe(reason="freezes the clock")
@pytest.mark.parametrize("case", vectors.read("http_date.tsv"), ids=vectors.name)
def test_parse(probe: Any, case: vectors.Case) -> None:
    text = case.text.encode("utf-8", "surrogatepass")
    with gnomon.clock.freeze(vectors.NOW):
        expected = (INVALID, -1, 1) if case.value is None else (OK, *case.value, 1)
        assert probe.parse(text) == expected, case.why


@pytest.mark.parametrize("case", vectors.read("rfc3339.tsv"), ids=vectors.name)
def test_parse_rfc3339(probe: Any, case: vectors.Case) -> None:
    text = case.text.encode("utf-8", "surrogatepass")
    expected = (INVALID, -1, 1) if case.value is None else (OK, *case.value)
    assert probe.parse_rfc3339(text) == expected, case.why


# The clock beside it.


@pytest.mark.thread_unsafe(reason="freezes the clock")
def test_native_threads_read_while_the_clock_freezes(probe: Any) -> None:
    other = gnomon.format_bytes(0)
    with gnomon.clock.freeze(MOMENT):
        assert probe.start(4, TEXT, other) == 4
        try:
            for _ in range(200):
                with gnomon.clock.freeze(0):
                    time.sleep(0.0002)
                time.sleep(0.0002)
        finally:
            frozen, refrozen, neither = probe.stop()
    assert frozen > 0
    assert refrozen > 0
    assert neither == 0


def child(code: str, built: Path) -> list[str]:
    """What it prints where nothing has been read yet; the extension is `probe`."""
    folder = f"sys.path.insert(0, {str(built.parent)!r})\n"
    return clock_child.run(folder + code)


@clock_child.needs_linux
def test_a_read_starts_the_ticker(built: Path) -> None:
    code = """
import probe
probe.load()
probe.now()  # needs none
assert is_bare(), clock.info()
probe.date()
wait_until(lambda: len(tickers()) == 1)
print(clock.info().running)
"""
    assert child(code, built) == ["True"]


WAKES_A_PARKED_TICKER = """
import probe
probe.load()
probe.date()
wait_until(lambda: clock.info().parked, timeout=20)
probe.date()
print(clock.info().running and not clock.info().parked)
"""
KEEPS_IT_AWAKE = """
import probe
probe.load()
end = time.monotonic() + 12  # it parks after ten
probe.date()
while time.monotonic() < end:
    time.sleep(0.05)
    info = clock.info()
    assert info.running and not info.parked, info
    probe.date()
print(True)
"""


@clock_child.needs_linux
def test_reads_wake_a_parked_ticker_and_keep_it_awake(parking: list[list[str]]) -> None:
    assert parking == [["True"]] * 2


@pytest.fixture(scope="module")
def parking(tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Both at once, and with the one extension: they wait for seconds."""
    target = tmp_path_factory.mktemp("parking") / "probe.so"
    built = capi_extension.build("capi/probe.c", target)
    with ThreadPoolExecutor(2) as pool:
        codes = WAKES_A_PARKED_TICKER, KEEPS_IT_AWAKE
        return list(pool.map(lambda code: child(code, built), codes))


def test_it_answers_when_its_interpreter_has_ended(built: Path) -> None:
    code = f"""
import sys
if sys.version_info >= (3, 13):
    import _interpreters as interpreters
else:
    import _xxsubinterpreters as interpreters
sys.path.insert(0, {str(built.parent)!r})
interpreter = interpreters.create()
failed = getattr(interpreters, "run_string")(interpreter, f'''
import sys
sys.path[:] = {{sys.path!r}}
import probe
probe.load()
probe.date()
''')
assert failed is None, failed
interpreters.destroy(interpreter)
assert "gnomon" not in sys.modules
import probe  # the same library, whose table is still there
print(probe.format({MOMENT}), len(probe.date()[1].rstrip(b"#")))
"""
    assert isolated.run(code) == f"{(OK, TEXT.ljust(ROOM, b'#'), 0)} 29\n"


# Who may use it.


@pytest.fixture
def installed(probe: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Calling it makes gnomon look as if it were of another version."""

    def pretend(size: int, major: int, minor: int) -> None:
        monkeypatch.setattr(gnomon, "_C_API", probe.capsule(size, major, minor))

    return pretend


SIZE = 8 + 6 * struct.calcsize("P")  # of the table in gnomon.h
REFUSAL = (
    "this extension was built for version 1.0 of gnomon's C API, "
    "but the gnomon that is installed has "
)


@pytest.mark.thread_unsafe(reason="changes gnomon")
@pytest.mark.parametrize(
    ("size", "major", "minor", "message"),
    [
        (SIZE, 0, 9, "0.9: install a newer gnomon"),
        (SIZE - 8, 1, 0, "1.0: install a newer gnomon"),
        (SIZE, 2, 0, "2.0: rebuild it, or install an older gnomon"),
        (SIZE + 80, 2, 7, "2.7: rebuild it, or install an older gnomon"),
    ],
)
def test_another_version_is_refused(
    probe: Any, installed: Any, size: int, major: int, minor: int, message: str
) -> None:
    installed(size, major, minor)
    with pytest.raises(ImportError) as refused:
        probe.load()
    assert str(refused.value) == REFUSAL + message
    assert text(probe.date())  # what was loaded before goes on


def test_without_gnomon_it_is_not_there(
    probe: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "gnomon", None)
    with pytest.raises(ImportError):
        probe.load()


def test_a_newer_minor_version_will_do(built: Path) -> None:
    code = f"""
sys.path.insert(0, {str(built.parent)!r})
import probe, gnomon
gnomon._C_API = probe.capsule({SIZE + 8}, 1, 1)
print(probe.load())
"""
    assert isolated.run(code) == "None\n"


# Where it is.


def test_the_header_is_in_the_package() -> None:
    header = Path(gnomon.get_include(), "gnomon.h")
    assert header.parent.parent == Path(gnomon.__file__).parent
    source = Path(__file__).parents[1] / "csrc" / "include" / "gnomon.h"
    if source.exists():  # else this suite has left its tree
        assert header.read_bytes() == source.read_bytes()


@pytest.fixture(scope="module")
def cython_probe(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("cython")
    path = capi_extension.build_cython("capi/cython_probe.pyx", folder)
    return capi_extension.load(path, "cython_probe")


@pytest.mark.thread_unsafe(reason="freezes the clock")
def test_cython(cython_probe: Any) -> None:
    with gnomon.clock.freeze(MOMENT):
        assert cython_probe.date() == TEXT
        stamp = b"1994-11-06T08:49:37Z"
        assert cython_probe.timestamp_and_back() == (stamp, MOMENT, 0)
    assert cython_probe.format_and_parse(MOMENT) == (TEXT, MOMENT)
    assert cython_probe.format_and_parse(reference.LAST + 1) is None
