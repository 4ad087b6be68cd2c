"""gnomon.logging: times of log records, in the standard library's frame."""

from __future__ import annotations

import io
import json
import logging
import logging.config
import math
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import isolated
import pytest
import reference
from hypothesis import example, given
from hypothesis import strategies as st

import gnomon
from gnomon.logging import Formatter, timestamp

MOMENT = 784111777
EXAMPLES = Path(__file__).parents[1] / "examples" / "logging"
STAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", re.ASCII)


def made(**fields: Any) -> logging.LogRecord:
    known = {"msg": "hello", "levelno": logging.INFO, "levelname": "INFO"}
    return logging.makeLogRecord({**known, **fields})


def as_before_313(created: float) -> logging.LogRecord:
    return made(created=created, msecs=int((created - int(created)) * 1000) + 0.0)


def as_since_313(ns: int) -> logging.LogRecord:
    """As CPython makes it of time.time_ns(), its own correction included."""
    created, msecs = ns / 1e9, ns % 10**9 // 10**6 + 0.0
    if msecs == 999.0 and int(created) != ns // 10**9:
        msecs = 0.0
    return made(created=created, msecs=msecs)


def check(record: logging.LogRecord) -> None:
    """All the digits agree with each other, with msecs and with created."""
    texts = [timestamp(record, digits=digits) for digits in range(10)]
    assert texts[0][:-1] == texts[9][:19]
    for digits in range(1, 10):
        assert texts[digits][:-1] == texts[9][: 20 + digits]
    assert texts[3][20:23] == f"{record.msecs:03.0f}"
    seconds, nanos = gnomon.parse_rfc3339(texts[9])
    assert abs(Fraction(seconds * 10**9 + nanos, 10**9) - Fraction(record.created)) < (
        Fraction(1, 10**6)
    )


# What a time is.


@given(st.integers(0, 4 * 10**18))
@example(1_677_903_920_999_999_900)  # the float is the next second
@example(1_796_056_617_123_000_000)  # the float is below
@example(1_796_056_617_122_999_950)  # the float is the next millisecond
def test_of_records_since_313(ns: int) -> None:
    check(as_since_313(ns))


@given(st.floats(0, 4e9))
@example(1_796_056_617.123)
@example(math.nextafter(1, 0))
@example(math.nextafter(2e9, 0))
@example(5e-324)
def test_of_records_before_313(created: float) -> None:
    check(as_before_313(created))


def test_of_records_made_now() -> None:
    for _ in range(1000):
        first = time.time()
        record = logging.LogRecord("name", logging.INFO, "", 0, "", None, None)
        check(record)
        assert first <= record.created <= time.time()


@pytest.mark.parametrize(
    ("created", "text"),
    [
        (MOMENT + 0.75, "1994-11-06T08:49:37.750Z"),
        (-0.25, "1969-12-31T23:59:59.750Z"),
        (-5e-324, "1969-12-31T23:59:59.999Z"),  # a second less is a whole float
        (-62135596800.0, "0001-01-01T00:00:00.000Z"),
        (253402300799.5, "9999-12-31T23:59:59.500Z"),
    ],
)
@pytest.mark.parametrize("msecs", [0.0, 123.0, -250.0, 999.0, 1000.0])
def test_created_rules_where_msecs_is_of_another_time(
    created: float, text: str, msecs: float
) -> None:
    assert timestamp(made(created=created, msecs=msecs)) == text


@pytest.mark.parametrize(
    "created", [reference.YEAR_ONE - 1.0, reference.LAST + 1.0, 1e300, math.nan]
)
def test_a_time_that_is_none(created: float) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        timestamp(made(created=created))


@pytest.mark.parametrize("digits", [-1, 10])
def test_digits_out_of_range(digits: int) -> None:
    with pytest.raises(ValueError, match="digits must be in 0 to 9"):
        timestamp(made(), digits=digits)
    with pytest.raises(ValueError, match="digits must be in 0 to 9"):
        Formatter(digits=digits)


@pytest.mark.parametrize("digits", [None, "3", 3.0])
def test_digits_of_a_wrong_type(digits: Any) -> None:
    said = f"^digits must be an int of 0 to 9, not {type(digits).__name__}$"
    with pytest.raises(TypeError, match=said):
        timestamp(made(), digits=digits)
    with pytest.raises(TypeError, match=said):
        Formatter(digits=digits)


# The formatter.

RECORD = as_since_313(MOMENT * 10**9 + 21_000_000)


@pytest.mark.parametrize(
    ("style", "fmt"),
    [
        ("%", "%(asctime)s %(levelname)s %(message)s %(shop)s"),
        ("{", "{asctime} {levelname} {message} {shop}"),
        ("$", "$asctime ${levelname} $message $shop"),
    ],
)
def test_styles_and_defaults(style: Any, fmt: str) -> None:
    formatter = Formatter(fmt, style=style, defaults={"shop": "corner"})
    assert formatter.format(RECORD) == "1994-11-06T08:49:37.021Z INFO hello corner"


@pytest.mark.parametrize("digits", range(10))
def test_digits(digits: int) -> None:
    formatter = Formatter("%(asctime)s", digits=digits)
    assert formatter.format(RECORD) == timestamp(RECORD, digits=digits)


@pytest.fixture
def far_from_utc(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the zone of a process is set by time.tzset, on POSIX alone")
    with monkeypatch.context() as patch:
        patch.setenv("TZ", "XYZ-05:30")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.thread_unsafe(reason="sets the zone of the process")
@pytest.mark.usefixtures("far_from_utc")
def test_a_datefmt_wins_and_is_utc_too() -> None:
    assert time.localtime(MOMENT).tm_hour == 14
    assert Formatter("%(asctime)s").format(RECORD) == "1994-11-06T08:49:37.021Z"
    assert Formatter("%(asctime)s", "%H:%M").format(RECORD) == "08:49"
    assert Formatter("%(asctime)s", datefmt="%Y").format(RECORD) == "1994"


@pytest.mark.parametrize("style", ["%", "{", "$"])
def test_a_format_that_does_not_fit_its_style(style: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Formatter("no field", style=style)
    assert Formatter("no field", style=style, validate=False)


def test_no_time_where_none_is_asked_for() -> None:
    assert Formatter("%(message)s").format(made(created=math.nan)) == "hello"
    assert Formatter().format(RECORD) == "hello"


@pytest.mark.parametrize(
    ("configured", "text"),
    [
        ({"()": "gnomon.logging.Formatter", "fmt": "%(asctime)s"}, "37.021Z"),
        ({"()": "gnomon.logging.Formatter", "format": "%(asctime)s"}, "37.021Z"),
        (
            {"()": "gnomon.logging.Formatter", "fmt": "$asctime", "style": "$"},
            "37.021Z",
        ),
        (
            {"()": "gnomon.logging.Formatter", "fmt": "%(asctime)s", "digits": 0},
            ":49:37Z",
        ),
        ({"class": "gnomon.logging.Formatter", "format": "%(asctime)s"}, "37.021Z"),
        (
            {
                "class": "gnomon.logging.Formatter",
                "format": "{asctime}",
                "style": "{",
                "validate": True,
                "datefmt": "%M",
            },
            "49",
        ),
    ],
)
def test_dict_config(configured: dict[str, Any], text: str) -> None:
    stream = io.StringIO()
    logging.config.dictConfig(
        {
            "version": 1,
            "disable_existing_loggers": False,
            "formatters": {"utc": configured},
            "handlers": {
                "kept": {
                    "class": "logging.StreamHandler",
                    "stream": stream,
                    "formatter": "utc",
                }
            },
            "loggers": {"gnomon.test": {"handlers": ["kept"], "propagate": False}},
        }
    )
    logging.getLogger("gnomon.test").handle(RECORD)
    assert stream.getvalue().endswith(text + "\n")


def test_nothing_else_loads_it() -> None:
    code = "import gnomon; print({'logging', 'gnomon.logging'} & set(sys.modules))"
    assert isolated.run(code) == "set()\n"


# The examples.


def lines_of(example: str) -> list[str]:
    if not EXAMPLES.is_dir():
        pytest.skip("the examples are not here: this suite has left its tree")
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / example)],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return (done.stdout + done.stderr).splitlines()


def test_example_of_the_standard_library() -> None:
    (line,) = lines_of("stdlib.py")
    stamp, rest = line.split(" ", 1)
    assert STAMP.fullmatch(stamp)
    assert rest == "INFO shop: sold 3"


@pytest.mark.parametrize(
    ("package", "example", "said"),
    [
        (
            "structlog",
            "with_structlog.py",
            {"event": "sold", "level": "info", "count": 3},
        ),
        (
            "pythonjsonlogger",
            "with_json_logger.py",
            {"message": "sold", "level": "INFO", "count": 3},
        ),
    ],
)
def test_examples_of_others(package: str, example: str, said: dict[str, Any]) -> None:
    pytest.importorskip(package, reason=f"there is no {package}: make test installs it")
    before = time.time() - 0.001
    (line,) = lines_of(example)
    fields = json.loads(line)
    stamp = fields.pop("timestamp")
    assert STAMP.fullmatch(stamp)
    assert before <= gnomon.parse_rfc3339_ns(stamp) / 1e9 <= time.time()
    assert fields == said
