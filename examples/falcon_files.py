"""Falcon: a bad If-Modified-Since is ignored, and Last-Modified is in no language.

    waitress-serve falcon_files:app

RFC 9110 section 13.1.3 has a bad date ignored; Falcon answers it with a 400, the two
older forms too. Its strftime and strptime speak the language of the process.
"""

from datetime import datetime
from pathlib import Path

import falcon

import gnomon


class Request(falcon.Request):
    @property
    def if_modified_since(self) -> datetime | None:
        text = self.get_header("If-Modified-Since")
        return None if text is None else gnomon.parse_datetime(text, None)


class Response(falcon.Response):
    @property
    def last_modified(self) -> str | None:
        text: str | None = self.get_header("Last-Modified")
        return text

    @last_modified.setter
    def last_modified(self, when: datetime) -> None:
        self.set_header("Last-Modified", gnomon.format(when))


app = falcon.App(request_type=Request, response_type=Response)
app.add_static_route("/files", Path(__file__).parent / "files")
