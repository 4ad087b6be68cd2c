"""Mutants of a C file: each differs from it by one small change.

An operator becomes its neighbour, a constant one more, a condition its
opposite, a statement nothing. What does not compile is no mutant; that is for
the compiler to find, so that nothing here needs to understand C.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

SWAPS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "/",
    "/": "*",
    "%": "*",
    "<<": ">>",
    ">>": "<<",
    "&": "|",
    "|": "&",
    "^": "&",
    "+=": "-=",
    "-=": "+=",
    "*=": "/=",
    "/=": "*=",
    "|=": "&=",
    "&=": "|=",
    "<<=": ">>=",
    ">>=": "<<=",
    "++": "--",
    "--": "++",
    "!": "",
    "~": "",
    "true": "false",
    "false": "true",
}
NOT_CODE = re.compile(
    r'/\*.*?\*/|"(?:\\.|[^"\\])*"|^[ \t]*#[ \t]*(?!define)(?:\\\n|[^\n])*',
    re.DOTALL | re.MULTILINE,
)
TOKEN = re.compile(
    r"'(?:\\.|[^'\\])'|0[xX][0-9a-fA-F]+|\d+|[A-Za-z_]\w*"
    r"|<<=|>>=|->|\+\+|--|<<|>>|[-+*/|&<>=!]=|&&|\|\||\S"
)
# One that stands alone on its lines and neither ends a function nor a case.
STATEMENT = re.compile(
    r"(?<=[;{}:/]\n)[ \t]+(?!return|break|continue|case|default|else|for|while)"
    r"[\w(*][^;{}]*;$",
    re.MULTILINE,
)


@dataclass(frozen=True)
class Mutant:
    file: str
    line: int
    source: str  # the line as it was, without its indentation
    change: str  # "17: < to <=": the column, what, into what
    start: int
    end: int
    text: str  # what stands from start to end

    @property
    def key(self) -> tuple[str, str, str]:
        """What stays when lines above are added."""
        return self.file, self.source, self.change

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.source} [{self.change}]"

    def apply(self, code: str) -> str:
        return code[: self.start] + self.text + code[self.end :]


def blanked(code: str) -> str:
    """The code with spaces for comments, texts and directives but #define."""
    return NOT_CODE.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), code)


def constant(token: str) -> str | None:
    if token.startswith("'"):
        return f"({token} + 1)"
    if token[0].isdigit():
        return f"({int(token, 0) + 1})"
    return None


def changes(code: str) -> Iterator[tuple[int, int, str]]:
    """Where, and what instead."""
    plain = blanked(code)
    for found in TOKEN.finditer(plain):
        token = found[0]
        text = SWAPS.get(token, constant(token))
        # INT64_C(1) and 0xFFu want a bare number.
        glued = plain[found.end() : found.end() + 1].isalnum()
        macro = re.search(r"U?INT\d+_C\($", plain[: found.start()])
        if text is not None and token[0].isdigit() and (glued or macro):
            text = text.strip("()")
        if text is not None:
            yield found.start(), found.end(), text
    for found in STATEMENT.finditer(plain):
        start = found.end() - len(found[0].lstrip())
        yield start, found.end(), ";"


def of_file(path: Path) -> list[Mutant]:
    code = path.read_text(encoding="utf-8")
    mutants = []
    for start, end, text in changes(code):
        begin = code.rfind("\n", 0, start) + 1
        source = code[begin:].split("\n", 1)[0].strip()
        what = "deleted" if text == ";" else f"{code[start:end]} to {text or 'nothing'}"
        column = start - begin - (len(code[begin:]) - len(code[begin:].lstrip()))
        mutants.append(
            Mutant(
                path.name,
                code.count("\n", 0, start) + 1,
                source,
                f"{column}: {what}",
                start,
                end,
                text,
            )
        )
    return mutants
