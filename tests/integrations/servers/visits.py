"""What a client sees of a server's dates."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import httpx

# On one connection, in seconds after a turn of the wall clock: two more turns come.
SAMPLED = (0.9, 1.3, 1.6, 1.95, 2.3)
QUIET = 1.1  # seconds before, so that what is cached for a second is old
AT_ONCE = 4  # slow requests
FRESH = 3  # connections for one response each,
MOST_FRESH = 200  # or as many as it takes to meet all workers
TIMEOUT = 30


class Visit(NamedTuple):
    """A response."""

    kind: str  # sampled, slow, fresh or own
    dates: tuple[str, ...]
    begun: float  # when the application began the response, Unix seconds
    received: float  # when the client had its headers
    process: str
    connection: int  # the client's port


def visit(url: str, *, http2: bool = False, workers: int = 1) -> list[Visit]:
    """Sampled and slow responses, fresh connections, and the application's own Date."""
    import httpx

    def client() -> httpx.Client:
        return httpx.Client(
            base_url=url, http1=not http2, http2=http2, timeout=TIMEOUT, trust_env=False
        )

    with client() as kept:
        kept.get("/")
        found = _sample(kept)
        found.append(_get(kept, "/own", "own"))
        found += _slow(kept)
    found += _fresh(client, workers)
    return found


def _get(client: httpx.Client, path: str, kind: str) -> Visit:
    # A stream: once it is read, its connection may be closed, and have no port.
    with client.stream("GET", path) as response:
        received = time.time()
        stream = response.extensions["network_stream"]
        _, port = stream.get_extra_info("client_addr")
        response.read()
    assert response.status_code == 200, response.text
    return Visit(
        kind,
        tuple(response.headers.get_list("date")),
        float(response.headers["x-begun"]),
        received,
        response.headers["x-process"],
        port,
    )


def _sample(client: httpx.Client) -> list[Visit]:
    turn = int(time.time() + QUIET)
    found = []
    for offset in SAMPLED:
        time.sleep(max(0, turn + offset - time.time()))
        found.append(_get(client, "/", "sampled"))
    return found


def _slow(client: httpx.Client) -> list[Visit]:
    """Each was asked for before a turn of the second, and is begun after it."""
    with ThreadPoolExecutor(AT_ONCE) as pool:
        visits = [pool.submit(_get, client, "/slow", "slow") for _ in range(AT_ONCE)]
        return [visit.result() for visit in visits]


def _fresh(client: Callable[[], httpx.Client], workers: int) -> list[Visit]:
    found: list[Visit] = []
    for number in range(1, MOST_FRESH):
        with client() as once:
            found.append(_get(once, "/", "fresh"))
            found.append(_get(once, "/own", "own"))
        if number >= FRESH and len({visit.process for visit in found}) == workers:
            break
    return found
