"""Writes docs/gnomon.1, the man page, from the texts of --help.

    tools/man_page.py          write it (make man)
    tools/man_page.py --check  fail where it is not what it would be

argparse-manpage knows the same parser but leaves out the notes and examples of
subcommands, and writes the day on which it runs.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from textwrap import dedent, wrap

from gnomon._cli_parser import Parser, make_parser

PAGE = Path(__file__).resolve().parent.parent / "docs" / "gnomon.1"
EXAMPLE = "example:\n"

END = r"""
.SH STANDARDS
RFC 9110, section 5.6.7 (HTTP dates);
RFC 3339, section 5.6 (timestamps).
.SH SEE ALSO
.BR date (1)
"""


def page() -> Iterator[str]:
    parser = make_parser("gnomon")
    commands = subparsers(parser)
    title, *rest = (parser.description or "").splitlines()
    yield '.TH GNOMON 1 "" gnomon "User Commands"'
    yield from (".SH NAME", rf"gnomon \- {escaped(title.rstrip('.'))}")
    yield ".SH SYNOPSIS"
    yield from "\n.br\n".join(map(usage, (parser, *commands))).splitlines()
    yield from (".SH DESCRIPTION", *map(escaped, rest))
    yield from end(parser)
    yield ".SH OPTIONS"
    yield from arguments(parser)
    yield ".SH COMMANDS"
    for command in commands:
        yield from (f".SS {escaped(command.prog)}", escaped(command.description or ""))
        yield from arguments(command)
        yield from end(command)
    yield END.strip()


def subparsers(parser: Parser) -> list[Parser]:
    (commands,) = filter(is_commands, parser._actions)
    return list(dict(commands.choices or {}).values())


def is_commands(action: argparse.Action) -> bool:
    return isinstance(action, argparse._SubParsersAction)


def usage(parser: Parser) -> str:
    """A line of the synopsis: the name bold, the rest as argparse says it."""
    text = " ".join(parser.format_usage().removeprefix("usage: ").split())
    return rf"\fB{escaped(parser.prog)}\fR{escaped(text.removeprefix(parser.prog))}"


def arguments(parser: Parser) -> Iterator[str]:
    """Each argument with its help; -h speaks for itself."""
    for action in parser._actions:
        if "-h" in action.option_strings or is_commands(action):
            continue
        value = "" if action.nargs == 0 else str(action.metavar)
        names = [rf"\fB{escaped(name)}\fR" for name in action.option_strings]
        yield ".TP"
        yield " ".join([*names, *([rf"\fI{escaped(value)}\fR"] if value else [])])
        yield from map(escaped, wrap(action.help or ""))


def end(parser: Parser) -> Iterator[str]:
    """The notes of a help, then its example as it stands."""
    epilog = (parser.epilog or "") % {"prog": parser.prog}
    notes, _, example = epilog.partition(EXAMPLE)
    for paragraph in filter(None, map(str.strip, notes.split("\n\n"))):
        yield from (".PP", *map(escaped, paragraph.splitlines()))
    if example:
        yield from (".PP", "For example:", ".PP", ".in +4n", ".EX")
        yield from map(escaped, dedent(example).rstrip().splitlines())
        yield from (".EE", ".in")


def escaped(text: str) -> str:
    """As roff wants it: no escape, no hyphen for a minus, no request by chance."""
    text = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{text}" if text.startswith((".", "'")) else text


def joined(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    options = parser.parse_args()
    os.environ["NO_COLOR"] = "1"  # argparse, too, knows colours since Python 3.14
    text = joined(page())
    if not options.check:
        PAGE.write_text(text, encoding="utf-8")
    elif PAGE.read_text(encoding="utf-8") != text:
        print(f"{PAGE.name} is not what --help says: make man", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
