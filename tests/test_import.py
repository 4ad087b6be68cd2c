"""import gnomon: cheap, and without a thread."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import isolated
import pytest

import gnomon

HEAVY = {
    "_datetime",
    "_strptime",
    "argparse",
    "asyncio",
    "contextlib",
    "datetime",
    "email",
    "functools",
    "google",
    "inspect",
    "logging",
    "re",
    "threading",
    "typing",
}

LOADED = """
import sys
before = set(sys.modules)
import gnomon
print("\\n".join(set(sys.modules) - before))
"""

CALLS = """
gnomon.date()
gnomon.date_bytes()
when = gnomon.parse("Sunday, 06-Nov-94 08:49:37 GMT")
gnomon.format(when)
gnomon.format_bytes(float(when))
gnomon.unpack(gnomon.pack(when))
gnomon.parse_rfc3339(gnomon.rfc3339())
gnomon.parse_rfc3339_ns(gnomon.rfc3339_ns(0))
gnomon.clock.info()
try:
    gnomon.parse("")
except ValueError:
    pass
"""


def test_it_loads_nothing_but_itself() -> None:
    names = {"gnomon", "gnomon._core", "gnomon.clock"}
    assert set(isolated.run(LOADED).split()) == names


def test_what_the_functions_load() -> None:
    code = LOADED.replace("import gnomon\n", "import gnomon\n" + CALLS)
    names = {name.partition(".")[0] for name in isolated.run(code).split()}
    assert names & HEAVY == set()


def test_datetime_is_not_loaded_to_see_whether_there_is_one() -> None:
    """The import might fail: in a process that is out of files, say."""
    code = """
import gnomon
class Number:
    def __index__(self): return 5
for call in gnomon.format, gnomon.rfc3339, gnomon.pack:
    call(Number())
    try:
        call("text")
    except TypeError:
        print("datetime" in sys.modules)
"""
    assert isolated.run(code).split() == ["False"] * 3


def test_datetime_is_loaded_when_it_is_asked_for() -> None:
    code = """
import gnomon
when = gnomon.parse_datetime("Sun, 06 Nov 1994 08:49:37 GMT")
print("datetime" in sys.modules, when.isoformat(), gnomon.rfc3339(when))
"""
    assert isolated.run(code).split() == [
        "True",
        "1994-11-06T08:49:37+00:00",
        "1994-11-06T08:49:37Z",
    ]


def test_a_datetime_is_one_also_where_its_module_is_forgotten() -> None:
    """As unittest.mock.patch.dict("sys.modules") forgets what it has not seen."""
    code = """
import gnomon
before = set(sys.modules)
import datetime
for name in set(sys.modules) - before:
    del sys.modules[name]
print(gnomon.format(datetime.datetime(2000, 1, 1)))
"""
    assert isolated.run(code) == "Sat, 01 Jan 2000 00:00:00 GMT\n"


@pytest.mark.parametrize(
    ("function", "argument"),
    [("parse_datetime", "'Sun, 06 Nov 1994 08:49:37 GMT'"), ("format", "moment")],
)
def test_a_finalizer_may_need_datetime_when_all_modules_are_gone(
    function: str, argument: str
) -> None:
    """-X dev overwrites memory that is freed, so that its use would show."""
    code = f"""
import os
from datetime import datetime, timedelta, timezone
import gnomon
moment = datetime(2000, 1, 1, tzinfo=timezone(timedelta(hours=1)))
class Last:
    def __del__(self, call=gnomon.{function}, argument={argument}):
        os.write(1, str(call(argument)).encode())
last = Last()
last.__del__()
os.write(1, b"|")
os.register_at_fork(before=lambda last=last: None)  # which goes after the modules
"""
    done = subprocess.run(
        [sys.executable, "-S", "-X", "dev", "-c", code],
        env={**os.environ, "PYTHONPATH": isolated.ROOT},
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    first, second = done.stdout.split("|")
    assert first in ("1994-11-06 08:49:37+00:00", "Fri, 31 Dec 1999 23:00:00 GMT")
    assert second in (first, "")  # some versions of CPython do not call it again


@pytest.mark.skipif(
    not Path("/proc/self/task").is_dir(), reason="threads are counted in Linux's /proc"
)
def test_it_starts_no_thread() -> None:
    count = "print(len(os.listdir('/proc/self/task')))\n"
    code = f"import os\n{count}import gnomon\n{count}gnomon.date()\n{count}"
    assert isolated.run(code, GNOMON_CLOCK="").split() == ["1", "1", "2"]


def test_it_can_be_imported_again() -> None:
    code = """
import gnomon
first = gnomon
for name in [name for name in sys.modules if name.partition(".")[0] == "gnomon"]:
    del sys.modules[name]
import gnomon
assert gnomon is not first
for module in (first, gnomon, first):
    assert module.parse(module.date()) > 1_000_000_000
    assert module.format(0) == "Thu, 01 Jan 1970 00:00:00 GMT"
print(gnomon.unpack(first.pack(0)))
"""
    assert "year=1970" in isolated.run(code)


def test_version() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+\S*", gnomon.__version__)


def test_sources_that_are_not_built_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """They may lie in the folder where Python starts, before what is installed."""
    for name in ("gnomon", "gnomon.clock"):
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gnomon._core", None)  # as if it were missing
    folder = re.escape(str(Path(gnomon.__file__).parent))
    said = f"^gnomon in {folder} is not built for this Python: run `make build` there"
    with pytest.raises(ImportError, match=said):
        importlib.import_module("gnomon")
