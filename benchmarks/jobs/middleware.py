"""What the middlewares add to a response.

The floor of each job is the application alone, called as a server would call it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from email.utils import formatdate
from typing import Any

from subject import Case, Job, Names, Subject

from gnomon.asgi import DateMiddleware as AsgiMiddleware
from gnomon.wsgi import DateMiddleware as WsgiMiddleware
from jobs.date_now import shown_now

# A response as an application sends it, with a handful of headers.
HEADERS = [
    ("content-type", "text/html; charset=utf-8"),
    ("content-length", "5"),
    ("cache-control", "no-cache"),
    ("vary", "accept-encoding"),
]
ASGI_HEADERS = [(name.encode(), value.encode()) for name, value in HEADERS]
SCOPE = {"type": "http", "method": "GET", "path": "/"}
DATED = [*HEADERS, ("date", "now")]


async def asgi_app(scope: Any, receive: Any, send: Any) -> None:
    start = {"type": "http.response.start", "status": 200, "headers": ASGI_HEADERS}
    await send(start)
    await send({"type": "http.response.body", "body": b"Hello"})


def respond_asgi(app: Any) -> Callable[[], Any]:
    """A function that does one response, and returns the message that starts it."""
    started: Any = None

    async def send(message: Any) -> None:
        nonlocal started
        if message["type"] == "http.response.start":
            started = message

    def respond() -> Any:
        try:
            app(SCOPE, None, send).send(None)
        except StopIteration:
            return started["headers"]

    return respond


def wsgi_app(environ: Any, start_response: Any) -> Iterable[bytes]:
    start_response("200 OK", HEADERS)
    return [b"Hello"]


def respond_wsgi(app: Any) -> Callable[[], Any]:
    started: Any = None

    def start_response(status: str, headers: Any, exc_info: Any = None) -> Any:
        nonlocal started
        started = headers

    def respond() -> Any:
        for _ in app({}, start_response):
            pass
        return started

    return respond


def formatdate_asgi(app: Any) -> Any:
    """The least that one writes by hand: no look at what is there already."""

    async def dated(scope: Any, receive: Any, send: Any) -> None:
        async def send_dated(message: Any) -> None:
            if message["type"] == "http.response.start":
                date = (b"date", formatdate(usegmt=True).encode())
                message = {**message, "headers": [*message["headers"], date]}
            await send(message)

        await app(scope, receive, send_dated)

    return dated


def formatdate_wsgi(app: Any) -> Any:
    def dated(environ: Any, start_response: Any) -> Iterable[bytes]:
        def start_dated(status: str, headers: Any, exc_info: Any = None) -> Any:
            headers = [*headers, ("Date", formatdate(usegmt=True))]
            return start_response(status, headers, exc_info)

        return app(environ, start_dated)

    return dated


def shown(headers: Any) -> list[tuple[str, str]]:
    """As text, with lower-cased names, and the date as 'now'."""
    pairs = [(_text(name).lower(), _text(value)) for name, value in headers]
    return [(n, shown_now(value) if n == "date" else value) for n, value in pairs]


def _text(value: str | bytes) -> str:
    return value.decode() if isinstance(value, bytes) else value


def subject(label: str, respond: Callable[[], Any], package: str = "") -> Subject:
    def load() -> Callable[[Names], Names]:
        return lambda _: {"f": respond}

    return Subject(label, package, load, "f()", shown, limited=True)


ASGI = Job(
    "asgi_middleware",
    "A response through the ASGI middleware",
    "the application alone, which sends four headers",
    [Case({}, DATED)],
    [
        subject("floor", respond_asgi(asgi_app)),
        subject(
            "gnomon.asgi.DateMiddleware",
            respond_asgi(AsgiMiddleware(asgi_app)),
            "gnomon",
        ),
        subject("by hand, email.utils", respond_asgi(formatdate_asgi(asgi_app))),
    ],
)
WSGI = Job(
    "wsgi_middleware",
    "A response through the WSGI middleware",
    "the application alone, which sends four headers",
    [Case({}, DATED)],
    [
        subject("floor", respond_wsgi(wsgi_app)),
        subject(
            "gnomon.wsgi.DateMiddleware",
            respond_wsgi(WsgiMiddleware(wsgi_app)),
            "gnomon",
        ),
        subject("by hand, email.utils", respond_wsgi(formatdate_wsgi(wsgi_app))),
    ],
)
