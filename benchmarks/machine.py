"""The machine that figures were measured on: a figure without it says little."""

from __future__ import annotations

import os
import platform
import sys
import time
from pathlib import Path

# Linux's CLOCK_REALTIME_COARSE, which `time` has no name for; it moves with the
# kernel's tick.
_REALTIME_COARSE = 5


def describe() -> dict[str, str | int | float]:
    """What to write beside a figure: processor, cores, kernel, tick, Python."""
    return {
        "cpu": _cpu(),
        "cores": os.cpu_count() or 1,
        "kernel": f"{platform.system()} {platform.release()}",
        "kernel_tick_ms": _tick_ms(),
        "python": f"{platform.python_implementation()} {platform.python_version()}",
    }


def in_words(machine: dict[str, str | int | float]) -> str:
    """The same as one line."""
    return (
        f"{machine['cpu']}, {machine['cores']} cores, {machine['kernel']}, "
        f"kernel tick {machine['kernel_tick_ms']:g} ms, {machine['python']}"
    )


def load() -> list[float]:
    """The load averages of the last 1, 5 and 15 minutes."""
    return [round(average, 2) for average in os.getloadavg()]


def stolen_ms() -> int | None:
    """Milliseconds that a hypervisor gave our processors to others, since boot."""
    try:
        fields = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0]
    except OSError:
        return None
    return int(fields.split()[8]) * 1000 // os.sysconf("SC_CLK_TCK")


def _cpu() -> str:
    info = _cpuinfo()
    model = info.get("model name") or platform.processor() or platform.machine()
    family = f" family {info['cpu family']}" if "cpu family" in info else ""
    where = " (virtual)" if "hypervisor" in info.get("flags", "").split() else ""
    return f"{model}{family}{where}"


def _cpuinfo() -> dict[str, str]:
    """Linux's words on the first processor; nothing elsewhere."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    lines = text.split("\n\n", 1)[0].splitlines()
    pairs = (line.partition(":") for line in lines)
    return {name.strip(): value.strip() for name, _, value in pairs}


def _tick_ms() -> float:
    """The step of the coarse clock, which is the kernel's tick; 0 if unknown."""
    if sys.platform != "linux":
        return 0
    return time.clock_getres(_REALTIME_COARSE) * 1000
