"""What somebody may have meant by an argument that was refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

import gnomon

_WEEKDAY = re.compile(r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun)[a-z]*,?", re.ASCII)
_TIME_OF_DAY = re.compile(r"[0-9]:[0-9]{2}:[0-9]{2}", re.ASCII)
_UNIX_TIME = re.compile(r"-?[0-9]+", re.ASCII)

QUOTE = "; quote the date: the shell splits it at its spaces"


def hint(texts: Sequence[str], refused: int, wants: str) -> str:
    """Return a hint to append to the reason, or an empty text.

    `texts` are all the arguments, `refused` is the place of the one that was; a
    command `wants` an "HTTP date", a "timestamp" or a "moment".
    """
    text = texts[refused]
    if _WEEKDAY.fullmatch(text) and refused + 1 < len(texts):
        return QUOTE
    if gnomon.parse(text, None) is not None:
        return "; this is an HTTP date: see the command parse"
    if wants == "HTTP date" and gnomon.parse_rfc3339(text, None) is not None:
        return "; this is an RFC 3339 timestamp: see the command parse-rfc3339"
    if wants != "moment" and _UNIX_TIME.fullmatch(text):
        command = "format" if wants == "HTTP date" else "rfc3339"
        return f"; this is a Unix time: see the command {command}"
    if wants != "HTTP date" and _has_a_space_for_t(texts[refused : refused + 2]):
        return "; write a T between the date and the time"
    for rest, missing in (("Z", "a zone is"), ("T00:00:00Z", "a time and a zone are")):
        if wants != "HTTP date" and gnomon.parse_rfc3339(text + rest, None) is not None:
            return f"; {missing} missing: {text}{rest}, say"
    return ""


def hint_of_split(message: str) -> str:
    """The same for what argparse says of arguments that are too many."""
    too_many = message.startswith("unrecognized arguments: ")
    return QUOTE if too_many and _TIME_OF_DAY.search(message) else ""


def _has_a_space_for_t(texts: Sequence[str]) -> bool:
    """Whether it is a timestamp but for a space, in one argument or between two."""
    candidates = (texts[0].replace(" ", "T", 1), "T".join(texts))
    return any(
        text != texts[0] and gnomon.parse_rfc3339(text, None) is not None
        for text in candidates
    )
