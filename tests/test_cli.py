"""The command line: what it prints, how it refuses, what its help says."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator

import pytest
from command_line import PROG, PROGRAM, TIMEOUT, case_id, environment, in_process

import gnomon
from gnomon import _cli

COMMANDS = ["format", "parse", "rfc3339", "parse-rfc3339", "pack", "clock", "demo"]

Run = Callable[..., str]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line here, which must succeed, and return what it prints."""

    def run(*args: str) -> str:
        assert _cli.main(args) == 0
        out, err = capsys.readouterr()
        assert err == ""
        return out

    return run


@pytest.fixture
def frozen() -> Iterator[None]:
    with gnomon.clock.freeze(784111777):
        yield


# What it prints.


def test_without_a_command_it_prints_the_date(run: Run, frozen: None) -> None:
    assert run() == "Sun, 06 Nov 1994 08:49:37 GMT\n"


def test_the_module_runs() -> None:
    before = int(time.time())
    done = in_process()
    assert (done.returncode, done.stderr) == (0, "")
    assert before <= gnomon.parse(done.stdout.rstrip("\n")) <= time.time()


def test_the_console_script_runs() -> None:
    folder = sysconfig.get_path("scripts")
    script = shutil.which("gnomon", path=folder)
    if script is None:
        pytest.skip(f"gnomon is not installed: there is no command in {folder}")
    done = subprocess.run(
        [script, "format", "784111777"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Sun, 06 Nov 1994 08:49:37 GMT\n"
    refused = subprocess.run(
        [script, "frmat"], capture_output=True, timeout=TIMEOUT, check=False
    )
    assert refused.returncode == 2
    assert refused.stderr.startswith(b"gnomon: error: ")


@pytest.mark.parametrize(
    ("when", "date"),
    [
        ("784111777", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("+784111777", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("000000000000000000", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("-1", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ("-0", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("-62167219200", "Sat, 01 Jan 0000 00:00:00 GMT"),
        ("253402300799", "Fri, 31 Dec 9999 23:59:59 GMT"),
        ("253402300799.9999999999", "Fri, 31 Dec 9999 23:59:59 GMT"),
        ("0.999999999999", "Thu, 01 Jan 1970 00:00:00 GMT"),
        (".5", "Thu, 01 Jan 1970 00:00:00 GMT"),
        ("-.5", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ("-0.0000000000001", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ("-1.0", "Wed, 31 Dec 1969 23:59:59 GMT"),
        ("1994-11-06T08:49:37Z", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("1994-11-06T09:49:37.999+01:00", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ("now", "Sun, 06 Nov 1994 08:49:37 GMT"),
    ],
)
def test_format(run: Run, frozen: None, when: str, date: str) -> None:
    assert run("format", when) == date + "\n"


def test_format_takes_several(run: Run) -> None:
    assert run("format", "-1", "0", "1970-01-01T00:00:01Z") == (
        "Wed, 31 Dec 1969 23:59:59 GMT\n"
        "Thu, 01 Jan 1970 00:00:00 GMT\n"
        "Thu, 01 Jan 1970 00:00:01 GMT\n"
    )


def test_parse(run: Run) -> None:
    texts = (
        "Sun, 06 Nov 1994 08:49:37 GMT",
        "Sunday, 06-Nov-94 08:49:37 GMT",
        "Sun Nov  6 08:49:37 1994",
        " Wed, 31 Dec 1969 23:59:59 GMT\t",
    )
    assert run("parse", *texts) == "784111777\n" * 3 + "-1\n"


@pytest.mark.parametrize(
    ("arguments", "timestamp"),
    [
        ("0", "1970-01-01T00:00:00Z"),
        ("63108020 21000000", "1972-01-01T10:00:20.021Z"),
        ("63108020 0", "1972-01-01T10:00:20Z"),
        ("63108020.021", "1972-01-01T10:00:20.021Z"),
        ("63108020.0000000019", "1972-01-01T10:00:20.000000001Z"),
        ("-0.25", "1969-12-31T23:59:59.750Z"),
        ("-0.0000000001", "1969-12-31T23:59:59.999999999Z"),
        ("-1 999999999", "1969-12-31T23:59:59.999999999Z"),
        ("-62135596800", "0001-01-01T00:00:00Z"),
        ("1996-12-19T16:39:57.5-08:00", "1996-12-20T00:39:57.500Z"),
        ("0.999999999 --digits 3", "1970-01-01T00:00:00.999Z"),
        ("--digits 0 0.999999999", "1970-01-01T00:00:00Z"),
        ("--digits=9 0", "1970-01-01T00:00:00.000000000Z"),
        ("now", "1994-11-06T08:49:37Z"),
        ("", "1994-11-06T08:49:37Z"),
        ("--digits 1", "1994-11-06T08:49:37.0Z"),
    ],
)
def test_rfc3339(run: Run, frozen: None, arguments: str, timestamp: str) -> None:
    assert run("rfc3339", *arguments.split()) == timestamp + "\n"


def test_parse_rfc3339(run: Run) -> None:
    assert run(
        "parse-rfc3339",
        "1972-01-01T10:00:20.021Z",
        "1969-12-31t23:59:59.5z",
        "1990-12-31T15:59:60-08:00",
    ) == ("63108020 21000000\n-1 500000000\n662688000 0\n")


def test_what_parse_rfc3339_prints_rfc3339_reads(run: Run) -> None:
    timestamp = "1969-12-31T23:59:58.123456789Z"
    printed = run("parse-rfc3339", timestamp)
    assert run("rfc3339", *printed.split()) == timestamp + "\n"


@pytest.mark.parametrize("when", ["784111777", "-1", "253402300799", "0.5"])
def test_pack(run: Run, when: str) -> None:
    lines = run("pack", when).splitlines()
    word = gnomon.pack(float(when))
    assert lines[0] == f"word  {word}"
    assert lines[1] == f"hex   0x{word:011x}"
    shown: dict[str, int] = {}
    for line in lines[4:]:
        name, bits, value = line.split()[:3]
        low, high = map(int, bits.split("-"))
        assert word >> low & (1 << (high - low + 1)) - 1 == int(value)
        shown[name] = int(value)
    fields = gnomon.unpack(word)
    assert shown == {name: getattr(fields, name) for name in shown}
    assert len(shown) == len(fields)


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        _cli.main(["--version"])
    assert left.value.code == 0
    assert capsys.readouterr().out == f"gnomon {gnomon.__version__}\n"


# How it refuses.

LONG = "1" * 10_000

WRONG = [
    (["frmat"], "invalid choice: 'frmat'"),
    (["--nonsense"], "unrecognized arguments: --nonsense"),
    (["-1"], "invalid choice: '-1'"),
    (["format"], "required: WHEN"),
    (["format", "tomorrow"], "'tomorrow': neither a Unix time"),
    (["format", ""], "'': neither"),
    (["format", "-"], "'-': neither"),
    (["format", "."], "'.': neither"),
    (["format", "1."], "'1.': neither"),
    (["format", "1e9"], "'1e9': neither"),
    (["format", "nan"], "'nan': neither"),
    (["format", "inf"], "'inf': neither"),
    (["format", "1_000"], "'1_000': neither"),
    (["format", " 1"], "' 1': neither"),
    (["format", "1\n"], r"'1\n': neither"),
    (["format", "\u0661"], "neither"),
    (["format", "-1x"], "'-1x': neither"),
    (["format", "NOW"], "'NOW': neither"),
    (["format", "0", "253402300800"], "'253402300800': "),
    (["format", "-62167219201"], "'-62167219201': "),
    (["format", LONG], "outside years 0000 to 9999"),
    (["format", "-" + LONG], "outside years 0000 to 9999"),
    (["format", "1994-11-06"], "'1994-11-06': "),
    (["format", "1994-11-31T08:49:37Z"], "day"),
    (["format", "0", "--bytes"], "unrecognized arguments: --bytes"),
    (["parse"], "required: TEXT"),
    (["parse", "Sun, 06 Nov 1994 08:49:37 GMT", "yesterday"], "'yesterday': "),
    (["parse", "Sun, 06 Nvo 1994 08:49:37 GMT"], "month at position 8"),
    (["parse", "Sun, 06 Nov 1994 08:49:37 GMT\n"], r"GMT\n': "),
    (["parse", "\udcff"], r"'\udcff': "),
    (["parse", LONG], "..."),
    (["rfc3339", "tomorrow"], "'tomorrow': neither"),
    (["rfc3339", "-62135596801"], "'-62135596801': "),
    (["rfc3339", "1234567890123"], "1234567890123 is outside years 0001 to 9999"),
    (["rfc3339", "1" * 18], "1" * 18 + " is outside years 0001 to 9999"),
    (["rfc3339", "1" * 19], "Unix time is outside years 0001 to 9999"),
    (["rfc3339", LONG], "Unix time is outside years 0001 to 9999"),
    (["rfc3339", "0", "-1"], "NANOS: '-1' is not a whole number from 0 to 999999999"),
    (["rfc3339", "0", "1000000000"], "NANOS: '1000000000' is not"),
    (["rfc3339", "0", "0.5"], "NANOS: '0.5' is not"),
    (["rfc3339", "0", LONG], "NANOS"),
    (["rfc3339", "0.5", "0"], "NANOS may only follow"),
    (["rfc3339", "now", "0"], "NANOS may only follow"),
    (["rfc3339", "0", "0", "0"], "unrecognized arguments: 0"),
    (["rfc3339", "--digits", "10"], "--digits: '10' is not a whole number from 0 to 9"),
    (["rfc3339", "--digits", "-1"], "--digits: '-1' is not"),
    (["rfc3339", "--digits", "three"], "--digits: 'three' is not"),
    (["rfc3339", "--digits"], "--digits: expected one argument"),
    (["rfc3339", "--dig", "3"], "--dig"),
    (["parse-rfc3339"], "required: TEXT"),
    (["parse-rfc3339", "1994-11-06 08:49:37Z"], "'1994-11-06 08:49:37Z': "),
    (["pack"], "required: WHEN"),
    (["pack", "253402300800"], "'253402300800': "),
    (["pack", "0", "1"], "unrecognized arguments: 1"),
    (["clock", "--seconds", "0"], "--seconds: '0' is not"),
    (["clock", "--seconds", "-1"], "--seconds: '-1' is not"),
    (["clock", "--seconds", "nan"], "--seconds: 'nan' is not"),
    (["clock", "--seconds", "inf"], "--seconds: 'inf' is not"),
    (["clock", "--seconds", "1e3"], "--seconds: '1e3' is not"),
    (["clock", "5"], "unrecognized arguments: 5"),
    (["demo", "a\nb"], r"unrecognized arguments: a\nb"),
]


@pytest.mark.parametrize(
    ("args", "reason"), WRONG, ids=[case_id(args) for args, _ in WRONG]
)
def test_a_wrong_argument_gives_one_line_and_status_2(
    capsys: pytest.CaptureFixture[str], args: list[str], reason: str
) -> None:
    with pytest.raises(SystemExit) as left:
        _cli.main(args)
    out, err = capsys.readouterr()
    assert left.value.code == 2
    assert out == ""  # all the answers, or none of them
    assert err.endswith("\n")
    assert len(err.splitlines()) == 1
    assert len(err) < 400
    assert err.startswith("gnomon")
    assert ": error: " in err
    assert reason in err


@pytest.mark.parametrize("args", [["frmat"], ["format", "tomorrow"], ["clock", "5"]])
def test_a_wrong_argument_in_a_process(args: list[str]) -> None:
    done = in_process(*args)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith(PROG)


@pytest.mark.skipif(os.name != "posix", reason="arguments are bytes on POSIX alone")
def test_an_argument_that_is_not_text_in_a_process() -> None:
    done = subprocess.run(
        [*map(os.fsencode, PROGRAM), b"parse", b"Sun, 06 Nov 1994 08:49:37 GMT\xff"],
        capture_output=True,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1
    assert b"Traceback" not in done.stderr


# Its help.


def help_of(
    *command: str, capsys: pytest.CaptureFixture[str], prog: str = PROG
) -> list[str]:
    with pytest.raises(SystemExit) as left:
        _cli.main([*command, "--help"], prog=prog)
    assert left.value.code == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)], ids=case_id)
def test_the_help_has_an_example_that_works(
    capsys: pytest.CaptureFixture[str], command: list[str]
) -> None:
    lines = help_of(*command, capsys=capsys)
    assert [line for line in lines if len(line) > 79 or line.endswith(" ")] == []
    call, *printed = [line[2:] for line in lines[lines.index("example:") + 1 :]]
    assert call.startswith(" ".join(["$", PROG, *command]))
    arguments = shlex.split(call.removeprefix(f"$ {PROG}"))
    done = in_process(*arguments)
    assert (done.returncode, done.stderr) == (0, "")
    if printed:  # those of clock and demo differ each time
        assert done.stdout.splitlines() == printed
    else:
        assert done.stdout


def test_the_help_names_the_program_as_it_was_called(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert help_of(capsys=capsys)[0].startswith(f"usage: {PROG} ")
    assert help_of("pack", capsys=capsys)[0].startswith(f"usage: {PROG} pack ")
    usage = help_of("pack", capsys=capsys, prog="gnomon")[0]
    assert usage.startswith("usage: gnomon pack ")


def test_the_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    lines = help_of(capsys=capsys)
    assert [name for name in COMMANDS if not any(name in line for line in lines)] == []


def test_a_wrong_argument_of_any_length_is_one_line(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit) as left:
        _cli.main(["no such command\n" * 1000])
    assert left.value.code == 2
    [line] = capsys.readouterr().err.splitlines()
    assert len(line) < 400
    assert line.endswith("...")


def test_interrupted_it_says_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(gnomon, "date", interrupt)
    assert _cli.main([]) == 128 + 2  # as a shell reports SIGINT
    assert capsys.readouterr() == ("", "")


def test_only_the_demo_loads_what_it_compares_with() -> None:
    code = (
        "import sys; from gnomon._cli import main; main(['format', '0']);"
        "sys.exit(bool({'datetime', 'email', 'timeit'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        stdout=subprocess.DEVNULL,
        timeout=TIMEOUT,
        env=environment(),
        check=False,
    )
    assert done.returncode == 0
