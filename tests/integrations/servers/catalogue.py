"""The servers: how each is started with and without gnomon, and what the line is."""

from __future__ import annotations

import platform
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

Command = tuple[str, ...]  # of a Python interpreter

NOTHING = "nothing to do"
ASGI = "[`app = DateMiddleware(app)`](#asgi-servers)"
WSGI = "[`app = DateMiddleware(app)`](#wsgi-servers)"
EXAMPLE = "[{0}](../examples/{0})"


@dataclass(frozen=True)
class Server:
    """A row of the table. A port of 0 is one that the kernel picks."""

    name: str
    package: str  # "" is Python's own
    line: str  # to add; Markdown
    plain: Command
    dated: Command  # run in examples/, as a reader would
    workers: int = 1
    http2: bool = False
    keeps_alive: bool = True

    @property
    def key(self) -> str:
        return self.name.replace(" ", "-")

    def version(self) -> str | None:
        """None where it is not installed."""
        if not self.package:
            return platform.python_version()
        try:
            return metadata.version(self.package)
        except metadata.PackageNotFoundError:
            return None


def _module(module: str, *options: str) -> Command:
    return ("-m", module, *options)


def _script(
    name: str, package: str, line: str = "", *, keeps_alive: bool = True
) -> Server:
    file = f"serve_{name.partition('.')[0].lower()}.py"
    line = line or EXAMPLE.format(file)
    plain, dated = (file, "0", "--plain"), (file, "0")
    return Server(name, package, line, plain, dated, keeps_alive=keeps_alive)


def _uvicorn(name: str, *options: str, workers: int = 1) -> Server:
    start = _module("uvicorn", "--port", "0", *options)
    return Server(
        name,
        "uvicorn",
        f"`--no-date-header`, {ASGI}",
        (*start, "asgi:application"),
        (*start, "--no-date-header", "asgi:app"),
        workers=workers,
    )


def _gunicorn(name: str, *options: str, workers: int = 1) -> Server:
    start = _module("gunicorn", "--bind", "127.0.0.1:0", *options, "wsgi:application")
    line = EXAMPLE.format("gunicorn.conf.py")  # read from the folder it is run in
    keeps_alive = "gthread" in options
    return Server(
        name, "gunicorn", line, start, start, workers=workers, keeps_alive=keeps_alive
    )


def _hypercorn(name: str, *, http2: bool = False) -> Server:
    start = _module("hypercorn", "--bind", "127.0.0.1:0")
    return Server(
        name,
        "hypercorn",
        f"`include_date_header = false`, {ASGI}",
        (*start, "asgi:application"),
        (*start, "--config", "hypercorn.toml", "asgi:app"),
        http2=http2,
    )


def _with_app(
    name: str, line: str, kind: str, *start: str, package: str = "", http2: bool = False
) -> Server:
    """One that takes the same command for the application and the dated one."""
    plain = (*start, f"{kind}:application")
    dated = plain if line == NOTHING else (*start, f"{kind}:app")
    return Server(name, package or name, line, plain, dated, http2=http2)


def _servers() -> Iterator[Server]:
    yield _uvicorn("uvicorn")
    yield _uvicorn("uvicorn, two workers", "--workers", "2", workers=2)
    yield _gunicorn("gunicorn sync")
    yield _gunicorn("gunicorn gthread", "--worker-class", "gthread", "--threads", "4")
    yield _gunicorn("gunicorn, two workers", "--workers", "2", workers=2)
    preload = ("--preload", "--workers", "2")
    yield _gunicorn("gunicorn --preload, two workers", *preload, workers=2)
    asgi = _module("gunicorn", "--bind", "127.0.0.1:0", "--worker-class", "asgi")
    yield _with_app("gunicorn asgi", ASGI, "asgi", *asgi, package="gunicorn")
    yield _hypercorn("hypercorn")
    yield _hypercorn("hypercorn, HTTP/2", http2=True)
    daphne = _module("daphne", "--endpoint", "tcp:port=0:interface=127.0.0.1")
    yield _with_app("daphne", ASGI, "asgi", *daphne)
    granian = _module("granian", "--port", "0", "--interface", "asgi")
    yield _with_app("granian", NOTHING, "asgi", *granian)
    yield _with_app(
        "granian, HTTP/2", NOTHING, "asgi", *granian, package="granian", http2=True
    )
    waitress = _module("waitress", "--listen", "127.0.0.1:0")
    yield _with_app("waitress", WSGI, "wsgi", *waitress)
    cheroot = _module("cheroot", "--bind", "127.0.0.1:0")
    yield _with_app("cheroot", WSGI, "wsgi", *cheroot)
    yield _script("Tornado", "tornado")
    yield _script("twisted.web", "twisted")
    rebound = "`aiohttp.web_response.rfc822_formatted_time = gnomon.date`"
    yield _script("aiohttp", "aiohttp", rebound)
    yield _script("wsgiref", "", WSGI, keeps_alive=False)
    handler = EXAMPLE.format("serve_werkzeug.py")
    yield _script("Werkzeug", "werkzeug", f"{handler}, {WSGI}", keeps_alive=False)


SERVERS = {server.key: server for server in _servers()}
