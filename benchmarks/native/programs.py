"""The programs of the benchmark: what they need, how to build and run them."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CORE = ROOT / "csrc" / "core"
BUILD = ROOT / "build" / "native"

JOBS = {
    "imf-write": "IMF-fixdate write",
    "imf-parse": "IMF-fixdate parse",
    "rfc3339-write": "RFC 3339 write, nine digits",
    "rfc3339-parse": "RFC 3339 parse, nine digits",
}

# What setup.py and CPython's own build hand the compiler of the extension: one
# object a file, so that nothing is inlined that is not for its users.
CFLAGS = ("-O3", "-DNDEBUG", "-fwrapv", "-fPIC", "-std=c11", "-fvisibility=hidden")


@dataclass(frozen=True)
class Program:
    """One program; `rows` are "job/peer", `needs` the commands it is built with."""

    name: str
    needs: tuple[str, ...]
    rows: tuple[str, ...]
    builds: tuple[tuple[Path, tuple[str, ...]], ...]  # where, what
    command: tuple[str, ...]

    def missing(self) -> str | None:
        """Why it cannot be built here, if so."""
        absent = [tool for tool in self.needs if shutil.which(tool) is None]
        return f"no {' and no '.join(absent)} on this machine" if absent else None


def compiler() -> list[str]:
    return shlex.split(os.environ.get("CC", "cc"))


def core_sources() -> list[Path]:
    """The core, with the files of this platform alone, as in setup.py."""
    timer = "timer_linux.c" if sys.platform == "linux" else "timer_posix.c"
    ours = {timer, "platform_posix.c"}
    systems = re.compile(r"(timer|platform)_\w+\.c")
    return [
        path
        for path in sorted(CORE.glob("*.c"))
        if path.name in ours or not systems.fullmatch(path.name)
    ]


def c_builds(
    sources: Iterable[Path], program: Path, extra: tuple[str, ...] = ()
) -> tuple[tuple[Path, tuple[str, ...]], ...]:
    """Compile each file by itself, and link them."""
    cc = compiler()
    builds: list[tuple[Path, tuple[str, ...]]] = []
    objects: list[str] = []
    for source in sources:
        target = str(program.parent / f"{program.name}-{source.stem}.o")
        flags = (*CFLAGS, *extra, f"-I{CORE}")
        builds.append((ROOT, (*cc, *flags, "-c", "-o", target, str(source))))
        objects.append(target)
    link = ("-pthread", "-Wl,-z,now") if sys.platform == "linux" else ("-pthread",)
    builds.append((ROOT, (*cc, *link, "-o", str(program), *objects)))
    return tuple(builds)


def _rows(**jobs_of_peers: str) -> tuple[str, ...]:
    return tuple(
        f"{job}/{peer.replace('_', '.')}"
        for peer, jobs in jobs_of_peers.items()
        for job in (JOBS if jobs == "all" else jobs.split())
    )


def all_programs() -> list[Program]:
    """The core first: the others' answers are compared with its."""
    core = BUILD / "core"
    java = BUILD / "java"
    classes = f"{java / 'classes'}{os.pathsep}{java / 'lib'}/*"
    cargo = ("cargo", "build", "--release", "--color=never")
    maven = ("mvn", "--batch-mode", "--no-transfer-progress", "compile")
    return [
        Program(
            "C",
            (compiler()[0],),
            _rows(gnomon="all"),
            c_builds([HERE / "c" / "bench.c", *core_sources()], core),
            (str(core),),
        ),
        Program(
            "Rust",
            ("cargo",),
            _rows(jiff="all", httpdate="imf-write imf-parse"),
            ((HERE / "rust", (*cargo, "--target-dir", str(BUILD / "rust"))),),
            (str(BUILD / "rust" / "release" / "peers"),),
        ),
        Program(
            "Go",
            ("go",),
            _rows(go="all"),
            ((HERE / "go", ("go", "build", "-o", str(BUILD / "go"), ".")),),
            (str(BUILD / "go"),),
        ),
        Program(
            "Java",
            ("mvn", "java"),
            _rows(netty="imf-write imf-parse", java_time="all"),
            ((HERE / "java", (*maven, f"-Dnative.build={java}")),),
            ("java", "-cp", classes, "Peers"),
        ),
    ]


def build(program: Program) -> str | None:
    """Build it; or why it could not be built."""
    reason = program.missing()
    if reason is not None:
        print(f"{program.name}: left out, {reason}", file=sys.stderr)
        return reason
    log = BUILD / f"{program.name}.log"
    print(f"{program.name}: building ...", end=" ", file=sys.stderr, flush=True)
    start = time.monotonic()
    with log.open("wb") as out:
        for where, command in program.builds:
            done = subprocess.run(
                command, cwd=where, stdout=out, stderr=out, check=False
            )
            if done.returncode != 0:
                print(f"failed; {log} says why", file=sys.stderr)
                return f"its build failed: {log.relative_to(ROOT)}"
    print(f"{time.monotonic() - start:.1f} s", file=sys.stderr)
    return None
