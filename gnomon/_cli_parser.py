"""The grammar of the command line, and its help."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from textwrap import indent
from typing import Any, NoReturn

import gnomon

from . import _cli_commands as commands
from ._cli_commands import quote
from ._cli_hints import hint_of_split

_LONGEST_MESSAGE = 300

_WHEN = """\
WHEN is Unix seconds, whole or with a fraction (784111777, -1, 0.25), an
RFC 3339 timestamp (1994-11-06T08:49:37Z) or the word now."""


_ENDING = """\
The exit status is 0; 1 where the output cannot be written, 2 for a wrong
argument. There are colours on a terminal alone, and none where NO_COLOR is
set. GNOMON_CLOCK=off keeps the ticker from starting; dates are right without."""


_WORD = """\
word  1070970211429
hex   0x0f95acc8c65

field    bits   value
year     29-42   1994
weekday  26-28      6  Sunday
month    22-25     11
day      17-21      6
hour     12-16      8
minute    6-11     49
second     0-5     37"""


class Parser(argparse.ArgumentParser):
    """An argument parser whose errors are one line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
            **kwargs,
        )
        # No option starts with a digit: -1x is a bad number, not an option.
        self._negative_number_matcher = re.compile(r"-\.?[0-9]")

    def _print_message(self, message: str, file: Any = None) -> None:
        # argparse's own says nothing where its output cannot be written.
        file = file or sys.stderr
        if file is not None:  # for print that would be the standard output
            print(message, end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Write one line to standard error and leave with status 2."""
        line = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in message)
        if len(line) > _LONGEST_MESSAGE:
            line = line[:_LONGEST_MESSAGE] + "..."
        line += hint_of_split(message)
        self.exit(2, f"{self.prog}: error: {line}\n")


_AddParser = Callable[..., Parser]  # that of argparse's sub-parsers
_Run = Callable[[argparse.Namespace], Iterable[str]]


def make_parser(prog: str) -> Parser:
    """Return the parser of the whole command line.

    What it parses has `run`, the function of the command, and `parser`, the
    parser to report to what `run` refuses.
    """
    parser = Parser(
        prog=prog,
        usage="%(prog)s [-h] [--version] [COMMAND ...]",
        description="HTTP dates and RFC 3339 timestamps.\n"
        "Without a command: the current HTTP date.",
        epilog=_epilog(_ENDING, "format 784111777", "Sun, 06 Nov 1994 08:49:37 GMT\n"),
    )
    parser.add_argument(
        "--version", action="version", version=f"gnomon {gnomon.__version__}"
    )
    parser.set_defaults(run=commands.date_, parser=parser)
    subparsers = parser.add_subparsers(prog=prog, title="commands", metavar="COMMAND")
    for add in (
        _add_format,
        _add_parse,
        _add_rfc3339,
        _add_parse_rfc3339,
        _add_pack,
        _add_clock,
        _add_demo,
    ):
        add(subparsers.add_parser)
    return parser


def _add_format(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "format",
        commands.format_,
        "write moments as HTTP dates",
        notes=_WHEN + "\nA fraction is dropped: the second it lies in is written.",
        example="784111777 1994-11-06T09:49:38+01:00",
        prints="Sun, 06 Nov 1994 08:49:37 GMT\nSun, 06 Nov 1994 08:49:38 GMT",
    )
    parser.add_argument("when", metavar="WHEN", nargs="+", help="years 0000 to 9999")


def _add_parse(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "parse",
        commands.parse,
        "read HTTP dates into Unix seconds",
        example="'Sun, 06 Nov 1994 08:49:37 GMT'",
        prints="784111777",
    )
    parser.add_argument(
        "text",
        metavar="TEXT",
        nargs="+",
        help="a date in any of the three forms of RFC 9110 section 5.6.7",
    )


def _add_rfc3339(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "rfc3339",
        commands.rfc3339,
        "write a moment as an RFC 3339 timestamp",
        notes=_WHEN,
        example="63108020 21000000",
        prints="1972-01-01T10:00:20.021Z",
    )
    parser.add_argument(
        "when", metavar="WHEN", nargs="?", help="years 0001 to 9999; default: now"
    )
    parser.add_argument(
        "nanos",
        metavar="NANOS",
        nargs="?",
        type=_whole_number(0, 999_999_999),
        help="nanoseconds, after a WHEN of whole seconds",
    )
    parser.add_argument(
        "--digits",
        metavar="N",
        type=_whole_number(0, 9),
        help="digits of the fraction, 0 to 9, cut and not rounded;"
        " default: 0, 3, 6 or 9, the fewest that lose nothing",
    )


def _add_parse_rfc3339(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "parse-rfc3339",
        commands.parse_rfc3339,
        "read RFC 3339 timestamps into Unix seconds and nanoseconds",
        example="1972-01-01T10:00:20.021Z",
        prints="63108020 21000000",
    )
    parser.add_argument(
        "text", metavar="TEXT", nargs="+", help="a date-time of RFC 3339 section 5.6"
    )


def _add_pack(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "pack",
        commands.pack,
        "show the 43-bit word of a moment, and what is in it",
        notes=_WHEN,
        example="784111777",
        prints=_WORD,
    )
    parser.add_argument("when", metavar="WHEN", help="years 0000 to 9999")


def _add_clock(add_parser: _AddParser) -> None:
    parser = _add(
        add_parser,
        "clock",
        commands.clock,
        "watch the clock tick, and how late each tick comes",
        notes="On a terminal one line is redrawn, elsewhere each tick has its own.\n"
        "Ctrl-C ends it.",
        example="--seconds 1",
    )
    parser.add_argument(
        "--seconds",
        metavar="N",
        type=_duration,
        help="how long; default: until Ctrl-C",
    )


def _add_demo(add_parser: _AddParser) -> None:
    _add(
        add_parser,
        "demo",
        commands.demo,
        "show each function on real input, and what a call costs",
        notes="It takes about two seconds.",
    )


def _add(
    add_parser: _AddParser,
    name: str,
    run: _Run,
    summary: str,
    *,
    notes: str = "",
    example: str = "",
    prints: str = "",
) -> Parser:
    parser = add_parser(
        name,
        help=summary,
        description=f"{summary[0].upper()}{summary[1:]}.",
        epilog=_epilog(notes, example, prints),
    )
    parser.set_defaults(run=run, parser=parser)
    return parser


def _epilog(notes: str, arguments: str, prints: str) -> str:
    """Return the end of a help: notes, then a call and the lines it prints."""
    call = f"$ %(prog)s {arguments}".rstrip()
    example = "example:\n" + indent(f"{call}\n{prints}".rstrip(), "  ")
    return f"{notes}\n\n{example}" if notes else example


def _whole_number(low: int, high: int) -> Callable[[str], int]:
    def read(text: str) -> int:
        if re.fullmatch(r"[0-9]{1,18}", text) and low <= int(text) <= high:
            return int(text)
        raise argparse.ArgumentTypeError(
            f"{quote(text)} is not a whole number from {low} to {high}"
        )

    return read


def _duration(text: str) -> float:
    if re.fullmatch(r"[0-9]{1,9}(\.[0-9]*)?|\.[0-9]+", text) and float(text) > 0:
        return float(text)
    raise argparse.ArgumentTypeError(
        f"{quote(text)} is not a number of seconds above zero"
    )
