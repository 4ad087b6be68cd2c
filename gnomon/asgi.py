"""A Date header for ASGI applications, whatever server they run on.

from gnomon.asgi import DateMiddleware

app = DateMiddleware(app)
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from ._core import date_bytes

__all__ = ["DateMiddleware"]

# Frameworks describe scopes and messages as dicts, as mappings or as TypedDicts, of
# which none accepts the others.
_App = Callable[[Any, Any, Any], Awaitable[None]]
_Message = Mapping[str, Any]


class DateMiddleware:
    """Add the current Date to each HTTP response that has none.

    `app` is an ASGI 3 application. Date is read when the response starts. One
    that the application sends is kept, whatever the case of its name; so are
    informational responses (1xx), WebSockets and lifespan as they are. No
    scope or message is changed: the response starts with a new message.

    It raises nothing of its own for a message that the specification allows.
    The server must not add a second Date: uvicorn takes --no-date-header,
    Hypercorn include_date_header = False.

        >>> async def app(scope, receive, send):
        ...     await send({"type": "http.response.start", "status": 204})
        >>> async def show(message):
        ...     print(message["headers"])
        >>> import asyncio
        >>> asyncio.run(DateMiddleware(app)({"type": "http"}, None, show))
        [(b'date', b'Sun, 06 Nov 1994 08:49:37 GMT')]

    Source: RFC 9110, section 6.6.1; the ASGI specification, "HTTP & WebSocket".
    """

    def __init__(self, app: _App) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Run the application for one connection."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        # Not a coroutine of its own, which each message would have to pay for.
        def send_dated(message: _Message) -> Any:
            if message["type"] == "http.response.start" and message["status"] >= 200:
                message = _dated(message)
            return send(message)

        await self.app(scope, receive, send_dated)


def _dated(message: _Message) -> _Message:
    headers = [*message.get("headers", ())]  # may be an iterator, which is now spent
    for name, _ in headers:
        # Most names differ in length, and need not be made lower-case.
        if len(name) == 4 and name.lower() == b"date":
            break
    else:
        headers.append((b"date", date_bytes()))
    dated = dict(message)
    dated["headers"] = headers
    return dated
