"""What the command line says to who has taken the wrong command, or no quotes."""

from __future__ import annotations

import pytest

from gnomon import _cli

IMF = "Sun, 06 Nov 1994 08:49:37 GMT"
QUOTE = "quote the date: the shell splits it at its spaces"
MISSING_T = "write a T between the date and the time"
HTTP_DATE = "this is an HTTP date: see the command parse"
MIDNIGHT = "1994-11-06T00:00:00Z, say"
TIMESTAMP = "this is an RFC 3339 timestamp: see the command parse-rfc3339"


def error(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    with pytest.raises(SystemExit) as left:
        _cli.main(args)
    assert left.value.code == 2
    return capsys.readouterr().err.rstrip("\n")


@pytest.mark.parametrize(
    ("args", "hint"),
    [
        # Split by the shell.
        (["parse", *IMF.split()], QUOTE),
        (["parse", *["Sunday,", "06-Nov-94", "08:49:37", "GMT"]], QUOTE),
        (["parse", *["Sun", "Nov", "6", "08:49:37", "1994"]], QUOTE),
        (["parse", IMF, *IMF.split()], QUOTE),
        (["parse", *["Sun,", "06", "Nvo", "1994", "08:49:37", "GMT"]], QUOTE),
        (["format", *IMF.split()], QUOTE),
        (["rfc3339", *IMF.split()], QUOTE),
        (["pack", *IMF.split()], QUOTE),
        (["pack", "1994-11-06", "08:49:37Z"], QUOTE),
        (["parse-rfc3339", "1994-11-06", "08:49:37Z"], MISSING_T),
        (["format", "0", "1994-11-06", "08:49:37Z"], MISSING_T),
        # A space for the T.
        (["parse-rfc3339", "1994-11-06 08:49:37Z"], MISSING_T),
        (["format", "1994-11-06 08:49:37+01:00"], MISSING_T),
        # Not all of one.
        (["format", "1994-11-06"], "a time and a zone are missing: " + MIDNIGHT),
        (["parse-rfc3339", "1994-11-06"], "a time and a zone are missing: " + MIDNIGHT),
        (["pack", "1994-11-06T00:00:00"], "a zone is missing: " + MIDNIGHT),
        # For another command.
        (["format", IMF], HTTP_DATE),
        (["rfc3339", IMF], HTTP_DATE),
        (["pack", IMF], HTTP_DATE),
        (["parse-rfc3339", IMF], HTTP_DATE),
        (["parse-rfc3339", "Sun Nov  6 08:49:37 1994"], HTTP_DATE),
        (["parse", "1994-11-06T08:49:37Z"], TIMESTAMP),
        (["parse", "784111777"], "this is a Unix time: see the command format"),
        (["parse-rfc3339", "-1"], "this is a Unix time: see the command rfc3339"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, list) else "",
)
def test_hint(capsys: pytest.CaptureFixture[str], args: list[str], hint: str) -> None:
    said = error(capsys, *args)
    assert said.endswith(f"; {hint}")
    assert said.count(";") == 1


@pytest.mark.parametrize(
    "args",
    [
        ["parse", "yesterday"],
        ["parse", "Sun,"],
        ["parse", "Sun, 06 Nvo 1994 08:49:37 GMT"],
        ["parse-rfc3339", "1994-13-06T08:49:37Z"],
        ["format", "253402300800"],
        ["rfc3339", "1994-11-06T08:49:37Z", "5"],
        ["pack", "0", "1"],
        ["demo", "8:49"],
    ],
    ids=" ".join,
)
def test_no_hint(capsys: pytest.CaptureFixture[str], args: list[str]) -> None:
    assert ";" not in error(capsys, *args)
