"""Eight threads that do everything at once: in a child, which calls run().

Nothing in here needs pytest, which takes minutes under ThreadSanitizer.
"""

from __future__ import annotations

import faulthandler
import os
import platform
import random
import signal
import sys
import threading
import time
import warnings
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NoReturn

from calls import CALLS
from crew import FREE_THREADED, THREADS, Crew

import gnomon
from gnomon import _core, clock

# Without a GIL, CPython 3.13 itself moves a bytearray, and counts who uses its
# buffer, without a lock. Since 3.14 it takes one.
BYTEARRAY_IS_SAFE = not FREE_THREADED or sys.version_info >= (3, 14)
HANGS_AFTER = int(os.environ.get("GNOMON_PATIENCE") or 45)
COARSE = 5  # CLOCK_REALTIME_COARSE of Linux, which time has no name for
MOMENTS = frozenset({0, 784111777, 4102444800, 253402300799})
TASKS, DESCRIPTORS = Path("/proc/self/task"), Path("/proc/self/fd")


# What the workers do. Each read is checked against the clocks read around it, so
# that a thread that waits for a processor in between is no failure.


def coarse() -> float:
    """No date may lie before it: the clock that readers compare the guard with."""
    if platform.system() == "Linux":
        return time.clock_gettime(COARSE)
    return time.time() - 0.010


def check_read(read: Callable[[], int], allowed: Iterable[int]) -> None:
    """One read shows the second that it was made in, or one that is allowed."""
    before = coarse()
    shown = read()
    after = time.time()
    if not int(before) <= shown <= int(after) and shown not in allowed:
        raise AssertionError(f"{before} <= {shown} <= {after} or in {allowed}")


def check_frozen_read(read: Callable[[], int]) -> None:
    shown = read()
    if shown not in MOMENTS:
        raise AssertionError(f"frozen, but reads {shown} at {time.time()}")


def read_date() -> int:
    return gnomon.parse(gnomon.date())


def read_date_bytes() -> int:
    return gnomon.parse(gnomon.date_bytes())


def read_rfc3339() -> int:
    return gnomon.parse_rfc3339(gnomon.rfc3339())[0]


def pick_read(chance: random.Random) -> Callable[[], int]:
    return chance.choice((read_date, read_date_bytes, read_rfc3339))


def check_reads(chance: random.Random, allowed: Iterable[int], times: int) -> None:
    for _ in range(times):
        check_read(pick_read(chance), allowed)


def stop(chance: random.Random, allowed: Iterable[int]) -> None:
    clock.stop()
    check_reads(chance, allowed, 5)


def start(chance: random.Random, allowed: Iterable[int]) -> None:
    clock.start()
    check_reads(chance, allowed, 5)


def kill_ticker(chance: random.Random, allowed: Iterable[int]) -> None:
    _core._test_kill_ticker()
    check_reads(chance, allowed, 5)


def look_at_info(_: random.Random, allowed: Iterable[int]) -> None:
    info = clock.info()
    assert info.late_ns >= 0
    assert info.running or not info.parked
    assert allowed or not info.frozen


def freeze(chance: random.Random, allowed: Iterable[int]) -> None:
    """Others freeze too and the latest rules, but nobody reads the time."""
    with clock.freeze(chance.choice(sorted(MOMENTS))):
        check_frozen_read(pick_read(chance))
        with clock.freeze(chance.choice(sorted(MOMENTS))):
            check_frozen_read(pick_read(chance))
        check_frozen_read(pick_read(chance))
    check_reads(chance, allowed, 1)


def fork(chance: random.Random, allowed: Iterable[int]) -> None:
    pid = os.fork()
    if pid == 0:
        live_and_die(chance, allowed)
    check_reads(chance, allowed, 1)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code != 0:
        raise AssertionError(f"the child ended with {code}")


def live_and_die(chance: random.Random, allowed: Iterable[int]) -> NoReturn:
    """In a child: reads, most of the time with a ticker of its own."""
    signal.alarm(HANGS_AFTER // 2)  # ends a child that hangs, and nobody else
    try:
        check_reads(chance, allowed, 3)
        clock.start()
        check_reads(chance, allowed, 3)
        os._exit(0)
    except BaseException as error:
        os.write(2, f"in the child: {error!r}\n".encode())
    finally:
        os._exit(1)


Deed = Callable[[random.Random, Iterable[int]], None]
CALM: tuple[Deed, ...] = (stop, start, start, kill_ticker, look_at_info)


def deeds(*, freezes: bool, forks: bool) -> tuple[Deed, ...]:
    return (*CALM, *([freeze] if freezes else []), *([fork] if forks else []))


# How they are run: in the child process.


def count_tickers() -> int:
    names = [task.joinpath("comm").read_text().strip() for task in TASKS.iterdir()]
    return names.count("gnomon-clock")


def await_tickers(count: int) -> None:
    """A thread has its name, and is gone, a moment after it was made and joined."""
    end = time.monotonic() + 2
    while count_tickers() != count:
        assert time.monotonic() < end, f"{count_tickers()} tickers, not {count}"
        time.sleep(0.001)


def count_descriptors() -> int:
    return len(list(DESCRIPTORS.iterdir())) if DESCRIPTORS.is_dir() else 0


def check_all_is_well(descriptors: int) -> None:
    """Whatever was done to it, the clock ticks again and nothing is left over."""
    assert not clock.info().frozen
    clock.start()
    ticks, end = clock.info().ticks, time.monotonic() + 5
    while clock.info().ticks < ticks + 2:
        check_read(read_date, ())
        assert time.monotonic() < end, "it does not tick"
    if TASKS.is_dir():
        await_tickers(1)
        clock.stop()
        await_tickers(0)
        assert count_descriptors() == descriptors


def do_everything(seed: int, *, freezes: bool = False, forks: bool = False) -> None:
    # The threads of this test are what CPython warns of.
    warnings.filterwarnings("ignore", "This process .* multi-threaded")
    descriptors = count_descriptors()
    allowed = MOMENTS if freezes else frozenset[int]()
    choice = deeds(freezes=freezes, forks=forks)
    crew = Crew()

    def work(number: int) -> None:
        chance = random.Random(f"{seed} {number}")
        while crew.is_at_work():
            check_reads(chance, allowed, chance.randrange(20))
            chance.choice(choice)(chance, allowed)

    crew.run(partial(work, number) for number in range(THREADS))
    check_all_is_well(descriptors)


HTTP_TEXTS = (
    b"Sun, 06 Nov 1994 08:49:37 GMT",
    b"Mon, 29 Feb 2024 23:59:60 GMT",
    b"Sun, 06 Nov 1994 08:49:3x GMT",
    b" \t Sun Nov  6 08:49:37 1994 ",
    b"Sunday, 06-Nov-94 08:49:37 GMT",
)
RFC3339_TEXTS = (
    b"1994-11-06T08:49:37.123456789Z",
    b"1994-11-06t08:49:37.1234+01:00",
    b"2016-12-31T23:59:60.000000000Z",
)


def scribble(text: bytearray, texts: tuple[bytes, ...], chance: random.Random) -> None:
    """Another text of the same length, or another byte in the one that is there."""
    if chance.random() < 0.5:
        text[:] = chance.choice(texts).ljust(len(text))
    else:
        text[chance.randrange(len(text))] = chance.randrange(256)


def check_parse_http(text: bytearray) -> None:
    try:
        seconds = gnomon.parse(text)
    except ValueError as error:
        assert str(error).startswith("invalid HTTP-date: ")
    else:
        assert type(seconds) is int
        gnomon.format(seconds)  # ValueError for what no text can mean
    assert type(gnomon.parse(text, None)) in (int, type(None))


def check_parse_rfc3339(text: bytearray) -> None:
    try:
        seconds, nanos = gnomon.parse_rfc3339(text)
    except ValueError as error:
        assert str(error).startswith("invalid RFC 3339 date-time: ")
    else:
        gnomon.rfc3339(seconds, nanos)


def parse_what_changes(_: int) -> None:
    crew = Crew()

    def pair(
        check: Callable[[bytearray], None], texts: tuple[bytes, ...], seed: int
    ) -> list[Callable[[], None]]:
        chance, text = random.Random(seed), bytearray(max(texts, key=len))

        def write() -> None:
            while crew.is_at_work():
                scribble(text, texts, chance)

        def read() -> None:
            while crew.is_at_work():
                check(text)

        return [write, read]

    works = [
        work
        for seed in range(THREADS // 4)
        for work in (
            *pair(check_parse_http, HTTP_TEXTS, seed),
            *pair(check_parse_rfc3339, RFC3339_TEXTS, seed),
        )
    ]
    crew.run(works)


def outcome(
    parse: Callable[[bytes | bytearray], object], text: bytes | bytearray
) -> object:
    try:
        return parse(text)
    except ValueError as error:
        return str(error)


def parse_what_grows(seed: int) -> None:
    """Whoever reads a text keeps it from being resized: nobody sees half of one."""
    crew = Crew()
    grown: list[bytearray] = []

    def team(
        parse: Callable[[bytes | bytearray], object], texts: tuple[bytes, ...]
    ) -> list[Callable[[], None]]:
        chance, text = random.Random(f"{seed} {len(grown)}"), bytearray()
        grown.append(text)
        # A hundred of them do not stay where one was.
        forms = [one * times for one in texts for times in (0, 1, 100)]
        outcomes = {outcome(parse, form) for form in forms}

        def resize() -> None:
            while crew.is_at_work():
                form = chance.choice(forms)
                # Of the same length it would be written while others read.
                if len(form) != len(text):
                    with suppress(BufferError):
                        text[:] = form

        def read() -> None:
            while crew.is_at_work():
                found = outcome(parse, text)
                assert found in outcomes, found

        return [resize, *[read] * (THREADS // 2 - 1)]

    crew.run(team(gnomon.parse, HTTP_TEXTS) + team(gnomon.parse_rfc3339, RFC3339_TEXTS))
    for text in grown:
        text.clear()  # BufferError if anybody is still said to read it


def lose_the_ticker() -> None:
    """The next read finds none and starts one."""
    with clock.freeze(0):
        pass


def read_first_at_once(_: int) -> None:
    crew = Crew()
    barrier = threading.Barrier(THREADS, action=lose_the_ticker, timeout=10)

    def work() -> None:
        try:
            for _ in range(200):
                barrier.wait()
                check_reads(random.Random(0), (), 3)
        except BaseException:
            barrier.abort()
            raise

    descriptors = count_descriptors()
    crew.run([work] * THREADS)
    check_all_is_well(descriptors)


def call_everything(seed: int) -> None:
    """Each function in C on each of its paths. Frozen, none depends on the time."""
    with clock.freeze(784111777):
        table = [
            (call, call.make())
            for call in CALLS
            if BYTEARRAY_IS_SAFE
            or not any(isinstance(arg, bytearray) for arg in call.args)
        ]
        crew = Crew()

        def work(number: int) -> None:
            chance = random.Random(f"{seed} {number}")
            while crew.is_at_work():
                call, expected = chance.choice(table)
                assert call.make() == expected, call.name

        crew.run(partial(work, number) for number in range(THREADS))


SCENARIOS: dict[str, Callable[[int], None]] = {
    "stop and start": do_everything,
    "freeze": partial(do_everything, freezes=True),
    "fork": partial(do_everything, forks=True),
    "freeze and fork": partial(do_everything, freezes=True, forks=True),
    "texts that change": parse_what_changes,
    "texts that grow": parse_what_grows,
    "first reads": read_first_at_once,
    "every call": call_everything,
}


def run(name: str, seed: int) -> None:
    """A hang ends with the traceback of every thread."""
    faulthandler.dump_traceback_later(HANGS_AFTER, exit=True)
    sys.setswitchinterval(1e-5)  # many turns between threads where there is a GIL
    SCENARIOS[name](seed)
    faulthandler.cancel_dump_traceback_later()  # its thread races with CPython's end
