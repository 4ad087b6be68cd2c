"""The examples of the pages, run as they stand, at one frozen moment."""

from __future__ import annotations

from doctest import ELLIPSIS
from typing import Any

from sybil import Sybil
from sybil.parsers.myst import PythonCodeBlockParser, SkipParser

import gnomon

THEN = 784111777  # Sun, 06 Nov 1994 08:49:37 GMT


def freeze(namespace: dict[str, Any]) -> None:
    namespace["gnomon"] = gnomon
    namespace["__frozen"] = gnomon.clock.freeze(THEN).__enter__()


def thaw(namespace: dict[str, Any]) -> None:
    namespace["__frozen"].__exit__()


pytest_collect_file = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS), SkipParser()],
    pattern="*.md",
    exclude="servers.md",  # cut out of examples/, where it is run whole
    setup=freeze,
    teardown=thaw,
).pytest()
