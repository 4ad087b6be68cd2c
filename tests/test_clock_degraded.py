"""A system that gives no thread or no timer: reads are right all the same, info()
tells, and only once a minute is it asked again."""

from __future__ import annotations

import errno

import clock_child
import clock_shim
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

PRELUDE = """
from clock_shim import control
system = control()
def asked():
    return system.threads, system.timers
def read_often():
    for _ in range(1000):
        gnomon.date()
        read()
"""

REFUSALS = {
    "thread": f"system.no_threads = {errno.EAGAIN}\n",
    "timer, EMFILE": f"system.no_timers = {errno.EMFILE}\n",
    "timer, ENOSYS": f"system.no_timers = {errno.ENOSYS}\n",
}
ALLOWANCE = "system.no_threads = system.no_timers = 0\n"

DEGRADED = {
    "reads": """
before = files()
wait_for_mid_second()
read()
assert is_bare()
first = asked()
assert first in {(2, 1), (0, 1)}, first  # the thread with a small stack and without
start = system.wall_reads
for _ in range(100_000):
    gnomon.date()
assert asked() == first, asked()
assert system.wall_reads - start <= 10, system.wall_reads  # the coarse one will do
read_for(1.1)  # over the turn of a second
assert is_bare() and not clock.info().parked
assert files() == before
assert asked() == first, asked()
""",
    "asks after a minute": f"""
read()
first = asked()
assert first[1] == 1
system.ahead += 50
read_often()
assert asked() == first, asked()
system.ahead += 20
read_often()
assert asked() == (first[0] * 2, 2), (first, asked())
assert is_bare()
{ALLOWANCE}
system.ahead += 50
read_often()
assert is_bare()
system.ahead += 20
start_anew()
""",
    "asks when the clock was set back": f"""
read()
{ALLOWANCE}
system.ahead -= 3600
read_often()
system.ahead += 70
if not clock.info().running:
    start_anew()
""",
    "asks in start": f"""
clock.start()
assert is_bare() and asked()[1] == 1
read()
clock.start()
assert is_bare() and asked()[1] == 2
clock.stop()
{ALLOWANCE}
read()
assert is_bare() and asked()[1] == 2
clock.start()
tick()
""",
    "asks in a child": f"""
read()
{ALLOWANCE}
wait_for(in_fork(start_anew))
""",
}

outcomes = clock_child.run_together(
    {
        f"{name} - {refusal}": PRELUDE + refuse + DEGRADED[name]
        for name in DEGRADED
        for refusal, refuse in REFUSALS.items()
    },
    shimmed=True,
)


@pytest.mark.parametrize("refusal", REFUSALS)
@pytest.mark.parametrize("name", DEGRADED)
def test_refused(name: str, refusal: str, outcomes: Outcomes) -> None:
    assert outcomes[f"{name} - {refusal}"].result() == []


def test_switched_off_it_asks_for_nothing(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    code = """
for _ in range(3):
    clock.start()
    read_often()
    system.ahead += 100
    assert is_bare()
    wait_for(in_fork(lambda: (read(), clock.start(), read())))
with clock.freeze(0):
    assert gnomon.date() == "Thu, 01 Jan 1970 00:00:00 GMT"
read()
assert asked() == (0, 0), asked()
"""
    shim = clock_shim.environment(tmp_path_factory)
    assert clock_child.run(PRELUDE + code, GNOMON_CLOCK="off", **shim) == []


# No shim from here on.

NO_FILES = """
import resource
hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
def limit(files):
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
"""


def test_no_file_to_be_had() -> None:
    code = """
limit(0)
for _ in range(1000):
    read()
assert not clock.info().running
limit(hard)
assert is_bare()
clock.start()
tick()
"""
    assert clock_child.run(NO_FILES + code) == []


def test_no_file_for_a_timer_that_was_closed() -> None:
    """The ticker that runs has no timer any more: it looks now and then."""
    code = """
[ticker] = tickers()
[timer] = timers()
limit(0)
os.close(timer)
ticks = clock.info().ticks
read_for(2.5)
assert clock.info().ticks >= ticks + 2, clock.info()
limit(hard)
assert tickers() == [ticker]
clock.stop()
assert is_bare()
clock.start()
tick()
"""
    assert clock_child.run("tick()\n" + NO_FILES + code) == []


def test_no_spinning_where_no_file_may_be_polled() -> None:
    """poll fails at once where the limit is below what it is given."""
    code = """
limit(0)
spent = time.process_time()
for _ in range(30):
    time.sleep(0.1)
    read()
assert time.process_time() - spent < 0.5, time.process_time() - spent
clock.stop()
limit(hard)
assert is_bare()
clock.start()
tick()
"""
    assert clock_child.run("tick()\n" + NO_FILES + code) == []


FORBID = """
import ctypes, errno, platform, struct
NUMBERS = {
    "x86_64": (283, 286, 287, 56, 435), "aarch64": (85, 86, 87, 220, 435)
}
if platform.machine() not in NUMBERS:
    print("the numbers of the system calls here are not known"), exit()
timerfd_create, timerfd_settime, timerfd_gettime, clone, clone3 = NUMBERS[
    platform.machine()
]
libc = ctypes.CDLL(None, use_errno=True)

def forbid(call, error):
    \"\"\"From now on this system call fails so, in all of the process.\"\"\"
    steps = [
        (0x20, 0, 0, 0),  # load the number of the call
        (0x15, 0, 1, call),  # another one: skip the next
        (0x06, 0, 0, 0x50000 | error),  # SECCOMP_RET_ERRNO
        (0x06, 0, 0, 0x7FFF0000),  # SECCOMP_RET_ALLOW
    ]
    packed = b"".join(struct.pack("HBBI", *step) for step in steps)
    packed = ctypes.create_string_buffer(packed)
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(packed))
    if libc.prctl(38, 1, 0, 0, 0) or libc.prctl(22, 2, program, 0, 0):
        print("seccomp is not to be had:", os.strerror(ctypes.get_errno())), exit()
"""


@pytest.mark.parametrize(
    "what",
    [
        "forbid(timerfd_create, errno.ENOSYS)",
        "forbid(timerfd_create, errno.EPERM)",
        "forbid(timerfd_settime, errno.EPERM)",
        "forbid(timerfd_gettime, errno.EPERM)",
        "forbid(clone3, errno.ENOSYS); forbid(clone, errno.EPERM)",
    ],
)
def test_forbidden_by_a_filter(what: str) -> None:
    code = f"""
before = files()
{what}
read()
assert is_bare()
clock.start()
read_for(0.1)
assert is_bare() and files() == before
clock.stop()
read()
"""
    printed = clock_child.run(FORBID + code)
    if printed:
        pytest.skip(printed[0])
