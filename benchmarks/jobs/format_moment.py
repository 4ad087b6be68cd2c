"""The HTTP date of a moment that is given in Unix seconds."""

from __future__ import annotations

from subject import Case, Job, Load, Subject, call, floor, gnomon


def peer(label: str, package: str, load: Load, statement: str = "f(x)") -> Subject:
    return Subject(label, package, load, statement, as_text)


def as_text(answer: str | bytes) -> str:
    return answer.decode() if isinstance(answer, bytes) else answer


JOB = Job(
    "format_moment",
    "Format a moment",
    "METH_O, allocates a str of 29 characters and copies a constant into it",
    [
        Case({"x": 784111777}, "Sun, 06 Nov 1994 08:49:37 GMT"),
        Case({"x": 0}, "Thu, 01 Jan 1970 00:00:00 GMT"),
        Case({"x": -1}, "Wed, 31 Dec 1969 23:59:59 GMT"),
        Case({"x": 951782400}, "Tue, 29 Feb 2000 00:00:00 GMT"),
        Case({"x": 253402300799}, "Fri, 31 Dec 9999 23:59:59 GMT"),
    ],
    [
        floor("str_29"),
        gnomon("format"),
        gnomon("format_bytes", answer=as_text),
        peer("waitress", "waitress", call("waitress.utilities", "build_http_date")),
        peer(
            "email.utils.formatdate",
            "",
            call("email.utils", "formatdate"),
            "f(x, usegmt=True)",
        ),
        peer("wsgiref", "", call("wsgiref.handlers", "format_date_time")),
        peer("gunicorn", "gunicorn", call("gunicorn.util", "http_date")),
        peer("Django", "django", call("django.utils.http", "http_date")),
        peer("httpdate", "httpdate", call("httpdate", "unixtime_to_httpdate")),
        peer("Tornado", "tornado", call("tornado.httputil", "format_timestamp")),
        peer("Werkzeug", "werkzeug", call("werkzeug.http", "http_date")),
        peer("Twisted", "twisted", call("twisted.web.http", "datetimeToString")),
        peer("WebOb", "webob", call("webob.datetime_utils", "serialize_date")),
    ],
)
