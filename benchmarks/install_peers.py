"""Installs the peers, as many as there are to be had.

    python benchmarks/install_peers.py           all of the group `peers`
    python benchmarks/install_peers.py --quick   those that a limit refers to

One that cannot be installed is named, and left out; the benchmark lists it.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib

from extensions import ROOT

OF_LIMITS = ["ciso8601", "msgspec", "protobuf"]


def install(*packages: str) -> bool:
    command = [sys.executable, "-m", "pip", "install", "--quiet", *packages]
    return subprocess.run(command, check=False).returncode == 0


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    quick = "--quick" in sys.argv[1:]
    peers = OF_LIMITS if quick else project["dependency-groups"]["peers"]
    if install(*peers):
        return
    # One of them stops all: one by one then.
    missing = [peer for peer in peers if not install(peer)]
    print(f"Left out, since they could not be installed: {', '.join(missing)}")


if __name__ == "__main__":
    main()
