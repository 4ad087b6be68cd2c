"""python -m gnomon.protobuf."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import isolated
import pytest
from integrations.protobuf.schema import (
    BACKEND,
    VERSION,
    Duration,
    Everything,
    Mixed,
    Timestamp,
    google_protobuf,
    json_format,
    wrappers_pb2,
)

from gnomon import protobuf
from gnomon.protobuf import __main__ as command
from gnomon.protobuf import _bench, _sample

HERE = "integrations.protobuf.test_command"
EXAMPLE = Mixed(optional_timestamp=Timestamp(seconds=1), text="mine")
NO_MESSAGE = 42
UNPRINTABLE = Timestamp(nanos=-1)
NO_NUMBER = wrappers_pb2.DoubleValue(value=math.nan)


def make_example() -> Any:
    return EXAMPLE


@pytest.mark.parametrize("name", ["EXAMPLE", "make_example"])
def test_a_message_is_taken_as_it_is(name: str) -> None:
    found = _sample.find(f"{HERE}:{name}")
    assert found == EXAMPLE
    assert _sample.count_moments(found) == 1


def test_a_class_is_filled() -> None:
    """Each field of it, as deep as three messages within each other."""
    message = _sample.find("integrations.protobuf.schema:Everything")
    assert type(message) is Everything
    assert {field.name for field, _ in message.ListFields()} == {
        field.name for field in message.DESCRIPTOR.fields
    }
    text = json_format.MessageToJson(message)
    assert json_format.Parse(text, Everything()) == message


def test_a_class_is_filled_only_so_deep() -> None:
    message = _sample.find("integrations.protobuf.schema:Mixed")
    depth = 0
    while message.HasField("child"):
        assert message.optional_timestamp == Timestamp(
            seconds=1796045096, nanos=789_012_345
        )
        message, depth = message.child, depth + 1
    assert depth == 3


def test_counting() -> None:
    stamp = Timestamp()
    message = Mixed(
        optional_timestamp=stamp,
        repeated_duration=[Duration(), Duration()],
        map_timestamp={"a": stamp, "b": stamp},
        child=Mixed(oneof_duration=Duration(), text="no moment"),
    )
    assert _sample.count_moments(message) == 6
    assert _sample.count_moments(stamp) == 1
    everything = Everything(map_scalar={"a": 1}, repeated_scalar=[1, 2])
    assert _sample.count_moments(everything) == 0


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("EXAMPLE", "'EXAMPLE' is not of the form some.module:Message"),
        (":EXAMPLE", "':EXAMPLE' is not of the form some.module:Message"),
        ("module:", "'module:' is not of the form some.module:Message"),
        ("no_such_module:EXAMPLE", "No module named 'no_such_module'"),
        (f"{HERE}:NOTHING", f"module '{HERE}' has no attribute 'NOTHING'"),
        (
            f"{HERE}:NO_MESSAGE",
            f"{HERE}:NO_MESSAGE is no message, nor a class or function that makes one",
        ),
        (
            "builtins:int",
            "builtins:int is no message, nor a class or function that makes one",
        ),
        ("time:sleep", "time:sleep raises TypeError: "),
        (".time:sleep", ".time raises TypeError: "),
        (f"{HERE}:UNPRINTABLE", f"protobuf cannot print {HERE}:UNPRINTABLE: "),
    ],
)
def test_what_is_no_message(
    name: str, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        command.main(["bench", name])
    assert caught.value.code == 2
    *_, last = capsys.readouterr().err.splitlines()
    found = last.removeprefix("python -m gnomon.protobuf bench: error: ")
    assert found == words or (words.endswith(": ") and found.startswith(words))


def test_bench_with_an_unknown_protobuf(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(protobuf, "_version", lambda: "4.25.9")
    with pytest.raises(SystemExit) as caught:
        command.main(["bench", f"{HERE}:EXAMPLE"])
    assert caught.value.code == 2
    *_, last = capsys.readouterr().err.splitlines()
    assert "protobuf 4.25.9" in last and "not known" in last


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_bench, "_ROUNDS", 2)
    monkeypatch.setattr(_bench, "_SAMPLE_SECONDS", 1e-5)


@pytest.mark.usefixtures("quick")
def test_bench(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["bench", f"{HERE}:EXAMPLE"]) == 0
    head, count, empty, title, *rows = capsys.readouterr().out.splitlines()
    assert head.startswith(f"protobuf {VERSION}, {BACKEND}: known; CPython 3.")
    assert count == "Timestamps and Durations in the message: 1"
    assert empty == ""
    assert title.split() == ["protobuf", "gnomon", "faster"]
    assert [row[:28].strip() for row in rows] == [
        "MessageToDict",
        "MessageToJson",
        "MessageToJson, indent=None",
        "Parse",
        "ParseDict",
    ]
    for row in rows:
        plain, unit, fast, same_unit, ratio, times = row[28:].split()
        assert (unit, same_unit, times) == ("us", "us", "x")
        assert min(float(plain), float(fast), float(ratio)) > 0


@pytest.mark.usefixtures("quick")
def test_bench_with_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["bench", f"{HERE}:NO_NUMBER"]) == 0
    assert "ParseDict" in capsys.readouterr().out


@pytest.mark.usefixtures("quick")
def test_bench_compares_first(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(range(100))
    monkeypatch.setattr(_bench, "_works", lambda _: [("count", answers.__next__)])
    with pytest.raises(_bench.Differs, match="count answers otherwise"):
        list(_bench.measure(EXAMPLE))


def test_bench_times_both_ways(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of the calls are made with acceleration, and the order does not matter."""
    monkeypatch.setattr(_bench, "_ROUNDS", 3)
    monkeypatch.setattr(_bench, "_SAMPLE_SECONDS", 1e-9)
    seen: list[bool] = []

    def work() -> None:
        seen.append(bool(protobuf.status().fast))

    monkeypatch.setattr(_bench, "_works", lambda _: [("look", work)])
    (row,) = _bench.measure(EXAMPLE)
    assert row.call == "look"
    # Compared, counted, and then three rounds of one each.
    assert seen[:2] == [False, True]
    assert seen[-6:] == [False, True] * 3


def test_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main(["status"]) == 0
    assert capsys.readouterr().out == f"protobuf {VERSION}, {BACKEND}: known\n"


def test_status_of_an_unknown_version(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(google_protobuf, "__version__", "99.1.0")
    assert command.main(["status"]) == 0
    assert capsys.readouterr().out == (
        f"protobuf 99.1.0, {BACKEND}: not known: only install(force=True) takes it\n"
    )


def test_without_protobuf(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    assert command.main(["status"]) == 1
    error = capsys.readouterr().err
    assert error == (
        "python -m gnomon.protobuf: error: "
        "protobuf is not installed: pip install protobuf\n"
    )


def test_an_error_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        command.main([])
    assert caught.value.code == 2
    assert capsys.readouterr().err == (
        "python -m gnomon.protobuf: error: "
        "the following arguments are required: command\n"
    )


def test_modules_of_the_directory_can_be_named(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from google.protobuf.timestamp_pb2 import Timestamp\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "gnomon.protobuf", "bench", "mine:Timestamp"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": isolated.ROOT},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert "Timestamps and Durations in the message: 1\n" in done.stdout
