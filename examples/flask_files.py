"""Flask: what a stranger sends as If-Modified-Since never ends in a 500.

    waitress-serve flask_files:app

Werkzeug's parse_date lets email.utils raise OverflowError for a huge year, and takes
what is no HTTP date, such as other zones.
"""

from datetime import datetime

import werkzeug.http
import werkzeug.sansio.http
import werkzeug.sansio.request
from flask import Flask

import gnomon


def parse_date(value: str | None) -> datetime | None:
    return None if value is None else gnomon.parse_datetime(value, None)


# Each has the name; together they read all dates of a request.
werkzeug.http.parse_date = parse_date
werkzeug.sansio.http.parse_date = parse_date
werkzeug.sansio.request.parse_date = parse_date

app = Flask(__name__, static_folder="files")
