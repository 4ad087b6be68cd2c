"""protobuf's conformance cases through rfc3339 and parse_rfc3339."""

from __future__ import annotations

import json

import conformance
import pytest
from conformance import NONE_OF_ITS_BUSINESS, Case

import gnomon

CASES = conformance.read()
OURS = [case for case in CASES if case.gnomon != NONE_OF_ITS_BUSINESS]


def answer(case: Case) -> str:
    try:
        if case.do == "print":
            seconds, nanos = map(int, case.given.split())
            return gnomon.rfc3339(seconds, nanos)
        moment = gnomon.parse_rfc3339(json.loads(case.given))
    except ValueError:
        return conformance.ERROR
    if case.do == "reprint":
        return json.dumps(gnomon.rfc3339(*moment))
    return "{} {}".format(*moment)


@pytest.mark.parametrize("case", OURS, ids=conformance.name)
def test_case(case: Case) -> None:
    assert answer(case) == case.answer_of_gnomon(), case.why


def test_the_table_is_whole() -> None:
    types = [case.type for case in CASES]
    assert [types.count(t) for t in ("Timestamp", "Duration", "Any")] == [54, 19, 2]
    assert len({case.test for case in CASES}) == len(CASES)


def test_every_difference_has_its_reason() -> None:
    for case in CASES:
        differs = case.python not in (case.required, "=") or case.gnomon not in (
            *(case.required, "=", NONE_OF_ITS_BUSINESS),
        )
        assert bool(case.why) == differs, case.test
