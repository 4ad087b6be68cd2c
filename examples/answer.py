"""What all the examples answer, so that their dates can be judged.

    /       after no time at all, without a Date of its own
    /own    with a Date of its own
    /slow   0.3 seconds after the next turn of the second

Each answer tells when it was begun and by which process.
"""

import os
import time

import gnomon

OWN_DATE = "Sun, 06 Nov 1994 08:49:37 GMT"

# Read before a server forks, so that the clock runs by then.
LOADED = gnomon.date()


def delay(path: str) -> float:
    """Seconds to wait before the response is started."""
    return 1.3 - time.time() % 1 if path == "/slow" else 0


def headers(path: str) -> list[tuple[str, str]]:
    """The headers of a response that starts now."""
    own = [("Date", OWN_DATE)] if path == "/own" else []
    return [
        *own,
        ("Content-Type", "text/plain"),
        ("X-Loaded", LOADED),
        ("X-Begun", f"{time.time():.6f}"),  # Unix seconds
        ("X-Process", str(os.getpid())),
    ]
