"""protobuf's conformance cases through json_format, with and without acceleration."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import conformance
import pytest
from conformance import Case
from integrations.protobuf.schema import Duration, Mixed, Timestamp, json_format

from gnomon import protobuf

CASES = conformance.read()
# Those that protobuf-python is known to fail, with or without.
FAILS = {
    "TimestampJsonInputInvalidOffsetHour",
    "TimestampJsonInputInvalidOffsetMinute",
    "TimestampJsonInputMonthTooShort",
    "TimestampJsonInputDayTooShort",
}


def parse(case: Case) -> Any:
    value = case.given
    where = "repeated" if value.startswith("[") else "optional"
    return json_format.Parse(f'{{"{where}{case.type}": {value}}}', Mixed())


def fields(message: Any) -> str:
    """Of the one field that is set, as the table has them."""
    if not message.ListFields():
        return "unset"
    ((field, value),) = message.ListFields()
    if field.name == "optional_any":
        packed = Timestamp() if "Timestamp" in value.type_url else Duration()
        assert value.Unpack(packed)
        value = packed
    values = value if field.name.startswith("repeated") else [value]
    return ", ".join(f"{v.seconds} {v.nanos}" for v in values)


def answer(case: Case) -> str:
    try:
        if case.do == "print":
            seconds, nanos = map(int, case.given.split())
            field = {"seconds": seconds, "nanos": nanos}
            message = Mixed(**{f"optional_{case.type.lower()}": field})
            return str(json_format.MessageToJson(message))
        message = parse(case)
    except (json_format.ParseError, json_format.SerializeToJsonError):
        return conformance.ERROR
    # As the suite does it, each is printed, too, and read once more.
    text = json_format.MessageToJson(message)
    assert json_format.Parse(text, Mixed()) == message
    if case.do == "reprint":
        return json.dumps(json.loads(text)[f"optional{case.type}"])
    return fields(message)


def plainly(ask: Callable[[Case], str], case: Case) -> str:
    return ask(case)


def accelerated(ask: Callable[[Case], str], case: Case) -> str:
    with protobuf.accelerated():
        return ask(case)


ways = pytest.mark.parametrize("way", [plainly, accelerated])


@ways
@pytest.mark.parametrize("case", CASES, ids=conformance.name)
def test_case(case: Case, way: Callable[..., str]) -> None:
    assert way(answer, case) == case.answer_of_python(), case.why


@ways
def test_failures(way: Callable[..., str]) -> None:
    assert {case.test for case in CASES if way(answer, case) != case.required} == FAILS
