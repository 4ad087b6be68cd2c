"""What only gnomon itself calls refuses nonsense too, and crashes nothing."""

from __future__ import annotations

import gc
import weakref
from datetime import datetime, timedelta, timezone
from typing import Any

import isolated
import pytest

import gnomon
from gnomon import _core

PLACE = "Timestamp.ToJsonString"


@pytest.mark.parametrize(
    ("function", "arguments", "error"),
    [
        ("freeze_begin", (0,), TypeError),
        ("freeze_begin", (("a", 0),), TypeError),
        ("freeze_begin", ((10**12, 0),), ValueError),
        ("freeze_begin", ((0, 10**9),), ValueError),
        ("freeze_end", (object(),), TypeError),
        ("_test_publish", (-1,), OverflowError),
        ("_test_publish", ("a word",), TypeError),
        ("fast_method", (), TypeError),
        ("fast_method", (PLACE,), TypeError),
        ("fast_method", (0, len), TypeError),
        ("fast_method", ("Timestamp.Unknown", len), ValueError),
    ],
)
def test_wrong_arguments(
    function: str, arguments: tuple[Any, ...], error: type[Exception]
) -> None:
    with pytest.raises(error):
        getattr(_core, function)(*arguments)
    assert not gnomon.clock.info().frozen


def test_a_fast_method_goes() -> None:
    method = _core.fast_method(PLACE, len)
    assert method.__get__(None, object) is method
    assert method.__get__("ab", str)() == 2
    gone = weakref.ref(method)
    del method
    gc.collect()
    assert gone() is None


class Lying(datetime):
    """Says what it likes about its offset; datetime itself would look at it first."""

    offset: Any

    def utcoffset(self) -> Any:
        if isinstance(self.offset, Exception):
            raise self.offset
        return self.offset


@pytest.mark.parametrize(
    ("offset", "error"),
    [
        (5, TypeError),
        (timedelta(days=2), ValueError),
        (timedelta(days=-1), ValueError),
        (timedelta(days=-2), ValueError),
        (KeyError("offset"), KeyError),
    ],
)
@pytest.mark.parametrize("function", [gnomon.format, gnomon.rfc3339, gnomon.pack])
def test_a_datetime_that_lies(
    function: Any, offset: object, error: type[Exception]
) -> None:
    when = Lying(1994, 11, 6, 8, 49, 37, tzinfo=timezone(timedelta(hours=1)))
    when.offset = offset
    with pytest.raises(error):
        function(when)


def test_without_a_datetime_module() -> None:
    code = """
import gnomon
sys.modules["datetime"] = None
for call in (lambda: gnomon.format(""), lambda: gnomon.parse_datetime(
    "Sun, 06 Nov 1994 08:49:37 GMT")):
    try:
        call()
    except (TypeError, ImportError) as error:
        print(type(error).__name__)
"""
    assert isolated.run(code).split() == ["TypeError", "ImportError"]


@pytest.mark.parametrize(
    ("module", "error"),
    [("None", "ModuleNotFoundError"), ("type(sys)('fields')", "AttributeError")],
)
def test_without_fields(module: str, error: str) -> None:
    code = f"""
import gnomon
sys.modules["gnomon._fields"] = {module}
try:
    gnomon.unpack({gnomon.pack(0)})
except (ImportError, AttributeError) as error:
    print(type(error).__name__)
"""
    assert isolated.run(code).strip() == error
