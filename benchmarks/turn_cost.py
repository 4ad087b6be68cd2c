"""What a read paid for the turn of a second, out of the reads that tail.py timed.

The first read of each second makes its text; the reads after it ask the precise
clock until the coarse one has turned. The first ones are judged one by one. Of
the others at a turn those count that are slow more often than the calls of a
function that knows no seconds: the timers of other programs go off at the turn
too.
"""

from __future__ import annotations

import math
from collections import Counter
from statistics import mean, stdev
from typing import NamedTuple

from results import SlowRead, Tail

LIMIT_NS = 2000
SECOND = 10**9
# What is counted as a turn, as in stopwatch.c.
BEFORE_NS, AFTER_NS = 1_000_000, 10_000_000
# Standard errors beyond which a difference is no chance.
FAR = 3
# How exactly the beat of the kernel's tick is kept.
BEAT_NS = 50_000


class TurnCost(NamedTuple):
    """What the turns cost, in nanoseconds over the median read."""

    median_ns: int  # of a read and a reading of the clock
    first: list[int]  # the first read of each second, where nothing disturbed it
    set_aside: int  # first reads that lost the processor, or took in a tick
    slow: Slow  # other reads at a turn that paid more than the limit
    slow_anyway: Slow  # calls of the control that did

    def too_many(self) -> bool:
        """More slow reads at the turns than happen to any function."""
        ours, theirs = self.slow, self.slow_anyway
        error = math.hypot(ours.error(), theirs.error())
        return ours.mean() - theirs.mean() > FAR * error

    def at_most(self) -> int:
        """What nineteen of twenty first reads paid at most.

        An interrupt cannot be told from the read that it fell into.
        """
        others = self.slow.slowest if self.too_many() else 0
        place = len(self.first) * 19 // 20
        return max(others, sorted(self.first)[min(place, len(self.first) - 1)])


class Slow(NamedTuple):
    """Reads that paid more than the limit, by turn."""

    counts: list[int]
    slowest: int  # the most that one of them paid

    def mean(self) -> float:
        return mean(self.counts) if self.counts else 0

    def error(self) -> float:
        many = len(self.counts)
        return stdev(self.counts) / math.sqrt(many) if many > 1 else math.inf


def judge(tail: Tail, tick_ns: int) -> TurnCost:
    median = middle(tail.turn + tail.rest)
    beat = _beat([read for read in tail.slow if not read.switched], tick_ns)
    firsts = [read for read in tail.slow if read.first]
    calm = [r for r in firsts if not r.switched and not _took_tick(r, beat, tick_ns)]
    return TurnCost(
        median,
        [read.took_ns - median for read in calm],
        len(firsts) - len(calm),
        _slow(tail.slow, tail.turns, median),
        _slow(tail.control, tail.control_turns, median),
    )


def _slow(reads: list[SlowRead], turns: int, median: int) -> Slow:
    found = [
        read
        for read in reads
        if _is_at_turn(read)
        and not (read.switched or read.first)
        and read.took_ns > median + LIMIT_NS
    ]
    by_turn = Counter(read.turn for read in found)
    slowest = max((read.took_ns for read in found), default=median)
    return Slow([by_turn[turn] for turn in range(turns)], slowest - median)


def _beat(slow: list[SlowRead], tick_ns: int) -> int | None:
    """When within its period the tick comes: where most interrupted reads are."""
    if not tick_ns or not slow:
        return None
    places = Counter(read.offset_ns % tick_ns // BEAT_NS for read in slow)
    return places.most_common(1)[0][0] * BEAT_NS


def _took_tick(read: SlowRead, beat: int | None, tick_ns: int) -> bool:
    if beat is None:
        return False
    since_beat = (read.offset_ns - beat) % tick_ns
    return since_beat < 2 * BEAT_NS or since_beat > tick_ns - BEAT_NS - read.took_ns


def _is_at_turn(read: SlowRead) -> bool:
    end = (read.offset_ns + read.took_ns) % SECOND
    return read.offset_ns < AFTER_NS or end >= SECOND - BEFORE_NS or end < AFTER_NS


def middle(counts: list[tuple[int, int]]) -> int:
    """The class that the median lies in."""
    left = sum(count for _, count in counts) / 2
    for start, count in sorted(counts):
        left -= count
        if left <= 0:
            return start
    return 0
