"""The clock that `gnomon.date` reads: one packed word, refreshed each second.

It starts by itself on the first read, never at import, and parks when nothing
has read it for ten seconds. A date is right whether or not it runs.

    start()       let it run, and run it
    stop()        end it, until start()
    info()        what it is doing, and how late its ticks come: a ClockInfo
    freeze(when)  let the whole process read one moment, for tests

With GNOMON_CLOCK=off in the environment it never starts.
"""

from ._core import ClockInfo
from ._core import clock_info as info
from ._core import clock_start as start
from ._core import clock_stop as stop
from ._core import freeze_begin as _freeze_begin
from ._core import freeze_end as _freeze_end
from ._core import moment as _moment

# `import gnomon` stays cheap: typing, functools and inspect load re and more, and
# annotations are quoted because __future__ is a file to load too.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import Any, Self, SupportsIndex, TypeAlias, TypeVar

    _When: TypeAlias = SupportsIndex | float | datetime
    _Callable: TypeAlias = Callable[..., Any]
    _Function = TypeVar("_Function", bound=_Callable)

__all__ = ["ClockInfo", "freeze", "info", "start", "stop"]


class freeze:
    """Freeze the clock of the whole process at one moment.

    `when` is that moment: Unix seconds (an int, or any object with
    `__index__`), a float, of which the floor counts, or a datetime, to the
    microsecond; a naive one is read as UTC. Years 0000-9999.

    It is a context manager and a decorator of functions and coroutine
    functions. Until it ends, everything in this process that reads the time
    from gnomon reads that moment, in every thread: date, rfc3339 without a
    moment, the century of a two-digit year in parse. time.time() and datetime
    go on. Freezes nest, the latest rules, and one freeze may be entered
    again, also while it is on.

    Raises ValueError for a moment that is out of range, not a number or
    infinite, and TypeError for any other type, both when it is made, not when
    it is entered. As a decorator it raises TypeError for a class and for a
    generator function, whose body would run after the freeze has ended.

        >>> with gnomon.clock.freeze(784111777):
        ...     gnomon.date()
        'Sun, 06 Nov 1994 08:49:37 GMT'

        >>> @gnomon.clock.freeze(784111777)
        ... def test_date_header():
        ...     assert gnomon.date() == 'Sun, 06 Nov 1994 08:49:37 GMT'

    Source: this library's clock.
    """

    __slots__ = ("_moment", "_tokens", "_when")

    def __init__(self, when: "_When", /) -> None:
        self._when = when  # first: __repr__ may be asked why it failed
        self._moment = _moment(when)  # a bad moment shows where it is written
        self._tokens: list[object] = []

    def __repr__(self) -> str:
        return f"gnomon.clock.freeze({self._when!r})"

    def __reduce__(self) -> "tuple[type[freeze], tuple[_When]]":
        return freeze, (self._when,)  # a copy has not been entered

    def __enter__(self) -> "Self":
        """Freeze the clock; return this freeze."""
        self._tokens.append(_freeze_begin(self._moment))
        return self

    def __exit__(self, *exc_info: object) -> None:
        """End the latest entry; the freeze around it rules again, or the time."""
        if not self._tokens:
            raise RuntimeError("this freeze has not been entered, or has ended")
        _freeze_end(self._tokens.pop())

    def __call__(self, function: "_Function", /) -> "_Function":
        """Return `function` so wrapped that each call of it runs frozen."""
        from inspect import iscoroutinefunction
        from typing import cast

        body = _body(function)
        _check_decorable(function, body)
        # A mark may be on the object itself, as on an AsyncMock.
        is_async = iscoroutinefunction(body) or iscoroutinefunction(function)
        wrap = _wrap_coroutine if is_async else _wrap
        return cast("_Function", wrap(function, self._moment))


def _body(function: "Any") -> "Any":
    """What runs in the end: a staticmethod's function, an object's __call__."""
    from functools import partial
    from inspect import isclass, isroutine

    while isinstance(function, partial):
        function = function.func
    inner = getattr(function, "__func__", function)
    if isroutine(inner) or isclass(inner) or not callable(inner):
        return inner
    return type(inner).__call__


def _check_decorable(function: "Any", body: "Any") -> None:
    from inspect import isasyncgenfunction, isclass, isgeneratorfunction

    if isgeneratorfunction(body) or isasyncgenfunction(body):
        kind = "a generator function"
    elif isclass(function):
        kind = "a class"
    elif not callable(function):
        kind = type(function).__name__
    else:
        return
    raise TypeError(f"freeze decorates a function or a coroutine function, not {kind}")


# Each call takes a token of its own: calls that overlap, in threads or tasks,
# may end in any order.


def _wrap(function: "_Callable", moment: tuple[int, int]) -> "_Callable":
    from functools import wraps

    @wraps(function)
    def frozen(*args: "Any", **kwargs: "Any") -> "Any":
        token = _freeze_begin(moment)
        try:
            return function(*args, **kwargs)
        finally:
            _freeze_end(token)

    return frozen


def _wrap_coroutine(function: "_Callable", moment: tuple[int, int]) -> "_Callable":
    from functools import wraps

    @wraps(function)
    async def frozen(*args: "Any", **kwargs: "Any") -> "Any":
        token = _freeze_begin(moment)
        try:
            return await function(*args, **kwargs)
        finally:
            _freeze_end(token)

    return frozen
