"""The command line: from arguments to an exit status, without a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence

from ._cli_commands import Refused
from ._cli_parser import make_parser

_EXIT_FAILED = 1
_EXIT_INTERRUPTED = 128 + 2  # what a shell reports for SIGINT
_EXIT_BROKEN_PIPE = 128 + 13  # and for SIGPIPE


def main(argv: Sequence[str] | None = None, *, prog: str = "gnomon") -> int:
    """Run the command line and return its exit status.

    `argv` holds the arguments after the program's name, by default those of
    this process; `prog` is the name that messages and help use. A wrong
    argument writes one line to standard error and raises SystemExit(2).

        >>> main(["format", "784111777"])
        Sun, 06 Nov 1994 08:49:37 GMT
        0
    """
    return guard(prog, lambda: _run(prog, argv))


def guard(prog: str, run: Callable[[], int]) -> int:
    """Run a command and return its status, or that of what became of its output."""
    if sys.stdout is None:  # it was closed before Python began
        print(f"{prog}: error: there is no standard output", file=sys.stderr)
        return _EXIT_FAILED
    try:
        try:
            return run()
        finally:  # what cannot be written, of --help too, fails here, not at exit
            sys.stdout.flush()
    except BrokenPipeError:
        _discard_output()
        return _EXIT_BROKEN_PIPE
    except OSError as error:
        _discard_output()
        print(f"{prog}: error: {error.strerror or error}", file=sys.stderr)
        return _EXIT_FAILED
    except KeyboardInterrupt:
        return _EXIT_INTERRUPTED


def _run(prog: str, argv: Sequence[str] | None) -> int:
    args = make_parser(prog).parse_args(argv)
    try:
        for line in args.run(args):
            print(line)
    except Refused as refused:
        args.parser.error(str(refused))
    return 0


def _discard_output() -> None:
    # The interpreter writes what is left at exit: let it, where nothing fails.
    devnull = os.open(os.devnull, os.O_WRONLY)
    os.dup2(devnull, sys.stdout.fileno())
    os.close(devnull)
