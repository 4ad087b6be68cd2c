"""What each command does: arguments in, lines out."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Iterable, Sequence

import gnomon

from ._cli_hints import hint
from ._cli_moment import read_moment

_LONGEST_QUOTE = 60
_WEEKDAYS = (
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
    "Sunday",
)
_BITS = (
    ("year", "29-42"),
    ("weekday", "26-28"),
    ("month", "22-25"),
    ("day", "17-21"),
    ("hour", "12-16"),
    ("minute", "6-11"),
    ("second", "0-5"),
)


class Refused(Exception):
    """An argument cannot be used; the text says which, and why."""


def quote(text: str) -> str:
    """Return an argument as a message shows it: escaped, and cut where long."""
    return repr(text[:_LONGEST_QUOTE]) + "..." * (len(text) > _LONGEST_QUOTE)


def date_(args: Namespace) -> Iterable[str]:
    """Say what time it is."""
    return [gnomon.date()]


def format_(args: Namespace) -> Iterable[str]:
    """Write each WHEN as an HTTP date."""
    return _each(args.when, lambda when: gnomon.format(read_moment(when).seconds))


def parse(args: Namespace) -> Iterable[str]:
    """Read each HTTP date into Unix seconds."""
    return _each(args.text, lambda text: str(gnomon.parse(text)), wants="HTTP date")


def rfc3339(args: Namespace) -> Iterable[str]:
    """Write WHEN, or now, as an RFC 3339 timestamp."""
    if args.when is None:
        return [gnomon.rfc3339(digits=args.digits)]

    def answer(when: str) -> str:
        seconds, nanos = read_moment(when)
        if nanos is not None and args.nanos is not None:
            raise ValueError("NANOS may only follow a whole number of seconds")
        return gnomon.rfc3339(seconds, nanos or args.nanos or 0, digits=args.digits)

    return _each([args.when], answer)


def parse_rfc3339(args: Namespace) -> Iterable[str]:
    """Read each RFC 3339 timestamp into Unix seconds and nanoseconds."""

    def answer(text: str) -> str:
        seconds, nanos = gnomon.parse_rfc3339(text)
        return f"{seconds} {nanos}"

    return _each(args.text, answer, wants="timestamp")


def pack(args: Namespace) -> Iterable[str]:
    """Show the packed word of WHEN."""
    return _each(
        [args.when],
        lambda when: "\n".join(_word_lines(gnomon.pack(read_moment(when).seconds))),
    )


def clock(args: Namespace) -> Iterable[str]:
    """Watch the clock."""
    from ._cli_watch import watch

    watch(args.seconds)
    return ()


def demo(args: Namespace) -> Iterable[str]:
    """Show what gnomon does and what it costs."""
    from ._demo import demo_lines

    return demo_lines()


def _each(
    texts: Sequence[str], answer: Callable[[str], str], wants: str = "moment"
) -> list[str]:
    """Answer all of the texts, or refuse at the first bad one and answer none."""
    answers: list[str] = []
    for place, text in enumerate(texts):
        try:
            answers.append(answer(text))
        except ValueError as error:
            meant = hint(texts, place, wants)
            raise Refused(f"{quote(text)}: {error}{meant}") from None
    return answers


def _word_lines(word: int) -> list[str]:
    fields = gnomon.unpack(word)
    lines = [f"word  {word}", f"hex   {word:#013x}", "", "field    bits   value"]
    for name, bits in _BITS:
        value = getattr(fields, name)
        meaning = f"  {_WEEKDAYS[value]}" if name == "weekday" else ""
        lines.append(f"{name:<7}  {bits:>5}  {value:>5}{meaning}")
    return lines
