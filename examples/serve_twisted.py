"""twisted.web: a Date that is read when the response is sent.

Twisted's own is of the moment when the request came.
"""

import answer
from arguments import arguments
from twisted.internet import reactor
from twisted.web.resource import Resource
from twisted.web.server import NOT_DONE_YET, Request, Site

import gnomon


class DatedRequest(Request):
    def render(self, resource: Resource) -> None:
        self.responseHeaders.removeHeader(b"Date")  # Twisted's own
        super().render(resource)

    def write(self, data: bytes) -> None:
        if not self.startedWriting and not self.responseHeaders.hasHeader(b"Date"):
            self.setHeader(b"Date", gnomon.date_bytes())
        super().write(data)


class Hello(Resource):
    isLeaf = True

    def render_GET(self, request: Request) -> object:
        path = request.path.decode()
        reactor.callLater(answer.delay(path), self.answer, request, path)
        return NOT_DONE_YET

    def answer(self, request: Request, path: str) -> None:
        for name, value in answer.headers(path):
            request.setHeader(name.encode(), value.encode())
        request.write(b"Hello\n")
        request.finish()


port, plain = arguments()
site = Site(Hello(), requestFactory=Request if plain else DatedRequest)
reactor.listenTCP(port, site, interface="127.0.0.1")
reactor.run()
