"""Threads that install, uninstall, print and parse at once."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import isolated
import pytest
from integrations.protobuf.schema import (
    Duration,
    Timestamp,
    json_format,
    well_known_types,
)

from gnomon import protobuf
from gnomon._core import fast_method


@pytest.mark.thread_unsafe(reason="starts threads itself, and counts on them")
def test_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of it at once, while others print and parse: no call fails or differs."""
    original = vars(well_known_types.Timestamp)["ToJsonString"]

    def make_way(*args: Any) -> Any:
        time.sleep(0)  # another thread has its turn in the middle of it
        return fast_method(*args)

    monkeypatch.setattr(protobuf, "fast_method", make_way)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    failures: list[BaseException] = []
    done = threading.Event()

    def guard(work: Callable[[], None]) -> Callable[[], None]:
        def run() -> None:
            try:
                work()
            except BaseException as error:
                failures.append(error)

        return run

    @guard
    def switch() -> None:
        for _ in range(200):
            with protobuf.accelerated():
                protobuf.install()
                protobuf.status()
            protobuf.uninstall()

    @guard
    def use() -> None:
        while not done.is_set():
            message = Timestamp(seconds=1, nanos=5_000_000)
            text = json_format.MessageToDict(message)
            assert text == "1970-01-01T00:00:01.005Z"
            assert json_format.ParseDict(text, Timestamp()) == message
            assert Duration(seconds=-1).ToJsonString() == "-1s"

    switches = [threading.Thread(target=switch) for _ in range(4)]
    uses = [threading.Thread(target=use) for _ in range(2)]
    try:
        for thread in switches + uses:
            thread.start()
        for thread in switches:
            thread.join()
        done.set()
        for thread in uses:
            thread.join()
    finally:
        done.set()
        sys.setswitchinterval(interval)
    assert failures == []
    assert vars(well_known_types.Timestamp)["ToJsonString"] is original


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_child_does_not_wait_for_a_thread_that_it_has_not() -> None:
    code = """
import os, threading, warnings
from gnomon import protobuf
warnings.simplefilter("ignore", DeprecationWarning)  # of 3.12, about such forks
held = threading.Event()
def hold():
    with protobuf._lock:
        held.set()
        threading.Event().wait()
threading.Thread(target=hold, daemon=True).start()
held.wait()
child = os.fork()
if child == 0:
    protobuf.uninstall()
    os._exit(7)
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
os._exit(0)
"""
    assert isolated.run(code, 20).split() == ["7"]
