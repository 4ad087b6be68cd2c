"""No test may leave protobuf accelerated: others compare with the originals."""

from __future__ import annotations

import warnings
from collections.abc import Iterator

import pytest

from gnomon import protobuf


@pytest.fixture(autouse=True)
def _protobuf_as_it_was() -> Iterator[None]:
    # What protobuf 5.26 in pure Python says of itself where it reads an Any.
    warnings.filterwarnings("ignore", "SymbolDatabase.GetPrototype", UserWarning)
    yield
    status = protobuf.status()
    protobuf.uninstall()
    assert (status.fast, status.foreign) == ((), ())
