"""Fuzzes the core's formats, one after another (csrc/fuzz): `make fuzz`.

Each target runs for some minutes, or for a number of executions; its corpus is
kept in build/fuzz and grows from run to run. The first find stops everything,
and the last lines say which text it was and how to see it again.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

import figures

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "csrc" / "fuzz"
BUILD = ROOT / "build" / "fuzz"
LONGEST = 64  # bytes of a text: twice the longest date, and some blanks
NEWS_EVERY = 10  # seconds

STATUS = re.compile(r"#(\d+)\t.* cov: (\d+) .*corp: (\d+)")
EXECUTIONS = re.compile(r"stat::number_of_executed_units: +(\d+)")


@dataclass
class Progress:
    """What the fuzzer said last."""

    executions: int = 0
    edges: int = 0
    texts: int = 0

    def read(self, line: str) -> bool:
        """Take a line of libFuzzer's; whether it tells of nothing else."""
        if found := STATUS.match(line):
            self.executions, self.edges, self.texts = map(int, found.groups())
        elif found := EXECUTIONS.match(line):
            self.executions = int(found[1])
        return line.startswith(("#", "stat::", "INFO:", "Done ", "Dictionary:"))


def command(name: str, seconds: int, runs: int) -> list[str]:
    corpus, finds = BUILD / "corpus" / name, BUILD / "finds"
    corpus.mkdir(parents=True, exist_ok=True)
    finds.mkdir(exist_ok=True)
    limit = f"-runs={runs}" if runs else f"-max_total_time={seconds}"
    return [
        str(BUILD / f"fuzz_{name}"),
        limit,
        f"-max_len={LONGEST}",
        f"-dict={SOURCES / name}.dict",
        f"-artifact_prefix={finds / name}-",
        "-print_final_stats=1",
        "-verbosity=1",
        str(corpus),
        str(SOURCES / "seeds" / name),
    ]


def drain(process: subprocess.Popen[str], progress: Progress, rest: list[str]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        if not progress.read(line):
            rest.append(line)


def fuzz(name: str, seconds: int, runs: int) -> dict[str, object] | None:
    """The figures of a target without a find; None where there was one."""
    progress = Progress()
    rest: list[str] = []
    start = time.monotonic()
    process = subprocess.Popen(
        command(name, seconds, runs),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    reader = threading.Thread(target=drain, args=(process, progress, rest))
    reader.start()
    while reader.is_alive():
        reader.join(NEWS_EVERY)
        spent = time.monotonic() - start
        print(
            f"{name}: {spent:.0f} s, {progress.executions:,} executions, "
            f"{progress.edges} edges, {progress.texts} texts",
            flush=True,
        )
    if process.wait() != 0:
        report_find(name, rest)
        return None
    return {
        f"{name}: executions": progress.executions,
        f"{name}: executions a second": round(progress.executions / spent),
        f"{name}: coverage edges": progress.edges,
        f"{name}: finds": 0,
    }


def report_find(name: str, rest: list[str]) -> None:
    sys.stdout.writelines(rest)
    kept = re.search(r"Test unit written to (.*)", "".join(rest))
    if kept is None:
        print(f"{name}: the fuzzer itself failed", file=sys.stderr)
        return
    path = Path(kept[1])
    print(
        f"\n{name}: a find, kept in {path.relative_to(ROOT)}\nTo see it again:\n"
        f"  make -C csrc/fuzz replay TARGET={name} INPUT={path}",
        file=sys.stderr,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="for each target")
    parser.add_argument("--runs", type=int, default=0, help="executions, instead")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    kept: dict[str, object] = {}
    for name in options.targets:
        found = fuzz(name, int(options.minutes * 60), options.runs)
        if found is None:
            return 1
        kept |= found
    how = f"RUNS={options.runs}" if options.runs else f"MINUTES={options.minutes:g}"
    figures.write("fuzz", f"make fuzz {how}", kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
