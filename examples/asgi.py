"""An ASGI application that leaves Date to others, and the line that adds it.

uvicorn --no-date-header asgi:app
gunicorn --worker-class asgi asgi:app
hypercorn --config hypercorn.toml asgi:app
daphne asgi:app
"""

import asyncio
from typing import Any

import answer

from gnomon.asgi import DateMiddleware


async def application(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] != "http":
        raise NotImplementedError(scope["type"])
    await asyncio.sleep(answer.delay(scope["path"]))
    headers = [
        (name.lower().encode(), value.encode())
        for name, value in answer.headers(scope["path"])
    ]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": b"Hello\n"})


app = DateMiddleware(application)
