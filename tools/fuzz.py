"""Fuzzes the core's formats, two at a time (csrc/fuzz): `make fuzz`.

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
AT_ONCE = 2

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


class Run:
    """A target at work."""

    def __init__(self, name: str, seconds: int, runs: int) -> None:
        self.name = name
        self.progress = Progress()
        self.rest: list[str] = []  # what it said besides
        self.start = time.monotonic()
        self.news = NEWS_EVERY
        self.process = subprocess.Popen(
            command(name, seconds, runs),
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self) -> None:
        with self.process:
            assert self.process.stdout is not None
            for line in self.process.stdout:
                if not self.progress.read(line):
                    self.rest.append(line)
        self.spent = time.monotonic() - self.start

    def watch(self) -> bool:
        """Say how far it is, now and then and at its end; whether that has come."""
        over = not self.reader.is_alive()
        spent = time.monotonic() - self.start
        if over or spent >= self.news:
            self.news += NEWS_EVERY
            print(
                f"{self.name}: {spent:.0f} s, {self.progress.executions:,} executions, "
                f"{self.progress.edges} edges, {self.progress.texts} texts",
                flush=True,
            )
        return over

    def figures(self) -> dict[str, object]:
        executions = self.progress.executions
        return {
            f"{self.name}: executions": executions,
            f"{self.name}: executions a second": round(executions / self.spent),
            f"{self.name}: coverage edges": self.progress.edges,
            f"{self.name}: finds": 0,
        }


def fuzz(names: list[str], seconds: int, runs: int) -> list[Run]:
    """What has ended: all of them, or the first find, which stops the others."""
    waiting, at_work, ended = list(names), list[Run](), list[Run]()
    while waiting or at_work:
        while waiting and len(at_work) < AT_ONCE:
            at_work.append(Run(waiting.pop(0), seconds, runs))
        time.sleep(0.1)
        over = [run for run in at_work if run.watch()]
        at_work = [run for run in at_work if run not in over]
        ended += over
        if any(run.process.returncode for run in over):
            for run in at_work:
                run.process.kill()
                run.reader.join()
            break
    return ended


def report_find(run: Run) -> None:
    sys.stdout.writelines(run.rest)
    sys.stdout.flush()
    kept = re.search(r"Test unit written to (.*)", "".join(run.rest))
    if kept is None:
        print(f"{run.name}: the fuzzer itself failed", file=sys.stderr)
        return
    path = Path(kept[1])
    print(
        f"\n{run.name}: a find, kept in {path.relative_to(ROOT)}\nTo see it again:\n"
        f"  make -C csrc/fuzz replay TARGET={run.name} INPUT={path}",
        file=sys.stderr,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=1, help="for each target")
    parser.add_argument("--runs", type=int, default=0, help="executions, instead")
    parser.add_argument("--only", help="one target of them")
    parser.add_argument("targets", nargs="+")
    options = parser.parse_args()
    if options.only and options.only not in options.targets:
        parser.error(f"there is no {options.only}: {', '.join(options.targets)}")
    targets = [options.only] if options.only else options.targets
    ended = fuzz(targets, int(options.minutes * 60), options.runs)
    finds = [run for run in ended if run.process.returncode != 0]
    for run in finds:
        report_find(run)
    if finds:
        return 1
    kept: dict[str, object] = {}
    for run in sorted(ended, key=lambda run: run.name):
        kept |= run.figures()
    how = f"RUNS={options.runs}" if options.runs else f"MINUTES={options.minutes:g}"
    if options.only:
        how += f" ONLY={options.only}"
    part = f"fuzz-{options.only}" if options.only else "fuzz"
    figures.write(part, f"make fuzz {how}", kept)
    return 0


if __name__ == "__main__":
    sys.exit(main())
