"""gnomon.asgi.DateMiddleware: one Date for each HTTP response, and nothing else."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import pytest
from middlewares import THEN, loaded_with, problems_in_the_docs

from gnomon import asgi, clock

pytestmark = pytest.mark.thread_unsafe(reason="freezes the clock")

Message = dict[str, Any]
DATE = (b"date", THEN.encode())
START = "http.response.start"


@pytest.fixture(autouse=True)
def _then() -> Iterator[None]:
    with clock.freeze(784111777):
        yield


def run(app: Any, scope: Message) -> list[Message]:
    """What a server would be sent. Nothing here waits, so it needs no event loop."""
    sent: list[Message] = []

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        return {"type": "http.request"}

    with pytest.raises(StopIteration):
        app(scope, receive, send).send(None)
    return sent


def sending(*messages: Message) -> Callable[[Any, Any, Any], Awaitable[None]]:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        assert await send(messages[0]) is None  # an awaitable, each time
        for message in messages[1:]:
            await send(message)

    return app


def headers_of(**start: Any) -> Any:
    message = {"type": START, "status": 200, **start}
    (sent,) = run(asgi.DateMiddleware(sending(message)), {"type": "http"})
    return sent["headers"]


def test_date_is_added() -> None:
    headers = [(b"content-type", b"text/plain"), (b"x-date", b"0")]
    assert headers_of(headers=headers) == [*headers, DATE]


def test_headers_may_be_absent() -> None:
    assert headers_of() == [DATE]
    assert headers_of(headers=[]) == [DATE]


@pytest.mark.parametrize("name", [b"date", b"Date", b"DATE", b"dAtE"])
def test_the_applications_own_is_kept(name: bytes) -> None:
    headers = [(b"a", b"1"), (name, b"its own"), (b"b", b"2")]
    assert headers_of(headers=headers) == headers
    assert headers_of(headers=iter(headers)) == headers


@pytest.mark.parametrize(
    "kind", [list, tuple, iter, lambda pairs: (list(pair) for pair in pairs)]
)
def test_headers_may_be_any_iterable(kind: Callable[[Any], Any]) -> None:
    headers = headers_of(headers=kind([(b"a", b"1"), (b"b", b"2")]))
    assert [tuple(pair) for pair in headers] == [(b"a", b"1"), (b"b", b"2"), DATE]


def test_nothing_is_mutated() -> None:
    scope: Message = {"type": "http", "path": "/"}
    headers = ((b"a", b"1"),)
    message: Message = {"type": START, "status": 200, "headers": [*headers], "x": 1}
    given = message["headers"]
    (sent,) = run(asgi.DateMiddleware(sending(message)), scope)
    assert sent is not message
    assert sent == {**message, "headers": [*headers, DATE]}
    assert message == {"type": START, "status": 200, "headers": [*headers], "x": 1}
    assert message["headers"] is given
    assert scope == {"type": "http", "path": "/"}


@pytest.mark.parametrize("status", [100, 102, 103, 199])
def test_informational_responses_are_left_alone(status: int) -> None:
    """RFC 9110 section 6.6.1 asks for none there."""
    assert headers_of(status=status, headers=[(b"link", b"</a>")]) == [
        (b"link", b"</a>")
    ]


@pytest.mark.parametrize("status", [200, 204, 206, 304, 404, 500, 503])
def test_all_other_responses_have_one(status: int) -> None:
    assert headers_of(status=status) == [DATE]


def test_all_other_messages_are_left_alone() -> None:
    messages: list[Message] = [
        {"type": "http.response.debug", "status": 200},
        {"type": "http.response.informational", "status": 103, "headers": []},
        {"type": START, "status": 200},
        {"type": "http.response.body", "body": b"", "more_body": True},
        {"type": "http.response.trailers", "headers": [(b"a", b"1")]},
    ]
    sent = run(asgi.DateMiddleware(sending(*messages)), {"type": "http"})
    same = [got is message for got, message in zip(sent, messages, strict=True)]
    assert same == [True, True, False, True, True]


@pytest.mark.parametrize("kind", ["websocket", "lifespan", "anything"])
def test_other_scopes_are_passed_on_as_they_are(kind: str) -> None:
    given: list[Any] = []

    async def app(*arguments: Any) -> None:
        given.extend(arguments)
        # The denial of a WebSocket, and what only looks like a response.
        await arguments[2](messages[0])
        await arguments[2](messages[1])

    messages = [
        {"type": "websocket.http.response.start", "status": 403, "headers": []},
        {"type": START, "status": 200, "headers": []},
    ]
    scope = {"type": kind}
    sent = run(asgi.DateMiddleware(app), scope)
    assert given[0] is scope
    assert [got is message for got, message in zip(sent, messages, strict=True)] == [
        True,
        True,
    ]


def test_receive_is_passed_on() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send(await receive())

    assert run(asgi.DateMiddleware(app), {"type": "http"}) == [{"type": "http.request"}]


def test_date_is_read_when_the_response_starts() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        with clock.freeze(784111778):
            await send({"type": START, "status": 200})

    (sent,) = run(asgi.DateMiddleware(app), {"type": "http"})
    assert sent["headers"] == [(b"date", b"Sun, 06 Nov 1994 08:49:38 GMT")]


def test_what_the_application_raises_passes() -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        raise OSError(scope["type"])

    async def never(*_: Any) -> None:
        raise AssertionError

    for kind in ("http", "lifespan"):
        with pytest.raises(OSError, match=kind):
            asgi.DateMiddleware(app)({"type": kind}, never, never).send(None)


def test_what_send_raises_reaches_the_application() -> None:
    seen: list[str] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        try:
            await send({"type": START, "status": 200})
        except OSError as error:
            seen.append(str(error))

    async def send(message: Message) -> None:
        raise OSError("gone")

    with pytest.raises(StopIteration):
        asgi.DateMiddleware(app)({"type": "http"}, None, send).send(None)
    assert seen == ["gone"]


def test_around_another_adds_no_second() -> None:
    message = {"type": START, "status": 200}
    app = asgi.DateMiddleware(asgi.DateMiddleware(sending(message)))
    assert run(app, {"type": "http"})[0]["headers"] == [DATE]


def test_it_imports_no_framework() -> None:
    assert loaded_with("gnomon.asgi") == set()


def test_examples_in_the_docs() -> None:
    assert problems_in_the_docs(asgi, asgi.DateMiddleware) == ""
