"""Each system call of the clock fails in turn: every date is right, nothing hangs, and
once the system works again so does the clock."""

from __future__ import annotations

import errno
from collections.abc import Callable

import clock_child
import clock_shim
import pytest
from clock_child import Outcomes

pytestmark = clock_child.needs_linux

PRELUDE = """
from clock_shim import EVER, control
system = control()
EPOCH = "Thu, 01 Jan 1970 00:00:00 GMT"
# A ticker that cannot be told to end is there for a while, also when we fork.
warnings.simplefilter("ignore", DeprecationWarning)

def recover():
    system.failing = 0
    clock.stop()
    wait_until(lambda: not tickers())
    clock.start()
    tick()
    clock.stop()
"""

# All that a clock goes through in a few milliseconds.
A_LIFE = """
def live():
    clock.start()
    read()
    time.sleep(0.002)
    with clock.freeze(0):
        assert gnomon.date() == EPOCH
    read()
    clock.start()
    wait_for(in_fork(lambda: (read(), clock.start(), read())))
    read()
    clock.stop()
    read()

live()
before = files()
system.fail({calls}, EVER, EVER, 0)
live()
count = system.calls
for number in range(count + 2):
    system.fail({calls}, number, {last}, {error})
    live()
system.failing = 0
print(count)
"""
# A timer that cannot be asked whether it is ours is left alone: one for each life.
STRICT = "assert files() == before, files()\n"
LENIENT = "assert len(timers()) <= count + 2, files()\n"

WHILE_IT_RUNS = """
tick()
system.fail(1 << {call}, 0, EVER, {error})
end = time.monotonic() + 1.3
while time.monotonic() < end:
    read()
    time.sleep(0.01)
assert 0 < system.calls < 200, system.calls  # it naps, it does not spin
with clock.freeze(0):
    assert gnomon.date() == EPOCH
clock.start()
read()
clock.stop()
read()
recover()
"""

ERRORS = (errno.ENOMEM, errno.EPERM, errno.EINVAL)
TIMER_GETTIME = 1 << clock_shim.CALLS.index("timerfd_gettime")
SCENARIOS = {
    **{
        f"{how} of {which} - {errno.errorcode[error]}": (
            A_LIFE.format(calls=calls, last=last, error=error) + check + "recover()\n"
        )
        for error in ERRORS
        for how, last in (("one", "number"), ("all from one on", "EVER"))
        for which, calls, check in (
            ("all", clock_shim.ALL_CALLS, LENIENT),
            ("most", clock_shim.ALL_CALLS & ~TIMER_GETTIME, STRICT),
        )
    },
    **{
        f"{name} - {errno.errorcode[error]}": WHILE_IT_RUNS.format(
            call=clock_shim.CALLS.index(name), error=error
        )
        for error in ERRORS
        for name in ("timerfd_settime", "timerfd_gettime", "poll")
    },
}

outcomes = clock_child.run_together(
    {name: PRELUDE + code for name, code in SCENARIOS.items()}, shimmed=True
)


@pytest.mark.parametrize("name", SCENARIOS)
def test_refused(
    name: str, outcomes: Outcomes, record_property: Callable[[str, object], None]
) -> None:
    printed = outcomes[name].result()
    for count in printed:
        assert int(count) > 10
        record_property("system calls failed in turn", count)
