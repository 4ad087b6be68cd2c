"""Threads that install, uninstall, print and parse at once."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable
from typing import Any

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
