"""Mutation testing of the core: `make mutate`.

Each mutant of csrc/core (mutants.py) is compiled and its C tests are run until
one fails: then it is killed. One that hangs is killed too. A mutant that the
compiler makes the same machine code of is none. What survives is printed, and
is a fault unless tools/equivalent_mutants.tsv explains it: file, line, change,
why, between tabs. A line there that names no mutant, or one that is killed, is
stale, and a fault too.
"""

from __future__ import annotations

import argparse
import functools
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue

import figures
import mutants

ROOT = Path(__file__).resolve().parent.parent
CORE, TESTS = ROOT / "csrc" / "core", ROOT / "csrc" / "tests"
BUILD = ROOT / "build" / "mutants"
EXPLAINED = ROOT / "tools" / "equivalent_mutants.tsv"
ENOUGH = 95  # percent
COMPILE = ["cc", "-std=c11", "-O1", "-w", "-pthread"]


@functools.cache
def wrapped() -> tuple[set[str], list[str]]:
    """The programs for which system.c replaces functions, and which."""
    command = ["make", "--no-print-directory", "-C", str(TESTS), "wrapped"]
    told = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    programs, functions = told.stdout.splitlines()
    return set(programs.split()), functions.split()


@dataclass(frozen=True)
class Group:
    """Files whose mutants the same programs kill."""

    name: str
    # The quickest first: each with the CHECK_STEP to run it with.
    programs: list[tuple[str, int]]
    # How many at a time: those of the clock mostly wait.
    workers: int


FORMATS = Group(
    "formats",
    [
        *(("test_errors", 1), ("test_vectors", 1), ("test_civil", 97)),
        *(("test_word", 97), ("test_http_date", 97), ("test_rfc3339", 97)),
        *(("test_two_digit_year", 7), ("test_duration", 1)),
        *(("test_two_digit_year", 1), ("test_civil", 1), ("test_word", 1)),
        *(("test_rfc3339", 1), ("test_http_date", 1)),
    ],
    2,
)
CLOCK = Group(
    "clock",
    [
        *(("test_clock_races", 97), ("test_clock_freeze", 97)),
        *(("test_clock", 97), ("test_clock_fork", 97), ("test_clock_timer", 97)),
        *(("test_clock_descriptor", 97), ("test_clock_park", 97)),
        *(("test_clock_faults", 97), ("test_clock_freeze", 1), ("test_clock", 1)),
        *(("test_clock_fork", 1), ("test_clock_faults", 1)),
    ],
    8,
)
GROUPS = {group.name: group for group in (FORMATS, CLOCK)}
CLOCK_FILES = {
    *("clock.c", "clock.h", "clock_read.c", "clock_state.h", "ticker.c"),
    *("timer_linux.c", "timer_posix.c", "platform_posix.c", "platform.h"),
}
# Programs that have no need of these say nothing about them.
ONLY = {
    "http_date_parse.c": {"test_errors", "test_vectors", "test_two_digit_year"}
    | {"test_http_date"},
    "http_date_write.c": {"test_http_date"},
    "rfc3339_parse.c": {"test_errors", "test_vectors", "test_rfc3339"},
    "rfc3339_write.c": {"test_rfc3339"},
    "rfc3339.h": {"test_rfc3339"},
    "explain.c": {"test_errors", "test_http_date", "test_rfc3339"}
    | {"test_two_digit_year"},
    "pattern.h": {"test_errors", "test_http_date", "test_rfc3339"},
    "word.c": {"test_word"},
    "duration.c": {"test_duration"},
    "duration.h": {"test_duration"},
}


def group_of(name: str) -> Group:
    return CLOCK if name in CLOCK_FILES else FORMATS


def tests_of(name: str) -> list[tuple[str, int]]:
    only = ONLY.get(name)
    return [test for test in group_of(name).programs if only is None or test[0] in only]


class Bench:
    """A copy of the core in which one mutant at a time is built and tested."""

    def __init__(self, name: str, timer: str) -> None:
        self.timer = timer
        self.folder = BUILD / f"{name}-{timer}"
        shutil.rmtree(self.folder, ignore_errors=True)
        shutil.copytree(CORE, self.folder / "core")
        shutil.copytree(TESTS, self.folder / "tests")
        foreign = {"platform_windows.c", "watch_windows.c"}
        foreign.add("timer_posix.c" if timer == "linux" else "timer_linux.c")
        self.core = self.sources("core", "*.c", foreign)
        helpers = self.sources("tests", "*.c", foreign)
        self.help = [path for path in helpers if not path.name.startswith("test_")]
        apart = {"stress_clock.c", "system.c"}
        self.help = [path for path in self.help if path.name not in apart]
        self.programs = [path for path in helpers if path.name.startswith("test_")]
        self.system = self.folder / "tests" / "system.c"
        for path in [*self.core, *self.help, self.system, *self.programs]:
            if not self.compile(path):
                sys.exit(f"{path} does not compile")
        self.code = {
            path: self.object(path).read_bytes()
            for path in [*self.core, *self.programs]
        }

    def sources(self, room: str, pattern: str, foreign: set[str]) -> list[Path]:
        found = sorted((self.folder / room).glob(pattern))
        return [path for path in found if path.name not in foreign]

    def object(self, path: Path) -> Path:
        return path.with_suffix(".o")

    def compile(self, path: Path) -> bool:
        """Where it stands, so that its name in the object is always the same."""
        vectors = f'-DVECTORS="{ROOT / "tests" / "vectors"}"'
        command = [*COMPILE, "-I../core", vectors, "-c", path.name]
        return quiet(command, path.parent, 60) == 0

    def kill(self, mutant: mutants.Mutant) -> str:
        """'killed', 'survived', 'equal', or 'no C'."""
        path = self.folder / "core" / mutant.file
        code = path.read_text(encoding="utf-8")
        path.write_text(mutant.apply(code), encoding="utf-8")
        header = path.suffix == ".h"
        touched = self.core if header else [path]
        changed = False
        try:
            for source in touched:
                if not self.compile(source):
                    return "no C"
                changed |= self.differs(source)
            if not header and not changed:
                return "equal"
            return self.test(mutant, header, changed)
        finally:
            path.write_text(code, encoding="utf-8")
            for source in [*touched, *self.programs]:
                self.object(source).write_bytes(self.code[source])

    def differs(self, source: Path) -> bool:
        return self.object(source).read_bytes() != self.code[source]

    def test(self, mutant: mutants.Mutant, header: bool, changed: bool) -> str:
        """A header is in the tests, too; but the oracle keeps what it has."""
        fate = "equal"
        linked: dict[str, bool] = {}
        for name, step in tests_of(mutant.file):
            program = self.folder / name
            source = self.folder / "tests" / f"{name}.c"
            if name not in linked:
                if header and not self.compile(source):
                    return "no C"
                linked[name] = changed or self.differs(source)
                if linked[name] and not self.link(source, program):
                    return "no C"
            if linked[name]:
                fate = "survived"
                if not passes(program, step):
                    return "killed"
        return fate

    def link(self, source: Path, program: Path) -> bool:
        objects = [self.object(path) for path in [source, *self.core, *self.help]]
        programs, functions = wrapped()
        if program.name in programs:
            objects.append(self.object(self.system))
            objects += [Path(f"-Wl,--wrap={name}") for name in functions]
        command = [*COMPILE, *map(str, objects), "-o", str(program)]
        return quiet(command, self.folder, 60) == 0


def quiet(command: list[str], folder: Path, seconds: float) -> int:
    """The exit status; 1 of what took too long. Its children go with it."""
    environment = os.environ | {"CHECK_FAIL_FAST": "1", "LC_ALL": "C"}
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        return 1
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def passes(program: Path, step: int) -> bool:
    command = ["env", f"CHECK_STEP={step}", str(program)]
    return quiet(command, program.parent, 180) == 0


def explained() -> dict[tuple[str, str, str], str]:
    reasons: dict[tuple[str, str, str], str] = {}
    for line in EXPLAINED.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            file, source, change, why = line.split("\t")
            reasons[file, source, change] = why
    return reasons


def all_mutants(files: list[str]) -> list[mutants.Mutant]:
    paths = [path for path in sorted(CORE.glob("*.[ch]")) if "windows" not in path.name]
    return [
        mutant
        for path in paths
        if not files or path.name in files
        for mutant in mutants.of_file(path)
    ]


def timer_of(mutant: mutants.Mutant) -> str:
    return "posix" if mutant.file == "timer_posix.c" else "linux"


def run(chosen: list[mutants.Mutant], workers: int) -> dict[mutants.Mutant, str]:
    """Each mutant's fate."""
    benches: dict[str, SimpleQueue[Bench]] = {}
    for timer in {timer_of(mutant) for mutant in chosen}:
        benches[timer] = SimpleQueue()
        for number in range(workers):
            benches[timer].put(Bench(str(number), timer))

    def fate(mutant: mutants.Mutant) -> str:
        queue = benches[timer_of(mutant)]
        bench = queue.get()
        try:
            return bench.kill(mutant)
        finally:
            queue.put(bench)

    fates: dict[mutants.Mutant, str] = {}
    start = time.monotonic()
    with ThreadPoolExecutor(workers) as pool:
        futures = {pool.submit(fate, mutant): mutant for mutant in chosen}
        for future in as_completed(futures):
            mutant = futures[future]
            fates[mutant] = future.result()
            if fates[mutant] == "survived":
                print(f"survived: {mutant}", flush=True)
            if len(fates) % 25 == 0:
                spent = time.monotonic() - start
                print(f"{len(fates)} of {len(chosen)} ({spent:.0f} s)", flush=True)
    return fates


def stale(
    fates: dict[mutants.Mutant, str], reasons: dict[tuple[str, str, str], str]
) -> list[str]:
    known = Counter(mutant.key for mutant in all_mutants([]))
    lines = [f"explains no mutant: {key}" for key in reasons if key not in known]
    fate_of: dict[tuple[str, str, str], list[str]] = {}
    for mutant, fate in fates.items():
        fate_of.setdefault(mutant.key, []).append(fate)
    return lines + [
        f"explained, but {'/'.join(fate_of[key])}: {key}"
        for key in reasons
        # A sample may have drawn another line that reads the same.
        if key in fate_of
        and len(fate_of[key]) == known[key]
        and "survived" not in fate_of[key]
    ]


def judge(fates: dict[mutants.Mutant, str]) -> tuple[dict[str, object], list[str]]:
    """The figures, and what is wrong with them."""
    reasons = explained()
    count = Counter(fates.values())
    survivors = [mutant for mutant, fate in fates.items() if fate == "survived"]
    alike = sum(mutant.key in reasons for mutant in survivors)
    tried = count["killed"] + count["survived"] - alike
    percent = round(100 * count["killed"] / max(tried, 1), 1)
    kept: dict[str, object] = {
        "mutants": tried,
        "killed": count["killed"],
        "killed, percent": percent,
        "explained: they change nothing": alike,
        "the same machine code, not counted": count["equal"],
    }
    faults = stale(fates, reasons)
    if percent < ENOUGH:
        faults.append(f"{percent} % are killed, {ENOUGH} % are wanted")
    return kept, faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--group", choices=GROUPS, help="only these files")
    parser.add_argument("--sample", type=int, help="only so many, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    parser.add_argument("files", nargs="*", help="names in csrc/core; all of them")
    options = parser.parse_args()
    chosen = all_mutants(options.files)
    if options.sample:
        # What is explained survives after every test, and tells nothing new.
        reasons = explained()
        chosen = [mutant for mutant in chosen if mutant.key not in reasons]
        chance = random.Random(options.seed)
        chosen = chance.sample(chosen, min(options.sample, len(chosen)))
    os.nice(5)
    faults = []
    for group in GROUPS.values():
        those = [mutant for mutant in chosen if group_of(mutant.file) == group]
        if not those or options.group not in (None, group.name):
            continue
        print(f"{group.name}: {len(those)} changes", flush=True)
        kept, wrong = judge(run(those, min(group.workers, len(those))))
        print("\n".join(f"{group.name}: {label}: {kept[label]}" for label in kept))
        faults += wrong
        if not options.files and not options.sample:
            command = f"make mutate LONG=1 GROUP={group.name}"
            figures.write(f"mutation-{group.name}", command, kept)
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
