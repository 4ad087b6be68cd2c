"""The docstring of every public name: its shape, and that its examples are true.

A summary; types, units and ranges of each argument; what it raises, or whose errors
it shares; an example; and the source, with the section where it is an RFC.
"""

from __future__ import annotations

import doctest
import importlib
import inspect
import logging
import re
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import gnomon

MODULES = [
    "gnomon",
    "gnomon.asgi",
    "gnomon.clock",
    "gnomon.logging",
    "gnomon.protobuf",
    "gnomon.testing",
    "gnomon.wsgi",
]
# Another function's words, where they hold here too.
SHARED = re.compile(r"\b(like|as for|for) (time\.)?\w+\(\)")
SOURCE = re.compile(r"^Source: (.+(?:\n.+)*)\.\Z", re.MULTILINE)
RFC = re.compile(r"\bRFC \d+\b")
RFC_SECTION = re.compile(r"\bRFC \d+, sections? \d")
NO_FUNCTION = {
    "gnomon.Fields",
    "gnomon.clock.ClockInfo",
    "gnomon.protobuf.Status",
}
# Their example is a whole test of pytest.
NOT_RUN = {"gnomon.testing.frozen_gnomon"}


def public_names() -> Iterator[tuple[str, Any]]:
    for module_name in MODULES:
        module = importlib.import_module(module_name)
        for name in module.__all__:
            value = getattr(module, name)
            if not isinstance(value, (str, ModuleType)):
                yield f"{module_name}.{name}", value


PUBLIC = dict(public_names())


def doc_of(name: str) -> str:
    doc = inspect.getdoc(PUBLIC[name])
    assert doc is not None
    return doc


@pytest.mark.parametrize("module", MODULES)
def test_of_a_module(module: str) -> None:
    doc = importlib.import_module(module).__doc__
    assert doc is not None
    assert doc.partition("\n")[0].endswith(".")


@pytest.mark.parametrize("name", PUBLIC)
def test_summary(name: str) -> None:
    summary, blank, *_ = doc_of(name).splitlines()
    assert summary[0].isupper()
    assert summary.endswith(".")
    assert blank == ""
    assert "--" not in summary  # the end of a C signature that was not understood


@pytest.mark.parametrize("name", PUBLIC)
def test_it_fits_a_terminal(name: str) -> None:
    assert [line for line in doc_of(name).splitlines() if len(line) > 80] == []


@pytest.mark.parametrize("name", sorted({*PUBLIC} - NO_FUNCTION))
def test_arguments_and_errors(name: str) -> None:
    doc = doc_of(name)
    parameters = inspect.signature(PUBLIC[name]).parameters
    unnamed = [each for each in parameters if not re.search(rf"\b{each}\b", doc)]
    assert unnamed == []
    assert re.search(r"\b[Rr]aises\b", doc) or SHARED.search(doc)


@pytest.mark.parametrize("name", sorted(NO_FUNCTION))
def test_fields(name: str) -> None:
    doc = doc_of(name)
    fields = PUBLIC[name].__match_args__
    assert [field for field in fields if not re.search(rf"\b{field}\b", doc)] == []


@pytest.mark.parametrize("name", PUBLIC)
def test_source(name: str) -> None:
    doc = doc_of(name)
    source = SOURCE.search(doc)
    assert source
    assert bool(RFC.search(source[1])) == bool(RFC_SECTION.search(source[1]))
    if re.search(r"date|format|parse|rfc3339|timestamp", name.rpartition(".")[2]):
        assert RFC.search(source[1])


@pytest.mark.parametrize("name", PUBLIC)
def test_methods(name: str) -> None:
    if not inspect.isclass(PUBLIC[name]):
        return
    methods = {
        key: value
        for key, value in vars(PUBLIC[name]).items()
        if inspect.isfunction(value)
        and (key in ("__call__", "__enter__", "__exit__") or key[0] != "_")
    }
    assert [key for key, value in methods.items() if not inspect.getdoc(value)] == []


@pytest.mark.thread_unsafe(reason="freezes the clock")
@pytest.mark.parametrize("name", PUBLIC)
def test_examples(name: str) -> None:
    """At the moment of RFC 9110's own example, all of them are deterministic."""
    if name in NOT_RUN:
        assert "    def test_" in doc_of(name)
        return
    if name.startswith("gnomon.protobuf."):
        pytest.importorskip("google.protobuf", reason="there is no protobuf")
    module = vars(importlib.import_module(name.rpartition(".")[0]))
    names = {"gnomon": gnomon, "logging": logging, **module}
    examples = doctest.DocTestParser().get_doctest(doc_of(name), names, name, None, 0)
    assert examples.examples
    report: list[str] = []
    with gnomon.clock.freeze(784111777):
        doctest.DocTestRunner(verbose=False).run(examples, out=report.append)
    assert "".join(report) == ""
