"""gnomon.wsgi.DateMiddleware: one Date for each response, and nothing else."""

from __future__ import annotations

import gc
import io
import sys
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from importlib.metadata import entry_points
from typing import Any
from wsgiref.util import FileWrapper
from wsgiref.validate import validator

import pytest
from middlewares import THEN, loaded_with, problems_in_the_docs

from gnomon import clock, wsgi

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")

Headers = list[tuple[str, str]]
DATE = ("Date", THEN)


@pytest.fixture(autouse=True)
def _then() -> Iterator[None]:
    with clock.freeze(784111777):
        yield


class Server:
    """What a server gives an application, and what it was called with."""

    def __init__(self) -> None:
        self.started: list[tuple[Any, ...]] = []
        self.written: list[bytes] = []

    def start_response(self, *arguments: Any) -> Callable[[bytes], object]:
        self.started.append(arguments)
        return self.written.append

    def headers(self) -> Headers:
        ((_, headers, _),) = self.started
        assert isinstance(headers, list)
        return headers


def answering(status: str, headers: Headers) -> Any:
    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response(status, headers)
        return [b"body"]

    return app


def headers_of(status: str, headers: Headers) -> Headers:
    server = Server()
    app = wsgi.DateMiddleware(answering(status, headers))
    assert list(app({}, server.start_response)) == [b"body"]
    return server.headers()


def test_date_is_added_to_a_copy() -> None:
    headers = [("Content-Type", "text/plain"), ("X-Date", "0")]
    given = list(headers)
    assert headers_of("200 OK", given) == [*headers, DATE]
    assert given == headers


@pytest.mark.parametrize("name", ["date", "Date", "DATE", "dAtE"])
def test_the_applications_own_is_kept(name: str) -> None:
    headers = [("A", "1"), (name, "its own"), ("B", "2")]
    given = list(headers)
    assert headers_of("200 OK", given) == headers
    assert given == headers


@pytest.mark.parametrize("status", ["100 Continue", "103 Early Hints"])
def test_informational_responses_are_left_alone(status: str) -> None:
    """RFC 9110 section 6.6.1 asks for none there."""
    assert headers_of(status, [("Link", "</a>")]) == [("Link", "</a>")]


@pytest.mark.parametrize("status", ["200 OK", "304 Not Modified", "500 Oh"])
def test_all_other_responses_have_one(status: str) -> None:
    assert headers_of(status, []) == [DATE]


def test_environ_and_status_are_passed_on() -> None:
    seen: list[Any] = []

    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        seen.append(environ)
        start_response("299 Odd", [])
        return []

    environ: dict[str, Any] = {"PATH_INFO": "/"}
    server = Server()
    list(wsgi.DateMiddleware(app)(environ, server.start_response))
    assert seen[0] is environ
    assert environ == {"PATH_INFO": "/"}
    assert server.started == [("299 Odd", [DATE], None)]


@pytest.mark.parametrize("by_name", [False, True])
def test_exc_info_is_passed_on(by_name: bool) -> None:
    seen: list[Any] = []

    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        try:
            raise OSError
        except OSError:
            seen.append(sys.exc_info())
            if by_name:
                start_response("500 Oh", [], exc_info=seen[0])
            else:
                start_response("500 Oh", [], seen[0])
        return []

    server = Server()
    wsgi.DateMiddleware(app)({}, server.start_response)
    assert server.started == [("200 OK", [DATE], None), ("500 Oh", [DATE], seen[0])]


def test_a_traceback_that_the_server_raises_holds_no_cycle() -> None:
    """PEP 3333 asks servers to take care of that, since headers may be sent already."""

    class Kept:
        pass

    dead: list[weakref.ref[Kept]] = []

    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        kept = Kept()
        dead.append(weakref.ref(kept))
        try:
            raise OSError
        except OSError:
            start_response("500 Oh", [], sys.exc_info())
        return []

    def start_response(status: str, headers: Any, exc_info: Any = None) -> Any:
        try:
            raise exc_info[1].with_traceback(exc_info[2])
        finally:
            exc_info = None

    gc.disable()
    try:
        with suppress(OSError):
            wsgi.DateMiddleware(app)({}, start_response)
        assert dead[0]() is None
    finally:
        gc.enable()


def test_write_is_the_servers() -> None:
    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        write = start_response("200 OK", [])
        write(b"written")
        return [b"returned"]

    server = Server()
    assert wsgi.DateMiddleware(app)({}, server.start_response) == [b"returned"]
    assert server.written == [b"written"]


class Closing:
    """A result with close(), as PEP 3333 has it."""

    closed = False

    def __iter__(self) -> Iterator[bytes]:
        return iter([b"body"])

    def close(self) -> None:
        self.closed = True


@pytest.mark.parametrize("result", [Closing(), FileWrapper(io.BytesIO(b"body")), [b""]])
def test_the_result_is_returned_as_it_is(result: Any) -> None:
    """So close() is there to be called, and wsgi.file_wrapper to be recognised."""
    app = wsgi.DateMiddleware(lambda environ, start_response: result)
    assert app({}, Server().start_response) is result


def test_a_generator_starts_when_it_is_read() -> None:
    """And then the date is read."""

    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        start_response("200 OK", [])
        yield b"body"

    server = Server()
    result = wsgi.DateMiddleware(app)({}, server.start_response)
    assert server.started == []
    with clock.freeze(784111778):
        assert list(result) == [b"body"]
    assert server.headers() == [("Date", "Sun, 06 Nov 1994 08:49:38 GMT")]


def test_what_the_application_raises_passes() -> None:
    def app(environ: Any, start_response: Any) -> Iterable[bytes]:
        raise OSError("its own")

    with pytest.raises(OSError, match="its own"):
        wsgi.DateMiddleware(app)({}, Server().start_response)


def test_around_another_adds_no_second() -> None:
    server = Server()
    app = wsgi.DateMiddleware(wsgi.DateMiddleware(answering("200 OK", [])))
    app({}, server.start_response)
    assert server.headers() == [DATE]


def test_it_conforms_to_pep_3333() -> None:
    """The standard library's validator, inside it and around it."""
    inner = validator(answering("200 OK", [("Content-Type", "text/plain")]))
    environ = {
        "REQUEST_METHOD": "GET",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/",
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "wsgi.errors": io.StringIO(),
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    server = Server()
    outer = validator(wsgi.DateMiddleware(inner))
    result = outer(environ, server.start_response)
    try:
        assert list(result) == [b"body"]
    finally:
        result.close()  # type: ignore[attr-defined]
    assert DATE in server.started[0][1]


def test_paste_factory() -> None:
    app = answering("200 OK", [])
    made = wsgi.filter_app_factory(app, {"here": "/"})
    assert type(made) is wsgi.DateMiddleware
    assert made.app is app
    with pytest.raises(TypeError, match="colour"):
        wsgi.filter_app_factory(app, {}, colour="red")  # type: ignore[call-arg]


def test_paste_entry_point() -> None:
    found = entry_points(group="paste.filter_app_factory", name="main")
    (ours,) = [point for point in found if point.value.startswith("gnomon.")]
    assert ours.load() is wsgi.filter_app_factory


def test_it_imports_no_framework() -> None:
    assert loaded_with("gnomon.wsgi") == set()


@pytest.mark.parametrize("thing", [wsgi.DateMiddleware, wsgi.filter_app_factory])
def test_examples_in_the_docs(thing: object) -> None:
    assert problems_in_the_docs(wsgi, thing) == ""


def test_what_is_no_list_is_the_servers_to_refuse() -> None:
    headers = iter([("Content-Type", "text/html"), ("Set-Cookie", "a=b")])

    def app(environ: Any, start_response: Any) -> list[bytes]:
        start_response("200 OK", headers)
        return []

    server = Server()
    wsgi.DateMiddleware(app)({}, server.start_response)
    [(_, passed, *_)] = server.started
    assert passed is headers and len(list(headers)) == 2
