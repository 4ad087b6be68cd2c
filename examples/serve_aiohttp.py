"""aiohttp: its Date is right already; this makes it a little cheaper."""

import asyncio

import aiohttp.web_response
import answer
from aiohttp import web
from arguments import arguments

import gnomon


async def hello(request: web.Request) -> web.Response:
    await asyncio.sleep(answer.delay(request.path))
    headers = answer.headers(request.path)
    return web.Response(body=b"Hello\n", headers=dict(headers))


port, plain = arguments()
if not plain:
    aiohttp.web_response.rfc822_formatted_time = gnomon.date
app = web.Application()
app.router.add_get("/{path:.*}", hello)
web.run_app(app, host="127.0.0.1", port=port)
