"""The public names and their signatures; test_docstrings.py has their docs."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest

import gnomon
from gnomon import clock

SIGNATURES = {
    "date": "()",
    "date_bytes": "()",
    "format": "(when, /)",
    "format_bytes": "(when, /)",
    "parse": "(text, default=Ellipsis, /)",
    "parse_datetime": "(text, default=Ellipsis, /)",
    "rfc3339": "(when=Ellipsis, nanos=0, /, *, digits=None)",
    "rfc3339_ns": "(ns, /, *, digits=None)",
    "parse_rfc3339": "(text, default=Ellipsis, /)",
    "parse_rfc3339_ns": "(text, default=Ellipsis, /)",
    "parse_rfc3339_datetime": "(text, default=Ellipsis, /)",
    "pack": "(when, /)",
    "unpack": "(word, /)",
}
CLOCK = {"start": "()", "stop": "()", "info": "()"}

FUNCTIONS: dict[str, Callable[..., object]] = {
    **{f"gnomon.{name}": getattr(gnomon, name) for name in SIGNATURES},
    **{f"gnomon.clock.{name}": getattr(clock, name) for name in ["freeze", *CLOCK]},
}
EXPECTED = {
    **{f"gnomon.{name}": text for name, text in SIGNATURES.items()},
    **{f"gnomon.clock.{name}": text for name, text in CLOCK.items()},
}


@pytest.mark.parametrize("name", EXPECTED)
def test_signature(name: str) -> None:
    assert str(inspect.signature(FUNCTIONS[name])) == EXPECTED[name]


def test_signature_of_freeze() -> None:
    (when,) = inspect.signature(clock.freeze).parameters.values()
    assert (when.name, when.kind) == ("when", when.POSITIONAL_ONLY)
    assert when.default is when.empty


def test_all() -> None:
    assert sorted(gnomon.__all__) == sorted(set(gnomon.__all__))
    assert {*SIGNATURES, "Fields", "clock"} <= set(gnomon.__all__)
    # What is listed is there, and what is there is listed.
    listed = {name for name in gnomon.__all__ if callable(getattr(gnomon, name))}
    public = {name for name in vars(gnomon) if not name.startswith("_")}
    assert listed == {name for name in public if callable(getattr(gnomon, name))}


def test_all_of_the_clock() -> None:
    assert sorted(clock.__all__) == ["ClockInfo", "freeze", "info", "start", "stop"]


@pytest.mark.parametrize("name", FUNCTIONS)
def test_names(name: str) -> None:
    function = FUNCTIONS[name]
    assert callable(function)
    if name != "gnomon.clock.freeze":
        assert type(function).__name__ == "builtin_function_or_method"


def test_fields_type() -> None:
    assert gnomon.Fields.__name__ == "Fields"
    assert gnomon.Fields.__match_args__ == (
        "year",
        "month",
        "day",
        "hour",
        "minute",
        "second",
        "weekday",
    )
