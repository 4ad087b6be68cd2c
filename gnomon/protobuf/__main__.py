"""`python -m gnomon.protobuf`: what is in place, and what it is worth."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterator, Sequence

from .._cli import guard
from .._cli_parser import Parser
from . import MISSING, status

_PROG = "python -m gnomon.protobuf"
_HELP = """\
MESSAGE is some.module:name, where name is a message, a function that returns
one, or a class, of which one is made and filled field by field.
"""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    return guard(_PROG, lambda: _run(argv))


def _run(argv: Sequence[str] | None) -> int:
    parser = Parser(
        prog=_PROG,
        description="protobuf's JSON, with Timestamp and Duration in C.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("status", help="the protobuf there is, and whether it is known")
    bench = commands.add_parser(
        "bench",
        help="what acceleration is worth for a message",
        description="What acceleration is worth for a message.",
        epilog=_HELP,
    )
    bench.add_argument("message", metavar="MESSAGE", help="some.module:name")
    args = parser.parse_args(argv)
    if status().protobuf is None:
        print(f"{parser.prog}: error: {MISSING}", file=sys.stderr)
        return 1
    if args.command == "status":
        print(_describe())
        return 0
    if not status().known:
        bench.error(_describe())
    from ._sample import NoMessage, find

    try:
        message = find(args.message)
    except NoMessage as error:
        bench.error(str(error))
    for line in _table(message):
        print(line, flush=True)
    return 0


def _describe() -> str:
    found = status()
    known = "known" if found.known else "not known: only install(force=True) takes it"
    return f"protobuf {found.protobuf}, {found.backend}: {known}"


def _table(message: object) -> Iterator[str]:
    from ._bench import measure
    from ._sample import count_moments

    python = f"{platform.python_implementation()} {platform.python_version()}"
    yield f"{_describe()}; {python}"
    yield f"Timestamps and Durations in the message: {count_moments(message)}"
    yield ""
    yield f"{'':28}{'protobuf':>12}{'gnomon':>12}{'faster':>10}"
    for row in measure(message):
        plain, fast = f"{row.plain_us:.1f} us", f"{row.fast_us:.1f} us"
        yield f"{row.call:28}{plain:>12}{fast:>12}{f'{row.ratio:.2f} x':>10}"


if __name__ == "__main__":
    sys.exit(main())
