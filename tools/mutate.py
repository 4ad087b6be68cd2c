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
from pathlib import Path
from queue import SimpleQueue

import figures
import mutants

ROOT = Path(__file__).resolve().parent.parent
CORE, TESTS = ROOT / "csrc" / "core", ROOT / "csrc" / "tests"
BUILD = ROOT / "build" / "mutants"
EXPLAINED = ROOT / "tools" / "equivalent_mutants.tsv"
WORKERS = 2
ENOUGH = 95  # percent
COMPILE = ["cc", "-std=c11", "-O1", "-w", "-pthread"]

# What system.c replaces, as csrc/tests/Makefile says.
WRAPPED = [
    *("clock_gettime", "time", "timerfd_create", "timerfd_settime", "poll"),
    *("pthread_create", "pthread_attr_init", "pthread_condattr_init"),
]

# What kills the mutants of a file, the quickest first: name and the CHECK_STEP
# to run it with.
FORMATS = [
    *(("test_errors", 1), ("test_vectors", 1), ("test_civil", 97), ("test_word", 97)),
    *(("test_http_date", 97), ("test_rfc3339", 97), ("test_two_digit_year", 7)),
    *(("test_two_digit_year", 1), ("test_civil", 1), ("test_word", 1)),
    *(("test_rfc3339", 1), ("test_http_date", 1)),
]
CLOCK = [
    *(("test_clock_freeze", 1), ("test_clock", 1), ("test_clock_fork", 1)),
    *(("test_clock_descriptor", 1), ("test_clock_faults", 1), ("test_clock_park", 1)),
]
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
}


def tests_of(name: str) -> list[tuple[str, int]]:
    if name in CLOCK_FILES:
        return CLOCK
    only = ONLY.get(name)
    return [test for test in FORMATS if only is None or test[0] in only]


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
        if program.name == "test_clock_faults":
            objects.append(self.object(self.system))
            objects += [Path(f"-Wl,--wrap={name}") for name in WRAPPED]
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


def run(chosen: list[mutants.Mutant]) -> dict[mutants.Mutant, str]:
    """Each mutant's fate, two at a time."""
    timers = sorted({"posix" if m.file == "timer_posix.c" else "linux" for m in chosen})
    benches: dict[str, SimpleQueue[Bench]] = {timer: SimpleQueue() for timer in timers}
    for timer in timers:
        for number in range(WORKERS):
            benches[timer].put(Bench(str(number), timer))

    def fate(mutant: mutants.Mutant) -> str:
        queue = benches["posix" if mutant.file == "timer_posix.c" else "linux"]
        bench = queue.get()
        try:
            return bench.kill(mutant)
        finally:
            queue.put(bench)

    fates: dict[mutants.Mutant, str] = {}
    start = time.monotonic()
    with ThreadPoolExecutor(WORKERS) as pool:
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


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, help="only so many, by chance")
    parser.add_argument("--seed", type=int, default=1, help="of the chance")
    parser.add_argument("files", nargs="*", help="names in csrc/core; all of them")
    options = parser.parse_args()
    chosen = all_mutants(options.files)
    command = "make mutate LONG=1"
    if options.sample:
        chance = random.Random(options.seed)
        chosen = chance.sample(chosen, min(options.sample, len(chosen)))
        command = f"make mutate SAMPLE={options.sample} SEED={options.seed}"
    os.nice(5)
    reasons = explained()
    fates = run(chosen)
    count = Counter(fates.values())
    survivors = [mutant for mutant, fate in fates.items() if fate == "survived"]
    alike = sum(mutant.key in reasons for mutant in survivors)
    tried = count["killed"] + count["survived"] - alike
    percent = 100 * count["killed"] / max(tried, 1)
    faults = stale(fates, reasons)
    print("\n".join(faults))
    print(
        f"{count['killed']} of {tried} mutants killed ({percent:.1f} %); {alike} more "
        f"change nothing, as {EXPLAINED.name} explains; {count['equal']} are the same "
        f"machine code and {count['no C']} do not compile"
    )
    if not options.files:
        figures.write(
            "mutation",
            command,
            {
                "mutants": tried,
                "killed": count["killed"],
                "killed, percent": round(percent, 1),
                "explained as equivalent": alike,
            },
        )
    return 1 if percent < ENOUGH or faults else 0


if __name__ == "__main__":
    sys.exit(main())
