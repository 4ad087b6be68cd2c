"""HTTP dates back into moments, in their three forms."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from subject import Case, Job, Load, Names, Subject, call, floor, gnomon

HTTP_DATE = "%a, %d %b %Y %H:%M:%S GMT"
FLOOR = "METH_O, returns a new int"


def seconds(answer: Any) -> Any:
    """Unix seconds of what a peer answers, if it is a moment at all."""
    if not isinstance(answer, datetime):
        return answer
    if answer.tzinfo is None:
        answer = answer.replace(tzinfo=UTC)
    return answer.timestamp()


def load_strptime() -> Callable[[Names], Names]:
    return lambda names: {**names, "f": datetime.strptime, "form": HTTP_DATE}


def peer(label: str, package: str, load: Load, statement: str = "f(x)") -> Subject:
    return Subject(label, package, load, statement, seconds)


COMMON = (
    peer("http.cookiejar", "", call("http.cookiejar", "http2time")),
    peer("email.utils", "", call("email.utils", "parsedate_to_datetime")),
    peer("waitress", "waitress", call("waitress.utilities", "parse_http_date")),
    peer("aiohttp", "aiohttp", call("aiohttp.helpers", "parse_http_date")),
    peer("Werkzeug", "werkzeug", call("werkzeug.http", "parse_date")),
    peer("Django", "django", call("django.utils.http", "parse_http_date")),
    peer(
        "Twisted", "twisted", call("twisted.web.http", "stringToDatetime", x=str.encode)
    ),
    peer("WebOb", "webob", call("webob.datetime_utils", "parse_date")),
    peer("httpdate", "httpdate", call("httpdate", "httpdate_to_unixtime")),
)


def load_falcon() -> Callable[[Names], Names]:
    f = import_module("falcon").http_date_to_dt
    return lambda names: {**names, "f": f}


FALCON = peer("falcon", "falcon", load_falcon)
FALCON_OLD = peer("falcon", "falcon", load_falcon, "f(x, obs_date=True)")
STRPTIME = peer("datetime.strptime", "", load_strptime, "f(x, form)")


def job(name: str, title: str, cases: Sequence[Case], *more: Subject) -> Job:
    ours = (gnomon("parse"), gnomon("parse_datetime", answer=seconds))
    return Job(name, title, FLOOR, cases, (floor("new_int"), *ours, *COMMON, *more))


def two_digit_year(years_ahead: int) -> Case:
    """A year that is less than fifty years ahead, so that it lies there."""
    year = time.gmtime().tm_year + years_ahead
    moment = datetime(year, 1, 1, tzinfo=UTC)
    return Case({"x": f"{moment:%A, %d-%b-%y %H:%M:%S} GMT"}, moment.timestamp())


IMF = job(
    "parse_imf",
    "Parse an IMF-fixdate",
    [
        Case({"x": "Sun, 06 Nov 1994 08:49:37 GMT"}, 784111777),
        Case({"x": "Thu, 01 Jan 1970 00:00:00 GMT"}, 0),
        Case({"x": "Tue, 29 Feb 2000 23:59:59 GMT"}, 951868799),
        Case({"x": "Sat, 31 Dec 2016 23:59:60 GMT"}, 1483228800),
        Case({"x": "Fri, 31 Dec 9999 23:59:59 GMT"}, 253402300799),
    ],
    STRPTIME,
    FALCON,
)

RFC850 = job(
    "parse_rfc850",
    "Parse an rfc850-date",
    [
        Case({"x": "Sunday, 06-Nov-94 08:49:37 GMT"}, 784111777),
        two_digit_year(-40),
        two_digit_year(45),
    ],
    FALCON_OLD,
)

ASCTIME = job(
    "parse_asctime",
    "Parse an asctime-date",
    [
        Case({"x": "Sun Nov  6 08:49:37 1994"}, 784111777),
        Case({"x": "Wed Dec 31 23:59:59 1969"}, -1),
    ],
    FALCON_OLD,
)
