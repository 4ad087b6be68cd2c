"""Every answer of every program, compared before anything is timed."""

from __future__ import annotations

import subprocess
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from .moments import Moment, expected
from .programs import Program

Answers = dict[str, list[str]]  # by row, in the order of the moments


@dataclass(frozen=True)
class Difference:
    """How a row differs from what is right: how often, and the first time."""

    count: int
    moment: Moment
    right: str
    given: str

    def __str__(self) -> str:
        return (
            f"{self.count} answers differ, first of {self.moment.rfc3339}: "
            f"{self.given!r} instead of {self.right!r}"
        )


def ask(program: Program, moments_file: Path) -> Answers:
    answer = subprocess.run(
        [*program.command, "--answers", str(moments_file)],
        check=True,
        capture_output=True,
        text=True,
    )
    answers: Answers = defaultdict(list)
    for line in answer.stdout.splitlines():
        row, _, text = line.partition("\t")
        answers[row].append(text)
    if set(answers) != set(program.rows):
        raise ValueError(f"{program.name} answers for {sorted(answers)}")
    return answers


def compare(
    moments: list[Moment], right: list[str], given: list[str]
) -> Difference | None:
    triples = zip(moments, right, given, strict=True)
    wrong = [triple for triple in triples if triple[1] != triple[2]]
    return Difference(len(wrong), *wrong[0]) if wrong else None


def differences(
    moments: list[Moment], core: Answers, others: list[Answers]
) -> dict[str, Difference]:
    """The rows that differ: the core's from the standard library's, the peers'
    from the core's."""
    pairs = [
        (row, [expected(row.split("/")[0], moment) for moment in moments], given)
        for row, given in core.items()
    ]
    for answers in others:
        for row, given in answers.items():
            job = row.split("/")[0]
            pairs.append((row, core[f"{job}/gnomon"], given))
    found = {row: compare(moments, right, given) for row, right, given in pairs}
    return {row: difference for row, difference in found.items() if difference}
