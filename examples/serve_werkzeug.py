"""Werkzeug's development server: the middleware's Date, and no second one.

The server sends its Date beside the application's; a handler that sends none leaves
it to the middleware. Flask takes the same: app.run(request_handler=DatelessHandler).
"""

import wsgi
from arguments import arguments
from werkzeug.serving import WSGIRequestHandler, run_simple


class DatelessHandler(WSGIRequestHandler):
    def send_response(self, code: int, message: str | None = None) -> None:
        self.log_request(code)
        self.send_response_only(code, message)
        self.send_header("Server", self.version_string())


port, plain = arguments()
if plain:
    run_simple("127.0.0.1", port, wsgi.application, threaded=True)
else:
    run_simple(
        "127.0.0.1", port, wsgi.app, threaded=True, request_handler=DatelessHandler
    )
