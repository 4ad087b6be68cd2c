"""Real servers, run as examples/ has them: each response has one Date, the right one.

Without gnomon they are run too, for the table of docs/servers.md, which says what came
of it. GNOMON_UPDATE=1 writes that table anew.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import NamedTuple

import pytest

from . import table
from .catalogue import SERVERS, Server
from .needs import INSTRUMENTS, need, needs_groups
from .running import EXAMPLES, running
from .verdict import RIGHT, verdict
from .visits import Visit, visit

pytestmark = needs_groups

AT_ONCE = 6  # servers; they and their clients mostly wait


class Outcome(NamedTuple):
    plain: Future[list[Visit]]
    dated: Future[list[Visit]]


def visit_plain(server: Server) -> list[Visit]:
    with running(server.plain) as url:
        return visit(url, http2=server.http2, workers=server.workers)


def visit_dated(server: Server) -> list[Visit]:
    with running(server.dated, EXAMPLES) as url:
        return visit(url, http2=server.http2, workers=server.workers)


def asked_for(request: pytest.FixtureRequest) -> set[str]:
    """The servers that the tests which are selected are about."""
    calls = [getattr(item, "callspec", None) for item in request.session.items]
    return {call.params["key"] for call in calls if call and "key" in call.params}


@pytest.fixture(scope="module")
def outcomes(request: pytest.FixtureRequest) -> Iterator[dict[str, Outcome]]:
    """Of all servers that are installed: begun at once, waited for one by one."""
    need(*INSTRUMENTS)
    pool = ThreadPoolExecutor(AT_ONCE)
    servers = [SERVERS[key] for key in SERVERS if key in asked_for(request)]
    installed = [server for server in servers if server.version() is not None]
    try:
        yield {
            server.key: Outcome(
                pool.submit(visit_plain, server), pool.submit(visit_dated, server)
            )
            for server in installed
        }
    finally:
        pool.shutdown(cancel_futures=True)


@pytest.mark.parametrize("key", SERVERS)
def test_one_date_and_right(key: str, outcomes: dict[str, Outcome]) -> None:
    server = SERVERS[key]
    if key not in outcomes:
        need(server.package)
    visits = outcomes[key].dated.result()
    assert verdict(visits) == RIGHT
    assert len({visit.process for visit in visits}) == server.workers
    connections = {visit.connection for visit in visits if visit.kind == "sampled"}
    assert (len(connections) == 1) is server.keeps_alive


@pytest.mark.parametrize("key", SERVERS)
def test_the_table_says_so(key: str, outcomes: dict[str, Outcome]) -> None:
    server = SERVERS[key]
    if key not in outcomes:
        need(server.package)
    plain, dated = (verdict(visits.result()) for visits in outcomes[key])
    if os.environ.get("GNOMON_UPDATE"):
        rows = table.read() | {server.name: table.row(server, plain, dated)}
        # In the order of the catalogue, and without what is no longer in it.
        table.write(rows[s.name] for s in SERVERS.values() if s.name in rows)
    ours = table.read().get(server.name)
    assert ours is not None, "GNOMON_UPDATE=1 adds it"
    assert ours.invariant() == table.row(server, plain, dated).invariant()
    assert ours.dated == RIGHT


def test_nothing_is_in_the_table_that_is_not_run() -> None:
    assert [*table.read()] == [server.name for server in SERVERS.values()]
