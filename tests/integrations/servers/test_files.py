"""Static files on frameworks, run as examples/ has them with gnomon's parser in place.

Whatever stands in If-Modified-Since, nobody gets a 500.
"""

from __future__ import annotations

import http.client
import math
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from email.utils import formatdate
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
import vectors

from .locales import german
from .needs import INSTRUMENTS, need, needs_groups
from .running import EXAMPLES, running

pytestmark = needs_groups

FILE = EXAMPLES / "files" / "hello.txt"
MTIME = FILE.stat().st_mtime
SINCE = "If-Modified-Since"
HUGE = "Mon, 20 Nov 9999999999 12:00:00 GMT"

CASES = vectors.read("http_date.tsv")
# A line break ends the field, and what is left of it is another text.
BAD = [case for case in CASES if case.value is None and "\n" not in case.text]
# The century of two digits depends on the day that the test is run.
GOOD = [case for case in CASES if case.value and "-" not in case.text]


# A module, run in the language of the environment, which no server asks for by itself.
LOCALISED = """
import locale, runpy, sys
locale.setlocale(locale.LC_ALL, "")
del sys.argv[0]
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


class Framework(NamedTuple):
    needs: tuple[str, ...]  # packages
    command: tuple[str, ...]
    last_modified: Callable[[float], int] = math.floor


def on_waitress(name: str, app: str = "app") -> Framework:
    command = ("waitress", "--listen", "127.0.0.1:0", f"{name}_files:{app}")
    return Framework((name, "waitress"), command)


FRAMEWORKS = {
    "flask": on_waitress("flask"),
    "aiohttp": Framework(
        ("aiohttp",),
        ("aiohttp.web", "-H", "127.0.0.1", "-P", "0", "aiohttp_files:make_app"),
        math.ceil,
    ),
    "starlette": Framework(
        ("starlette", "uvicorn"),
        ("uvicorn", "--port", "0", "--no-date-header", "starlette_files:app"),
    ),
    "django": on_waitress("django", "application"),
    "falcon": on_waitress("falcon"),
}


class Answer(NamedTuple):
    status: int
    headers: http.client.HTTPMessage


Ask = Callable[[bytes | None], Answer]


@pytest.fixture(scope="module", params=FRAMEWORKS)
def framework(request: pytest.FixtureRequest) -> Framework:
    framework = FRAMEWORKS[request.param]
    need(*INSTRUMENTS, *framework.needs)
    return framework


@pytest.fixture(scope="module")
def ask(
    framework: Framework, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Ask]:
    """What a framework answers, in Germany, to an If-Modified-Since."""
    environment = german(tmp_path_factory.mktemp("locale"))
    command = ("-c", LOCALISED, *framework.command)
    with running(command, EXAMPLES, **environment) as url:
        yield lambda since: get(url, {} if since is None else {SINCE: since})


def get(url: str, headers: Mapping[str, bytes]) -> Answer:
    connection = http.client.HTTPConnection(urlsplit(url).netloc, timeout=30)
    try:
        connection.request("GET", "/files/hello.txt", headers=headers)
        response = connection.getresponse()
        return Answer(response.status, response.headers)
    finally:
        connection.close()


def as_sent(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def test_the_file_is_sent(ask: Ask, framework: Framework) -> None:
    status, headers = ask(None)
    assert status == 200
    assert len(headers.get_all("date", [])) == 1
    then = framework.last_modified(MTIME)
    assert headers["last-modified"] == formatdate(then, usegmt=True)


def test_bad_dates_are_ignored(ask: Ask) -> None:
    """RFC 9110 section 13.1.3. Where a character may not stand in a field at all
    (section 5.5), a server may also refuse the request."""
    statuses = {case.text: ask(as_sent(case.text)).status for case in BAD}
    refused = {text for text, status in statuses.items() if status != 200}
    assert {text for text in refused if not re.search(r"[^\t -~]", text)} == set()
    assert {statuses[text] for text in refused} <= {400}
    assert statuses[HUGE] == 200


def test_good_dates_count(ask: Ask) -> None:
    statuses = {case.text: ask(as_sent(case.text)).status for case in GOOD}
    assert statuses == {
        case.text: 304 if case.value and case.value[0] > MTIME else 200 for case in GOOD
    }
    since = formatdate(math.ceil(MTIME), usegmt=True)
    assert ask(since.encode()).status == 304


# What cannot be told from outside: that it is gnomon that answers.
IN_PLACE = {
    "django": """
import django_files, django.utils.http, django.views.static, gnomon
with gnomon.clock.freeze(784111777):
    print(django.utils.http.http_date())
print(django.utils.http.http_date(784111777.9999999))
print(django.utils.http.parse_http_date_safe("Sun, 06 Nov 1994 08:49:37 GMT\\n"))
print(django.views.static.was_modified_since("Sun, 06 Nov 1994 08:49:37 GMT\\n"))
""",
    "starlette": """
import starlette_files, starlette.responses
print(starlette.responses.formatdate(784111777.9999999, usegmt=True))
""",
}
THEN = "Sun, 06 Nov 1994 08:49:37 GMT"
PRINTED = {"django": [THEN, THEN, "None", "True"], "starlette": [THEN]}


@pytest.mark.parametrize("name", IN_PLACE)
def test_the_functions_are_in_place(name: str) -> None:
    need(*FRAMEWORKS[name].needs)
    done = subprocess.run(
        [sys.executable, "-c", IN_PLACE[name]],
        cwd=EXAMPLES,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == PRINTED[name]


def test_the_vectors_are_of_all_kinds() -> None:
    assert len(BAD) > 20
    assert {case.value[0] > MTIME for case in GOOD if case.value} == {True, False}
    assert Path(FILE).read_text("ascii") == "Hello\n"
