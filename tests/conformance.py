"""The cases of tests/vectors/protobuf_json.tsv."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

ERROR, AS_REQUIRED, NONE_OF_ITS_BUSINESS = "error", "=", "-"


class Case(NamedTuple):
    """One line; the head of the file says what the columns mean."""

    test: str
    type: str  # Timestamp, Duration or Any
    do: str  # parse, print, or reprint: parse, then print
    given: str
    required: str
    python: str
    gnomon: str
    why: str

    def answer_of_python(self) -> str:
        return self.required if self.python == AS_REQUIRED else self.python

    def answer_of_gnomon(self) -> str:
        return self.required if self.gnomon == AS_REQUIRED else self.gnomon


def read() -> list[Case]:
    path = Path(__file__).parent / "vectors" / "protobuf_json.tsv"
    lines = path.read_text("ascii").splitlines()
    return [Case(*line.split("\t")) for line in lines if not line.startswith("#")]


def name(case: Case) -> str:
    return case.test
