"""wsgiref: the middleware's Date takes the place of the server's."""

from wsgiref.simple_server import make_server

import wsgi
from arguments import arguments

port, plain = arguments()
with make_server("127.0.0.1", port, wsgi.application if plain else wsgi.app) as server:
    server.serve_forever()
