"""The section of RESULTS.md about protobuf's JSON."""

from __future__ import annotations

from collections.abc import Iterable
from statistics import median

from charts import nanos_words, times_words
from results import Comparison, ProtobufJson

METHOD = """\
The same call in the same process, by protobuf's own functions and after
`gnomon.protobuf.install()`, one after the other in each round, in time of the
processor; the answers were compared first. `MessageToJson` indents, as it does by
itself, which Python's own encoder does in Python. Whoever has messages of another
kind measures with `python -m gnomon.protobuf bench some.module:Message`.
"""


def section(found: ProtobufJson | str) -> Iterable[str]:
    yield "## protobuf's JSON"
    yield ""
    if isinstance(found, str):
        yield f"Not measured: {found}."
        yield ""
        return
    yield from METHOD.splitlines()
    yield ""
    yield f"protobuf {found.version}, {found.backend}."
    yield ""
    yield "| | call | protobuf's | gnomon's | times faster | quartiles | |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | --- |"
    for row in found.rows:
        yield _row(row)
    yield ""


def _row(row: Comparison) -> str:
    faster = row.faster()
    cells = [
        row.title,
        row.call,
        nanos_words(median(row.plain)),
        nanos_words(median(row.fast)),
        times_words(faster.value),
        f"{faster.low:.2f} - {faster.high:.2f}",
        "differs" if row.differs else "",
    ]
    return f"| {' | '.join(cells)} |"
