"""No test may leave protobuf accelerated: others compare with the originals."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from gnomon import protobuf


@pytest.fixture(autouse=True)
def _protobuf_as_it_was() -> Iterator[None]:
    yield
    status = protobuf.status()
    protobuf.uninstall()
    assert (status.fast, status.foreign) == ((), ())
