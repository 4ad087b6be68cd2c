"""What the load benchmark reads of wrk's output."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parents[1] / "benchmarks"
pytestmark = pytest.mark.skipif(
    not (BENCHMARKS / "servers").is_dir(),
    reason="there is no benchmarks/servers in a source archive",
)

OUTPUT = """\
Running 1s test @ http://127.0.0.1:8000
  1 threads and 16 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     1.88ms    3.22ms  43.21ms   96.51%
    Req/Sec    10.56k   813.23    11.75k    72.73%
  Latency Distribution
     50%    1.42ms
     75%    1.52ms
     90%    1.81ms
     99%  {p99}
  11562 requests in 1.10s, 2.61MB read
Requests/sec:  10510.83
Transfer/sec:      2.37MB
"""


@pytest.fixture
def wrk(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(BENCHMARKS)
    from servers import wrk

    return wrk


@pytest.mark.parametrize(
    ("shown", "milliseconds"),
    [("910.00us", 0.91), ("  17.42ms", 17.42), ("   1.02s", 1020), ("1.50m", 90_000)],
)
def test_read(wrk: Any, shown: str, milliseconds: float) -> None:
    load = wrk.parse(OUTPUT.format(p99=shown))
    assert load == (10510.83, pytest.approx(milliseconds))


def test_failures_are_no_figures(wrk: Any) -> None:
    failed = OUTPUT.format(p99="1.00ms") + "  Non-2xx or 3xx responses: 12\n"
    for output in (failed, "", OUTPUT.format(p99="?")):
        with pytest.raises(ValueError):
            wrk.parse(output)
