"""The table of calls that other tests rely on: complete, and right."""

from __future__ import annotations

from types import ModuleType

import pytest
from calls import CALLS, PYTHON_CALLS, START_AND_STOP, Call

import gnomon
import gnomon.logging
from gnomon import asgi, clock, wsgi

ALL = [*CALLS, *PYTHON_CALLS, *START_AND_STOP]
MADE_BY_FUNCTIONS = {gnomon.Fields, clock.ClockInfo}
CALLED_BY_HELPERS = {
    clock.freeze,
    asgi.DateMiddleware,
    wsgi.DateMiddleware,
    wsgi.filter_app_factory,
    gnomon.logging.Formatter,
}
MODULES = [gnomon, clock, asgi, wsgi, gnomon.logging]


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.__name__)
def test_every_public_function_is_called(module: ModuleType) -> None:
    called = {call.function for call in ALL} | CALLED_BY_HELPERS
    public = {getattr(module, name) for name in module.__all__}
    assert {*filter(callable, public)} - called - MADE_BY_FUNCTIONS == set()


@pytest.mark.thread_unsafe(reason="freezes the clock")
@pytest.mark.parametrize("call", ALL, ids=lambda call: call.name)
def test_it_does_what_it_says(call: Call) -> None:
    call.make()
