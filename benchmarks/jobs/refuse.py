"""Texts that are no HTTP date."""

from __future__ import annotations

from collections.abc import Callable

from subject import Case, Job, Load, Names, Subject, call, floor

import gnomon as package

GOOD = "Sun, 06 Nov 1994 08:49:37 GMT"
BAD = {
    "a month of 31 days": "Sun, 31 Feb 1994 08:49:37 GMT",
    "a long year": "Mon, 20 Nov 9999999999 12:00:00 GMT",
    "a wrong name": "Sun, 06 Nox 1994 08:49:37 GMT",
    "another zone": "Sun, 06 Nov 1994 08:49:37 CET",
    "an empty text": "",
}


def ours(label: str, text: str) -> Subject:
    """Whatever the case, this text: each costs what it costs."""

    def load() -> Callable[[Names], Names]:
        return lambda _: {"f": package.parse, "x": text}

    return Subject(label, "gnomon", load, "f(x, None)", base=GOOD_LABEL, limited=True)


def peer(label: str, package: str, load: Load, *, raises: bool = False) -> Subject:
    return Subject(label, package, load, raises=raises)


GOOD_LABEL = "gnomon.parse(good, None)"

JOB = Job(
    "refuse",
    "Refuse a text that is no HTTP date",
    "METH_O, returns a new int; gnomon beside gnomon.parse(good, None)",
    [Case({"x": text}, None) for text in BAD.values()],
    [
        floor("new_int"),
        Subject(
            GOOD_LABEL,
            "gnomon",
            lambda: lambda _: {"f": package.parse, "x": GOOD},
            "f(x, None)",
            lambda answer: None if answer == 784111777 else answer,
            limited=True,
        ),
        *(ours(f"gnomon.parse({words}, None)", text) for words, text in BAD.items()),
        peer("http.cookiejar", "", call("http.cookiejar", "http2time")),
        peer(
            "email.utils", "", call("email.utils", "parsedate_to_datetime"), raises=True
        ),
        peer("waitress", "waitress", call("waitress.utilities", "parse_http_date")),
        peer("aiohttp", "aiohttp", call("aiohttp.helpers", "parse_http_date")),
        peer("Werkzeug", "werkzeug", call("werkzeug.http", "parse_date")),
        peer("Django", "django", call("django.utils.http", "parse_http_date_safe")),
        peer("WebOb", "webob", call("webob.datetime_utils", "parse_date")),
        peer(
            "httpdate",
            "httpdate",
            call("httpdate", "httpdate_to_unixtime"),
            raises=True,
        ),
        peer("falcon", "falcon", call("falcon", "http_date_to_dt"), raises=True),
    ],
)
