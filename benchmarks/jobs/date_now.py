"""The HTTP date of now."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from importlib import import_module

from subject import Case, Job, Load, Names, Subject, call, floor, gnomon


def shown_now(text: str | bytes) -> str:
    """'now', or a text that is not it. A second may turn in between."""
    shown = text.decode() if isinstance(text, bytes) else text
    off = time.time() - parsedate_to_datetime(shown).timestamp()
    return "now" if 0 <= off < 2 and shown.endswith(" GMT") else shown


def with_time(module: str, function: str) -> Load:
    """`f` is a function that is given the time that `t()` returns."""

    def load() -> Callable[[Names], Names]:
        f = getattr(import_module(module), function)
        return lambda _: {"f": f, "t": time.time}

    return load


def load_strftime() -> Callable[[Names], Names]:
    return lambda _: {"f": time.strftime, "g": time.gmtime}


def load_falcon() -> Callable[[Names], Names]:
    f = import_module("falcon").dt_to_http
    return lambda _: {"f": f, "now": datetime.now, "utc": UTC}


def peer(label: str, package: str, load: Load, statement: str) -> Subject:
    return Subject(label, package, load, statement, shown_now)


STRFTIME = "f('%a, %d %b %Y %H:%M:%S GMT', g())"

JOB = Job(
    "date_now",
    "The current HTTP date",
    "METH_NOARGS, returns one constant object",
    [Case({}, "now")],
    [
        floor("constant", "f()"),
        gnomon("date", "f()", answer=shown_now),
        gnomon("date_bytes", "f()", answer=shown_now),
        peer(
            "aiohttp",
            "aiohttp",
            call("aiohttp.helpers", "rfc822_formatted_time"),
            "f()",
        ),
        peer("time.strftime", "", load_strftime, STRFTIME),
        peer(
            "email.utils.formatdate",
            "",
            call("email.utils", "formatdate"),
            "f(usegmt=True)",
        ),
        peer(
            "wsgiref", "", with_time("wsgiref.handlers", "format_date_time"), "f(t())"
        ),
        peer(
            "waitress",
            "waitress",
            with_time("waitress.utilities", "build_http_date"),
            "f(t())",
        ),
        peer("falcon", "falcon", load_falcon, "f(now(utc))"),
        peer("gunicorn", "gunicorn", call("gunicorn.util", "http_date"), "f()"),
        peer("Werkzeug", "werkzeug", call("werkzeug.http", "http_date"), "f()"),
        peer("Django", "django", call("django.utils.http", "http_date"), "f()"),
        peer(
            "Tornado",
            "tornado",
            with_time("tornado.httputil", "format_timestamp"),
            "f(t())",
        ),
        peer("Twisted", "twisted", call("twisted.web.http", "datetimeToString"), "f()"),
    ],
)
