"""Tornado: a Date that is read when the response is sent.

Tornado's own is of the moment when the request came.
"""

import asyncio

import answer
from arguments import arguments
from tornado.httputil import HTTPHeaders
from tornado.web import Application, OutputTransform, RequestHandler

import gnomon


class Date(OutputTransform):
    def transform_first_chunk(
        self, status_code: int, headers: HTTPHeaders, chunk: bytes, finishing: bool
    ) -> tuple[int, HTTPHeaders, bytes]:
        headers.setdefault("Date", gnomon.date())
        return status_code, headers, chunk


class Handler(RequestHandler):
    async def get(self) -> None:
        await asyncio.sleep(answer.delay(self.request.path))
        for name, value in answer.headers(self.request.path):
            self.set_header(name, value)
        self.write("Hello\n")


class DatedHandler(Handler):
    def set_default_headers(self) -> None:
        self.clear_header("Date")  # Tornado's own, which is set just before


async def main() -> None:
    port, plain = arguments()
    application = Application([("/.*", Handler if plain else DatedHandler)])
    if not plain:
        application.add_transform(Date)
    application.listen(port, "127.0.0.1")
    await asyncio.Event().wait()


asyncio.run(main())
