"""What a call comes to, and whether it comes to the same when accelerated."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, settings

from gnomon import protobuf

LONG = os.environ.get("LONG", "") not in ("", "0")
# Of each property. Slow says nothing on a machine that does other things, too.
many = settings(
    max_examples=20_000 if LONG else 4 * settings().max_examples,
    suppress_health_check=[HealthCheck.too_slow],
)

# A result with its type, or all that an exception tells; and what became of the
# message.
Outcome = tuple[object, ...]


def _told(error: BaseException | None) -> Outcome:
    if error is None:
        return ()
    return (
        type(error),
        str(error),
        _told(error.__cause__),
        _told(error.__context__),
        error.__suppress_context__,
    )


def of(call: Callable[[], object], *messages: Any) -> Outcome:
    told: Outcome = ()
    result: object = None
    try:
        result = call()
    except Exception as error:
        told = _told(error)
    states = [message.SerializeToString(deterministic=True) for message in messages]
    return (type(result), _bytes(result), told, states)


def _bytes(result: object) -> object:
    """A message by its bytes; a str by itself, and a NaN equal to another."""
    if hasattr(result, "SerializeToString"):
        return result.SerializeToString(deterministic=True)
    return repr(result)


def same(prepare: Callable[[], tuple[Any, ...]]) -> Outcome:
    """The outcome, if it is the same with and without; `prepare` gives the call and
    the messages that it may change, anew for each."""
    original = of(*prepare())
    with protobuf.accelerated():
        accelerated = of(*prepare())
    assert accelerated == original
    return original
