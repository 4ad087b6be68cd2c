"""Starlette: If-Modified-Since by the grammar, and Last-Modified in nanoseconds.

    uvicorn --no-date-header starlette_files:app

Starlette compares the fields of what email.utils makes of a text, which has no limits:
to a request since the year 9999999999 nothing has changed.
"""

from pathlib import Path

import starlette.responses
import starlette.staticfiles
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

import gnomon
from gnomon.asgi import DateMiddleware


def parsedate(text: str) -> int | None:
    return gnomon.parse(text, None)


def formatdate(when: float, usegmt: bool) -> str:
    return gnomon.format(when)


starlette.staticfiles.parsedate = parsedate
starlette.responses.formatdate = formatdate

app = Starlette(
    routes=[Mount("/files", StaticFiles(directory=Path(__file__).parent / "files"))],
    middleware=[Middleware(DateMiddleware)],
)
