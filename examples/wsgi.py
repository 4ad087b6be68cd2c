"""A WSGI application that leaves Date to others, and the line that adds it.

waitress-serve wsgi:app
cheroot wsgi:app
gunicorn wsgi:application  (gunicorn.conf.py takes care of it)
"""

import time
from collections.abc import Iterable
from typing import Any

import answer

from gnomon.wsgi import DateMiddleware


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    path = environ["PATH_INFO"]
    time.sleep(answer.delay(path))
    start_response("200 OK", [*answer.headers(path), ("Content-Length", "6")])
    return [b"Hello\n"]


app = DateMiddleware(application)
