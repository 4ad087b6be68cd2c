"""A Date header for WSGI applications, whatever server they run on.

from gnomon.wsgi import DateMiddleware

app = DateMiddleware(app)
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication

from ._core import date

__all__ = ["DateMiddleware", "filter_app_factory"]

_Headers = list[tuple[str, str]]
_Write = Callable[[bytes], object]


class DateMiddleware:
    """Add the current Date to each response that has none.

    `app` is a WSGI application. Date is read when it calls start_response. One
    that the application sends is kept, whatever the case of its name; so are
    informational responses (1xx) as they are. The application's list of
    headers is not changed, and its result is returned as it is, be it a
    generator, a list or what wsgi.file_wrapper made.

    It raises nothing of its own for what PEP 3333 allows. The server must not
    add a second Date; gunicorn's WSGI workers do.

        >>> def app(environ, start_response):
        ...     start_response("204 No Content", [])
        ...     return []
        >>> def show(status, headers, exc_info):
        ...     print(headers)
        >>> DateMiddleware(app)({}, show)
        [('Date', 'Sun, 06 Nov 1994 08:49:37 GMT')]
        []

    Source: RFC 9110, section 6.6.1; PEP 3333, "The start_response() Callable".
    """

    def __init__(self, app: WSGIApplication) -> None:
        self.app = app

    def __call__(
        self, environ: dict[str, Any], start_response: StartResponse
    ) -> Iterable[bytes]:
        """Run the application for one request."""

        def start_dated(status: str, headers: _Headers, exc_info: Any = None) -> _Write:
            try:
                if not status.startswith("1"):
                    headers = _dated(headers)
                return start_response(status, headers, exc_info)
            finally:
                # A traceback that passes here would hold the frame that holds it.
                exc_info = None

        return self.app(environ, start_dated)


def _dated(headers: Iterable[tuple[str, str]]) -> Any:
    if not isinstance(headers, list):  # PEP 3333 wants one: the server will say so
        return headers
    for name, _ in headers:
        # Most names differ in length, and need not be made lower-case.
        if len(name) == 4 and name.lower() == "date":
            return headers
    return [*headers, ("Date", date())]


def filter_app_factory(
    app: WSGIApplication, global_conf: Mapping[str, str]
) -> DateMiddleware:
    """Make the middleware for PasteDeploy: `use = egg:gnomon` in a filter's section.

    `app` is the WSGI application; `global_conf` is the [DEFAULT] section, which
    is not looked at. There are no options: one that is given raises TypeError.

        >>> filter_app_factory(lambda environ, start_response: [], {})({}, None)
        []

    Source: PasteDeploy's paste.filter_app_factory.
    """
    return DateMiddleware(app)
