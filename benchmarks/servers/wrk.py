"""A load of requests by wrk, and what it says of them."""

from __future__ import annotations

import re
import subprocess
from typing import NamedTuple

CONNECTIONS = 16
MILLISECONDS = {"us": 0.001, "ms": 1.0, "s": 1000.0, "m": 60_000.0}


class Load(NamedTuple):
    """What one run of wrk measured."""

    rate: float  # requests per second
    p99: float  # milliseconds: all but the slowest hundredth were faster


def version() -> str:
    # With -v it prints its usage too, and ends with 1.
    done = subprocess.run(["wrk", "-v"], stdout=subprocess.PIPE, text=True, check=False)
    return done.stdout.split(" [")[0].strip()


def load(url: str, seconds: int, core: int) -> Load:
    """Ask for `/` on kept-alive connections, from a processor of its own."""
    command = ["taskset", "-c", str(core), "wrk", "--threads", "1", "--latency"]
    command += ["--connections", str(CONNECTIONS), "--duration", f"{seconds}s", url]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return parse(done.stdout)


def parse(output: str) -> Load:
    """Raises ValueError for answers other than 2xx, and for what cannot be read."""
    if "Non-2xx" in output:
        raise ValueError(f"the server failed:\n{output}")
    rate = re.search(r"^Requests/sec: +([\d.]+)$", output, re.MULTILINE)
    p99 = re.search(r"^ +99% +([\d.]+)(us|ms|s|m)$", output, re.MULTILINE)
    if rate is None or p99 is None:
        raise ValueError(f"not understood:\n{output}")
    return Load(float(rate[1]), float(p99[1]) * MILLISECONDS[p99[2]])
