"""A million calls, by the fast paths and around them, keep nothing."""

from __future__ import annotations

from integrations.protobuf.schema import run_alone

LEAK = """
import gc
from gnomon import protobuf
from google.protobuf import duration_pb2, json_format, timestamp_pb2

Timestamp, Duration = timestamp_pb2.Timestamp, duration_pb2.Duration

def refuse(call, *args):
    try:
        call(*args)
    except (ValueError, json_format.Error):
        pass

def work(times):
    stamp, span = Timestamp(seconds=10**10, nanos=1), Duration(seconds=-(10**10))
    for _ in range(times):
        stamp.FromJsonString(stamp.ToJsonString())
        span.FromJsonString(span.ToJsonString())
    for _ in range(times // 100):
        json_format.ParseDict(json_format.MessageToDict(stamp), stamp)
        json_format.ParseDict(json_format.MessageToDict(span), span)
    for _ in range(times // 100):
        refuse(stamp.FromJsonString, "1970-01-01")
        refuse(stamp.FromJsonString, None)
        refuse(span.FromJsonString, "1")
        refuse(Timestamp(nanos=-1).ToJsonString)
        refuse(json_format.ParseDict, "1970-01-01", stamp)
        with protobuf.accelerated():
            protobuf.uninstall()
            protobuf.install()

def references():
    # Of what is handed out, and of what is put aside and put in place.
    return [sys.getrefcount(x) for x in (None, "seconds", Timestamp, Duration,
                                         *originals, type(Timestamp.ToJsonString))]


originals = [Timestamp.ToJsonString, Duration.FromJsonString]
protobuf.install()
work(1000)  # caches fill
gc.collect()
blocks, counts = sys.getallocatedblocks(), references()
work(250_000)
gc.collect()
print(sys.getallocatedblocks() - blocks)
print(max(new - old for new, old in zip(references(), counts)))
"""


def test_a_million_calls_leak_nothing() -> None:
    blocks, references = map(int, run_alone(LEAK).split())
    # One that is lost in a hundred calls, or at each install, would be 2,500.
    assert blocks < 1000
    assert references < 1000
