"""Django: http_date and parse_http_date in nanoseconds instead of microseconds.

    waitress-serve django_files:application

Django's own are right: this is for speed alone.
"""

from pathlib import Path

import django.utils.http
import django.views.static
from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.urls import path

import gnomon
from gnomon.wsgi import DateMiddleware


def formatdate(when: float | None, usegmt: bool) -> str:
    return gnomon.date() if when is None else gnomon.format(when)


django.utils.http.formatdate = formatdate  # http_date calls it, wherever it went
django.utils.http.parse_http_date = gnomon.parse  # parse_http_date_safe calls it
django.views.static.parse_http_date = gnomon.parse

FILES = Path(__file__).parent / "files"
urlpatterns = [
    path("files/<path:path>", django.views.static.serve, {"document_root": FILES})
]
settings.configure(ALLOWED_HOSTS=["*"], ROOT_URLCONF=__name__, SECRET_KEY="example")
application = DateMiddleware(get_wsgi_application())
