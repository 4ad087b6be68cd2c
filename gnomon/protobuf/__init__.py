"""google.protobuf's JSON, with Timestamp and Duration printed and read in C.

    gnomon.protobuf.install()       every message of this process, from now on
    gnomon.protobuf.uninstall()     protobuf as it was
    gnomon.protobuf.accelerated()   the same for the length of a block
    gnomon.protobuf.status()        what is in place, and for which protobuf

Not one byte and not one error changes: the C code answers for values in range
and for texts that every version reads alike, and asks protobuf's own function
for everything else. Importing this module changes nothing, and does not load
protobuf.

    python -m gnomon.protobuf bench some.module:Message

tells what it is worth for messages of your own.
"""

from __future__ import annotations

import functools
import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from types import FunctionType
from typing import Any, NamedTuple

from .._core import fast_method

__all__ = ["Status", "accelerated", "install", "status", "uninstall"]

OLDEST = (5, 26)
NEWEST = (7, 36)
MISSING = "protobuf is not installed: pip install protobuf"


class _Place(NamedTuple):
    """Where a method stands, and what its fast path must know."""

    owner: type
    name: str
    classes: tuple[type, ...]

    @property
    def label(self) -> str:
        return f"{self.owner.__name__}.{self.name}"

    def present(self) -> Any:
        return vars(self.owner).get(self.name)

    def is_protobufs_own(self) -> bool:
        """Not what somebody else has put there, which may do more."""
        present = self.present()
        if not isinstance(present, FunctionType):
            return False
        return present.__globals__ is vars(sys.modules[self.owner.__module__])

    def is_ours(self) -> bool:
        """Whichever copy of this package put it there, if it was loaded twice."""
        present: object = self.present()
        kind = type(present)
        return (kind.__module__, kind.__name__) == ("gnomon._core", "FastMethod")


@dataclass(frozen=True)
class Status:
    """What is in place; status() makes it.

    protobuf: its version, None if it is not installed
    backend: "upb", "cpp" or "python", None if it is not installed
    known: whether it lies between the versions that gnomon was tested with
    fast: the methods that are accelerated now, as "Timestamp.ToJsonString"
    foreign: those that are not protobuf's own, nor gnomon's: left alone

    >>> isinstance(gnomon.protobuf.status(), Status)
    True

    Source: this library.
    """

    protobuf: str | None
    backend: str | None
    known: bool
    fast: tuple[str, ...]
    foreign: tuple[str, ...]


_lock = threading.RLock()
if hasattr(os, "register_at_fork"):
    # The thread that held it is not in the child.
    os.register_at_fork(after_in_child=_lock._at_fork_reinit)  # type: ignore[attr-defined]
# A reload finds them as they are.
_places_put: set[_Place] = globals().get("_places_put", set())
_installed: bool = globals().get("_installed", False)  # not only for a block
_blocks: int = globals().get("_blocks", 0)  # of accelerated() that are running


def install(*, force: bool = False) -> None:
    """Accelerate every Timestamp and Duration of this process.

    Existing messages, every descriptor pool and every backend are included.
    Calling it again does no harm; threads may. A method that somebody else has
    replaced is left alone, and status() tells.

    force: also for versions of protobuf that gnomon was not tested with; then
    only the methods of Timestamp and Duration, not those of json_format.

    Raises RuntimeError for such a version without it, ModuleNotFoundError
    where there is no protobuf.

    >>> gnomon.protobuf.install()
    >>> gnomon.protobuf.uninstall()

    Source: the JSON form of google.protobuf.Timestamp and Duration.
    """
    global _installed
    places = _wanted(force)
    with _lock:
        _put(places)
        _installed = True


def uninstall() -> None:
    """Give protobuf its own methods back, the very same objects.

    One that somebody else has replaced since is left alone. Blocks of
    accelerated() that are running lose their acceleration, too. Without
    install() before, it does nothing. Raises nothing.

    >>> gnomon.protobuf.uninstall()

    Source: this library.
    """
    global _installed
    with _lock:
        _installed = False
        _take_away()


@contextmanager
def accelerated(*, force: bool = False) -> Generator[None]:
    """Accelerate for the length of a block, or of a call of a decorated function.

    The whole process is, not this thread alone. A coroutine function or a
    generator function has ended its call before its body runs: use a block in
    it. Blocks may nest and overlap:
    the last one to end takes the methods away, unless install() was called.

    force and the errors: as for install().

    >>> with gnomon.protobuf.accelerated():
    ...     pass

    Source: the JSON form of google.protobuf.Timestamp and Duration.
    """
    global _blocks
    places = _wanted(force)
    with _lock:
        _put(places)
        _blocks += 1
    try:
        yield
    finally:
        with _lock:
            _blocks -= 1
            if _blocks == 0 and not _installed:
                _take_away()


def status() -> Status:
    """Tell what is in place, and for which protobuf.

    Raises nothing where there is no protobuf, and what importing protobuf does
    where it cannot be loaded.

    >>> gnomon.protobuf.status().fast
    ()

    Source: this library.
    """
    try:
        version = _version()
    except ModuleNotFoundError:
        return Status(None, None, False, (), ())
    api = import_module("google.protobuf.internal.api_implementation")
    known = _known(version)
    places = _places(known=known)
    with _lock:
        fast = [place.label for place in places if place.is_ours()]
        foreign = [
            place.label
            for place in places
            if not place.is_ours() and not place.is_protobufs_own()
        ]
    return Status(version, api.Type(), known, tuple(fast), tuple(foreign))


def _version() -> str:
    try:
        return str(import_module("google.protobuf").__version__)
    except ModuleNotFoundError as error:
        raise ModuleNotFoundError(MISSING, name=error.name) from None


def _known(version: str) -> bool:
    major, minor = version.split(".")[:2]
    return OLDEST <= (int(major), int(minor)) <= NEWEST


def _places(*, known: bool) -> list[_Place]:
    types = import_module("google.protobuf.internal.well_known_types")
    places = [
        _Place(owner, name, ())
        for owner in (types.Timestamp, types.Duration)
        for name in ("ToJsonString", "FromJsonString")
    ]
    json_format = import_module("google.protobuf.json_format") if known else None
    if json_format and _is_untouched(json_format):
        # Shortcuts through what it does around them.
        messages = (
            import_module("google.protobuf.timestamp_pb2").Timestamp,
            import_module("google.protobuf.duration_pb2").Duration,
        )
        for owner, name in (
            (json_format._Printer, "_MessageToJsonObject"),
            (json_format._Parser, "ConvertMessage"),
        ):
            places.append(_Place(owner, name, (owner, *messages)))
    return places


def _is_untouched(json_format: Any) -> bool:
    """Whether what the shortcuts leave out is protobuf's own."""
    around = (
        _Place(json_format._Printer, "_GenericMessageToJsonObject", ()),
        _Place(json_format._Parser, "_ConvertGenericMessage", ()),
    )
    table, names = json_format._WKTJSONMETHODS, [place.name for place in around]
    return all(place.is_protobufs_own() for place in around) and all(
        table.get(f"google.protobuf.{name}") == names
        for name in ("Timestamp", "Duration")
    )


def _wanted(force: bool) -> list[_Place]:
    """Imports, so that the lock must not be held."""
    version = _version()
    known = _known(version)
    if not known and not force:
        raise RuntimeError(
            f"gnomon knows protobuf {_words(OLDEST)} to {_words(NEWEST)}, not "
            f"{version}: use install(force=True), or a gnomon that knows it"
        )
    return _places(known=known)


def _put(places: list[_Place]) -> None:
    _places_put.update(places)
    for place in places:
        if place.is_protobufs_own():
            original = place.present()
            ours = fast_method(place.label, original, *place.classes)
            setattr(place.owner, place.name, functools.update_wrapper(ours, original))


def _take_away() -> None:
    for place in _places_put:
        if place.is_ours():
            setattr(place.owner, place.name, place.present().__wrapped__)


def _words(version: tuple[int, int]) -> str:
    return f"{version[0]}.{version[1]}"
