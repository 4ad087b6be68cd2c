"""Answers are compared before anything is timed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from subject import CannotTake, Case, Job, Names, Subject

MOST_SHOWN = 60  # characters of an answer


def differences(
    job: Job, subject: Subject, bind: Callable[[Names], Names]
) -> list[str]:
    """What the subject answers otherwise, in words; nothing of a floor."""
    if subject.label.startswith("floor"):
        return []
    found = (_difference(subject, bind, case) for case in job.cases)
    return [difference for difference in found if difference]


def _difference(
    subject: Subject, bind: Callable[[Names], Names], case: Case
) -> str | None:
    given = ", ".join(repr(value) for value in case.names.values())
    try:
        answer = subject.answer(_evaluate(subject, bind(case.names)))
    except CannotTake:
        return None
    except Exception as error:
        if subject.raises:
            return None
        return f"{_cut(given)} raises {type(error).__name__}"
    if answer == case.right:
        return None
    return f"{_cut(given)} gives {_cut(repr(answer))}" if given else _cut(repr(answer))


def _evaluate(subject: Subject, names: Names) -> Any:
    return eval(subject.statement, dict(names))


def _cut(text: str) -> str:
    return text if len(text) <= MOST_SHOWN else text[: MOST_SHOWN - 3] + "..."
