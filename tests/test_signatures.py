"""The public names: their signatures, and docs whose examples are true."""

from __future__ import annotations

import doctest
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


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docs(name: str) -> None:
    doc = inspect.getdoc(FUNCTIONS[name])
    assert doc is not None
    summary = doc.partition("\n")[0]
    assert summary.endswith(".")
    assert "--" not in summary  # the end of a C signature that was not understood
    assert ">>>" in doc


@pytest.mark.thread_unsafe(reason="freezes the clock")
@pytest.mark.parametrize("name", [*FUNCTIONS][:-1])
def test_examples_in_the_docs(name: str) -> None:
    """At the moment of RFC 9110's own example, all of them are deterministic, but
    those that show what the ticker is doing."""
    doc = inspect.getdoc(FUNCTIONS[name])
    assert doc is not None
    names = {"gnomon": gnomon, **vars(gnomon)}
    examples = doctest.DocTestParser().get_doctest(doc, names, name, None, None)
    assert examples.examples
    report: list[str] = []
    with clock.freeze(784111777):
        doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert "".join(report) == ""


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
