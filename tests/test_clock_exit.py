"""However a process or an interpreter ends: soon, with its own status, and with
nothing of the clock left over."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import clock_child
import embedded
import isolated
import pytest

pytestmark = clock_child.needs_linux

TIME_LIMIT = 60
FREE_THREADED = bool(sysconfig.get_config_var("Py_GIL_DISABLED"))

# How it ends, and the status that it then has.
ENDINGS = {
    "at the end": ("", 0),
    "sys.exit": ("sys.exit(3)", 3),
    "an exception": ("raise KeyboardInterrupt", -signal.SIGINT),
    "os._exit": ("os._exit(4)", 4),
    "os._exit in a thread": (
        """
import threading
threading.Thread(target=lambda: os._exit(5)).start()
time.sleep(60)
""",
        5,
    ),
    "sys.exit in a thread": (
        """
import threading
thread = threading.Thread(target=lambda: (read(), sys.exit(6)))
thread.start()
thread.join()
tick()
""",
        0,
    ),
    "SIGTERM": (
        "os.kill(os.getpid(), signal.SIGTERM); time.sleep(60)",
        -signal.SIGTERM,
    ),
    "SIGTERM that is handled": (
        """
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
os.kill(os.getpid(), signal.SIGTERM)
time.sleep(60)
""",
        7,
    ),
    "SIGSEGV": ("os.kill(os.getpid(), signal.SIGSEGV); time.sleep(60)", -11),
    "in a child": (
        """
pid = os.fork()
tick()
if pid:
    sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
sys.exit(8)
""",
        8,
    ),
    "exec": ("os.execv('/bin/sh', ['sh', '-c', 'exit 9'])", 9),
    "with a frozen clock": ("frozen = clock.freeze(0); frozen.__enter__()", 0),
    "with a ticker that died": ("gnomon._core._test_kill_ticker()", 0),
    "reading to the last": (
        """
import atexit
class Last:
    def __init__(self): self.date, self.parse = gnomon.date, gnomon.parse
    def __del__(self): assert self.parse(self.date()) > 0
sys.last, last, atexit_reads = Last(), Last(), atexit.register(read)
cycle = [Last()]
cycle.append(cycle)
""",
        0,
    ),
    "while threads read on": (
        """
import threading
def read_on():
    for _ in range(30_000): gnomon.date()
for _ in range(4): threading.Thread(target=read_on).start()
""",
        0,
    ),
    "while daemon threads do everything": (
        """
import threading
def do(*deeds):
    while True:
        for deed in deeds: deed()
def freeze():
    with clock.freeze(0): gnomon.date()
for deeds in ([gnomon.date], [gnomon.date_bytes], [clock.stop, clock.start], [freeze]):
    threading.Thread(target=do, args=deeds, daemon=True).start()
time.sleep(0.1)
""",
        0,
    ),
}


TICKING = f"""
import resource, signal, sys
resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
sys.path.insert(0, {isolated.ROOT!r})
{clock_child.PRELUDE}
read()
wait_until(lambda: len(tickers()) == 1)
"""


def finish(
    command: list[str], timeout: float = TIME_LIMIT
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command,
        env={**os.environ, "GNOMON_CLOCK": ""},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )


@pytest.mark.parametrize(("code", "status"), ENDINGS.values(), ids=ENDINGS)
def test_end_of_a_process(code: str, status: int) -> None:
    python = [sys.executable, "-I", "-S", "-W", "error", "-c"]
    done = finish([*python, TICKING + code])
    assert done.returncode == status, done.stderr
    assert done.stdout == ""
    assert done.stderr == "" or "KeyboardInterrupt" in code


# Interpreters that come and go in one process.

EMBEDDED = f"""
import sys
sys.path.insert(0, {isolated.ROOT!r})
{clock_child.PRELUDE}
assert not tickers()
ticks = clock.info().ticks
read()
read_until_ticks_pass(ticks)
"""

INTERPRETER_ENDS = {
    "ticking": "",
    "after some of everything": """
for deed in (clock.stop, clock.start, clock.info, gnomon.date_bytes, gnomon.rfc3339):
    deed()
with clock.freeze(0), clock.freeze(1.5):
    assert gnomon.format(1) == gnomon.date()
for refused in (lambda: gnomon.parse("?"), lambda: clock.freeze("?")):
    try:
        refused()
    except (TypeError, ValueError):
        pass
gnomon.unpack(gnomon.pack(0))
read()
""",
    "never read": None,
    "stopped and started": "clock.stop(); clock.start()",
    "frozen": "frozen = clock.freeze(0); frozen.__enter__(); gnomon.date()",
    "held in a cycle": "import sys; sys.self = [gnomon, sys]; gnomon.me = gnomon._core",
    "after a fork": "wait_for(in_fork(start_anew)); start_anew()",
    "after threads read": """
import threading
threads = [threading.Thread(target=read_for, args=(0.02,)) for _ in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
""",
}


def embedded_code(name: str) -> str:
    code = INTERPRETER_ENDS[name]
    if code is None:
        return f"import sys; sys.path.insert(0, {isolated.ROOT!r})\nimport gnomon"
    return EMBEDDED + code


@pytest.fixture
def embed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return embedded.build(tmp_path_factory)


@pytest.mark.parametrize("name", INTERPRETER_ENDS)
def test_ten_interpreters_one_after_another(embed: Path, name: str) -> None:
    done = finish(embedded.command(embed, 10, embedded_code(name)))
    assert (done.returncode, done.stderr) == (0, "")
    counts = done.stdout.splitlines()
    assert counts[0].startswith("0 tickers, ")
    assert counts == [counts[0]] * 11


def is_ours(error: ElementTree.Element) -> bool:
    """Whether a complaint of valgrind's is about something that gnomon did.

    CPython's types share an interned name with whoever had it first, and keep it.
    """
    if any(fn.text == "PyUnicode_InternFromString" for fn in error.iter("fn")):
        return False
    return any("gnomon/_core" in (obj.text or "") for obj in error.iter("obj"))


def describe(error: ElementTree.Element) -> str:
    functions = [function.text or "?" for function in error.iter("fn")]
    return f"{error.findtext('kind')}: {' < '.join(functions)}"


@pytest.mark.skipif(
    FREE_THREADED,
    reason="free-threaded builds have an allocator that valgrind does not know",
)
def test_nothing_leaks(embed: Path, tmp_path: Path) -> None:
    if shutil.which("valgrind") is None:
        pytest.skip("valgrind is not installed")
    report = tmp_path / "valgrind.xml"
    # No further back than that: CPython itself leaks in what gnomon makes it import.
    valgrind = ["valgrind", "--quiet", "--leak-check=full", "--num-callers=6"]
    output = ["--xml=yes", f"--xml-file={report}"]
    command = embedded.command(embed, 2, embedded_code("after some of everything"))
    done = finish([*valgrind, *output, *command], 60)
    assert done.returncode == 0, done.stderr
    errors = ElementTree.parse(report).iter("error")
    assert [describe(error) for error in errors if is_ours(error)] == []
