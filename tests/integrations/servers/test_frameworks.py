"""The middlewares where each framework takes one, and PasteDeploy's filter."""

import asyncio
import warnings
from collections.abc import Callable, Iterator
from email.utils import formatdate
from pathlib import Path
from typing import Any

import pytest

import gnomon
from gnomon import wsgi
from gnomon.asgi import DateMiddleware

from .needs import need

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")

THEN = 784111777
OWN = formatdate(0, usegmt=True)


def starlette() -> Any:
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.responses import Response
    from starlette.routing import Route

    async def hello(request: Any) -> Any:
        return Response("Hello")

    async def own(request: Any) -> Any:
        return Response("Hello", headers={"Date": OWN})

    return Starlette(
        routes=[Route("/", hello), Route("/own", own)],
        middleware=[Middleware(DateMiddleware)],
    )


def fastapi() -> Any:
    from fastapi import FastAPI, Response

    app = FastAPI()
    app.add_middleware(DateMiddleware)

    async def hello() -> str:
        return "Hello"

    async def own(response: Response) -> str:
        response.headers["Date"] = OWN
        return "Hello"

    app.get("/")(hello)
    app.get("/own")(own)
    return app


def litestar() -> Any:
    from litestar import Litestar, Response, get

    async def hello() -> str:
        return "Hello"

    async def own() -> Response[str]:
        return Response("Hello", headers={"Date": OWN})

    handlers = [get("/")(hello), get("/own")(own)]
    return Litestar(handlers, middleware=[DateMiddleware], openapi_config=None)


def quart() -> Any:
    from quart import Quart

    app = Quart(__name__)

    async def hello() -> Any:
        return "Hello"

    async def own() -> Any:
        return "Hello", 200, {"Date": OWN}

    app.get("/")(hello)
    app.get("/own")(own)
    app.asgi_app = DateMiddleware(app.asgi_app)
    return app


def django() -> Any:
    from django.conf import settings
    from django.core.asgi import get_asgi_application
    from django.http import HttpResponse
    from django.urls import path

    def hello(request: Any) -> Any:
        return HttpResponse("Hello")

    def own(request: Any) -> Any:
        return HttpResponse("Hello", headers={"Date": OWN})

    if not settings.configured:
        urls = [path("", hello), path("own", own)]
        settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=tuple(urls))
    return DateMiddleware(get_asgi_application())


FRAMEWORKS = (starlette, fastapi, litestar, quart, django)


@pytest.fixture(autouse=True)
def _then() -> Iterator[None]:
    with gnomon.clock.freeze(THEN):
        yield


def dates_of(app: Any, path: str) -> list[str]:
    import httpx

    async def get() -> Any:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.get(f"http://localhost{path}")

    response = asyncio.run(get())
    assert response.status_code == 200, response.text
    dates: list[str] = response.headers.get_list("date")
    return dates


@pytest.mark.parametrize("make", FRAMEWORKS, ids=lambda make: make.__name__)
def test_one_date(make: Callable[[], Any]) -> None:
    need(make.__name__, "httpx")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the frameworks' own
        app = make()
        assert dates_of(app, "/") == [gnomon.format(THEN)]
        assert dates_of(app, "/own") == [OWN]


def test_flask() -> None:
    need("flask", "httpx")
    import httpx
    from flask import Flask

    app = Flask(__name__)
    app.get("/", endpoint="hello")(lambda: "Hello")
    app.get("/own", endpoint="own")(lambda: ("Hello", {"Date": OWN}))
    app.wsgi_app = wsgi.DateMiddleware(app.wsgi_app)
    transport = httpx.WSGITransport(app)
    with httpx.Client(transport=transport, base_url="http://localhost") as client:
        for path, date in (("/", gnomon.format(THEN)), ("/own", OWN)):
            assert client.get(path).headers.get_list("date") == [date]


INI = """
[app:hello]
paste.app_factory = paste_hello:make

[filter-app:dated]
use = egg:gnomon
next = hello
"""
PASTE_APP = """
def make(global_conf):
    def app(environ, start_response):
        start_response("200 OK", [])
        return [b"Hello"]
    return app
"""


def test_paste_deploy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    need("pastedeploy")
    from paste.deploy import loadapp

    (tmp_path / "paste_hello.py").write_text(PASTE_APP, "ascii")
    (tmp_path / "site.ini").write_text(INI, "ascii")
    monkeypatch.syspath_prepend(tmp_path)
    app = loadapp(f"config:{tmp_path}/site.ini", name="dated")
    started: list[Any] = []
    body = app({}, lambda *arguments: started.append(arguments))
    assert (body, started) == (
        [b"Hello"],
        [("200 OK", [("Date", gnomon.format(THEN))], None)],
    )
