"""Arguments that call back into gnomon while it reads them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import gnomon
from gnomon import clock

IMF = "Sun, 06 Nov 1994 08:49:37 GMT"
RFC850 = "Sunday, 06-Nov-94 08:49:37 GMT"
EXAMPLE = 784111777


class Deed:
    """A number that does something when it is asked which."""

    def __init__(self, value: Any, deed: Callable[[], object]) -> None:
        self.value = value
        self.deed = deed

    def __index__(self) -> int:
        self.deed()
        return self.value  # type: ignore[no-any-return]


def freeze_for_good() -> None:
    clock.freeze(0).__enter__()  # until the token is collected, which is at once


def stop_and_start() -> None:
    clock.stop()
    clock.start()


def freeze_and_read() -> None:
    with clock.freeze(Deed(5, clock.stop)):
        assert gnomon.date() == gnomon.format(5)


def parse_and_format() -> None:
    assert gnomon.parse(IMF) == EXAMPLE
    assert gnomon.format(Deed(EXAMPLE, gnomon.date)) == IMF
    assert gnomon.parse(RFC850, None) == EXAMPLE


def exhaust_the_stack() -> None:
    def deeper() -> str:
        return gnomon.format(Deed(0, deeper))

    with suppress(RecursionError):
        deeper()


DEEDS: list[Callable[[], None]] = [
    clock.stop,
    clock.start,
    stop_and_start,
    freeze_for_good,
    freeze_and_read,
    parse_and_format,
    exhaust_the_stack,
]
