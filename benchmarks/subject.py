"""What is compared: jobs, and the subjects that do them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from operator import attrgetter
from typing import Any

# The names that a statement uses, and their values.
Names = dict[str, Any]
# Imports what a subject needs; returns what turns the inputs of a case into the
# names of its statement. That part is prepared, not timed.
Load = Callable[[], Callable[[Names], Names]]


class CannotTake(Exception):
    """The input of a case is one that the subject has no way to be given."""


@dataclass(frozen=True)
class Subject:
    """One way to do a job."""

    label: str
    package: str  # the distribution that it comes from, "" for Python's own
    load: Load
    statement: str = "f(x)"
    answer: Callable[[Any], Any] = lambda given: given  # in the terms of the case
    base: str = "floor"  # the label of the subject that its ratio is to
    raises: bool = False  # refuses by an exception, which the statement catches
    limited: bool = False  # a limit refers to it: measured also in a quick run


@dataclass(frozen=True)
class Case:
    """Inputs by name, and the right answer."""

    names: Names
    right: object


@dataclass(frozen=True)
class Job:
    """Something to do, the cases that are compared, and who does it.

    The first case is the one that is timed.
    """

    name: str
    title: str
    floor: str  # in words
    cases: Sequence[Case]
    subjects: Sequence[Subject] = field(default_factory=tuple)


def call(module: str, function: str, **converted: Callable[[Any], Any]) -> Load:
    """`f` is a function; the inputs stay as they are, or are converted by name."""

    def load() -> Callable[[Names], Names]:
        f = attrgetter(function)(import_module(module))

        def bind(names: Names) -> Names:
            new = {name: convert(names[name]) for name, convert in converted.items()}
            return {**names, **new, "f": f}

        return bind

    return load


def floor(function: str, statement: str = "f(x)", label: str = "floor") -> Subject:
    """A function of floors.c. It answers nothing, so it is not compared."""
    return Subject(label, "", call("floors", function), statement, limited=True)


def gnomon(function: str, statement: str = "f(x)", **options: Any) -> Subject:
    """A function of the package that is measured."""
    load = call("gnomon", function)
    label = options.pop("label", f"gnomon.{function}")
    return Subject(label, "gnomon", load, statement, limited=True, **options)
