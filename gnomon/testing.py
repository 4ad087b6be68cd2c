"""A pytest fixture that freezes the clock, for those who ask for it.

In the topmost conftest.py:

    pytest_plugins = ["gnomon.testing"]

Without pytest, gnomon.clock.freeze does the same.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import SupportsIndex

import pytest

from . import clock, date, parse

__all__ = ["FrozenClock", "frozen_gnomon"]


class FrozenClock:
    """What the fixture `frozen_gnomon` gives: call it to move to a moment.

    It freezes the clock of the whole process when it is made, at the second in
    which that is, and until end(). Raises nothing when it is made.

        >>> frozen = FrozenClock()
        >>> frozen(0)
        >>> gnomon.date()
        'Thu, 01 Jan 1970 00:00:00 GMT'
        >>> frozen.end()

    Source: this library's clock.
    """

    def __init__(self) -> None:
        self._freeze = clock.freeze(parse(date()))
        self._freeze.__enter__()

    def __call__(self, when: SupportsIndex | float | datetime, /) -> None:
        """Freeze at another moment, with the errors of gnomon.clock.freeze."""
        next_freeze = clock.freeze(when)
        next_freeze.__enter__()
        self.end()
        self._freeze = next_freeze

    def end(self) -> None:
        """Let the clock run on; the fixture does it after the test."""
        self._freeze.__exit__()


@pytest.fixture
def frozen_gnomon() -> Iterator[FrozenClock]:
    """Freeze gnomon's clock in the whole process until the test ends.

    It stands at the second in which the test began; call the fixture with a
    moment (Unix seconds or a datetime) to move it. Raises what
    gnomon.clock.freeze does for a moment that is none.

        def test_date_header(client, frozen_gnomon):
            frozen_gnomon(784111777)
            date = client.get("/").headers["date"]
            assert date == "Sun, 06 Nov 1994 08:49:37 GMT"

    Source: this library's clock.
    """
    frozen = FrozenClock()
    yield frozen
    frozen.end()
