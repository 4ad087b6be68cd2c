"""gunicorn's WSGI workers: a Date for next to nothing, and the application's own kept.

    gunicorn wsgi:application

gunicorn reads this file from the directory that it is started in. By itself it asks
email.utils for a Date in each response, and drops the one that an application sends.
"""

import gunicorn.util
from gunicorn.http.wsgi import Response

import gnomon


def http_date(timestamp=None):
    return gnomon.date() if timestamp is None else gnomon.format(timestamp)


gunicorn.util.http_date = http_date

# The rest is for applications that send a Date of their own.
gunicorn.util.hop_headers.discard("date")
default_headers = Response.default_headers


def headers_with_one_date(self):
    lines = default_headers(self)
    if any(name.lower() == "date" for name, _ in self.headers):
        lines = [line for line in lines if not line.startswith("Date:")]
    return lines


Response.default_headers = headers_with_one_date
