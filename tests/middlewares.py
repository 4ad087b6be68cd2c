"""What the tests of both middlewares need."""

from __future__ import annotations

import doctest
import inspect
from types import ModuleType

import isolated

THEN = "Sun, 06 Nov 1994 08:49:37 GMT"  # 784111777

LOADED = """
import collections.abc, typing  # which any framework has loaded
before = set(sys.modules)
import {module}
print("\\n".join(set(sys.modules) - before))
"""


def loaded_with(module: str) -> set[str]:
    """The packages that importing it loads, but itself and what has its types. There
    is no site-packages: it fails where a framework is asked for."""
    names = isolated.run(LOADED.format(module=module)).split()
    return {name.partition(".")[0] for name in names} - {"gnomon", "wsgiref"}


def problems_in_the_docs(module: ModuleType, thing: object) -> str:
    """What the examples of a docstring print that they do not say."""
    doc = inspect.getdoc(thing)
    assert doc is not None
    parsed = doctest.DocTestParser().get_doctest(doc, {**vars(module)}, "doc", None, 0)
    assert parsed.examples
    report: list[str] = []
    doctest.DocTestRunner(verbose=False).run(parsed, out=report.append)
    return "".join(report)
