"""aiohttp: If-Modified-Since of any kind, and Last-Modified in any locale.

    python -m aiohttp.web aiohttp_files:make_app

aiohttp's parse_http_date lets OverflowError pass for a huge year, which ends in a 500,
and ignores the zone. Its Last-Modified comes from strftime, in the language of the
process.
"""

import math
from datetime import datetime
from pathlib import Path

import aiohttp.web_request
from aiohttp import web

import gnomon


def parse_http_date(text: str | None) -> datetime | None:
    return None if text is None else gnomon.parse_datetime(text, None)


aiohttp.web_request.parse_http_date = parse_http_date

last_modified = web.StreamResponse.last_modified


def set_last_modified(response: web.StreamResponse, value: object) -> None:
    if isinstance(value, float):
        value = math.ceil(value)  # as aiohttp has it: never before the last change
    if isinstance(value, int | datetime):
        value = gnomon.format(value)
    last_modified.fset(response, value)


web.StreamResponse.last_modified = last_modified.setter(set_last_modified)


def make_app(arguments: list[str]) -> web.Application:
    app = web.Application()
    app.router.add_static("/files", Path(__file__).parent / "files")
    return app
