"""The benchmark: floors, gnomon and its peers, job by job.

    python benchmarks/bench.py            all of it, some minutes
    python benchmarks/bench.py --quick    within a minute: the peers of the limits
    python benchmarks/bench.py --render   the pages of the last run anew

Writes benchmarks/RESULTS.md and benchmarks/charts/, or where --to says; a quick run
into build/benchmarks/quick. Prints the table of limits. Ends with 0 whatever it says.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

import extensions

# The floors and the instruments are imported from there.
sys.path.insert(0, str(extensions.target()))
sys.path.append(str(extensions.ROOT / "tests"))

import import_time
import job_process
import limits
import machine
import marked_block
import native_results
import protobuf_json
import results
import servers
import tail
import two_threads
from jobs import JOBS
from plan import FULL, QUICK, Plan
from terminal import Progress, print_verdicts

HERE = Path(__file__).resolve().parent


def measure(plan: Plan, progress: Progress) -> results.Results:
    began = time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime())
    found = results.Results(machine.describe(), began, plan.quick, machine.load())
    rounds = [plan.rounds] * plan.processes
    stolen, start = machine.stolen_ms(), time.monotonic()
    for job in JOBS:
        with progress.step(job.title, plan.processes) as tell:
            result = job_process.run(job.name, rounds, tell, quick=plan.quick)
        found.jobs.append(result)
    with progress.step("The current HTTP date, clock off", plan.processes) as tell:
        off = {"GNOMON_CLOCK": "off"}
        found.clock_off = job_process.run(
            "date_now", rounds, tell, quick=True, environment=off
        )
    with progress.step("protobuf's JSON", plan.protobuf_processes) as tell:
        counts = [plan.protobuf_rounds] * plan.protobuf_processes
        found.protobuf = protobuf_json.measure(counts, tell)
    with progress.step("Imports", plan.imports) as tell:
        found.imports = import_time.measure(plan.imports, tell)
    with progress.step("Turns of the second", plan.turns) as tell:
        found.tail = tail.measure(plan.turns, tell)
    found.threads = measure_threads(plan, progress)
    found.native = native_results.read()
    found.load += machine.load()
    found.seconds = time.monotonic() - start
    after = machine.stolen_ms()
    if stolen is not None and after is not None:
        found.stolen_ms = after - stolen
    return found


def measure_threads(plan: Plan, progress: Progress) -> results.Threads | str:
    if not two_threads.PYTHON.exists():
        return two_threads.MISSING
    with progress.step("Building for a Python without a GIL", 1):
        folder = extensions.build_all_for(two_threads.PYTHON)
    with progress.step("Two threads without a GIL", two_threads.RACES) as tell:
        return two_threads.measure(plan.races, plan.race_seconds, folder, tell)


def render(found: results.Results, folder: Path) -> None:
    """The page and the charts."""
    import charts
    import results_page

    folder.mkdir(parents=True, exist_ok=True)
    charts.draw_all(found, folder / "charts")
    page = folder / "RESULTS.md"
    old = page.read_text(encoding="utf-8") if page.exists() else ""
    new = marked_block.carry(old, results_page.write(found), servers.BLOCK)
    page.write_text(new, encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure gnomon beside its peers.")
    parser.add_argument("--quick", action="store_true", help="within a minute")
    parser.add_argument("--render", action="store_true", help="only the pages anew")
    parser.add_argument("--to", type=Path, metavar="FOLDER", help="for the pages")
    options = parser.parse_args()
    plan = QUICK if options.quick else FULL
    folder = options.to or (extensions.BUILD / "quick" if plan.quick else HERE)
    kept = extensions.BUILD / ("quick.json" if plan.quick else "full.json")
    progress = Progress()
    if options.render:
        found = results.load(kept)
    else:
        with progress.step("Building the floors and the instruments", 1):
            extensions.build_own()
        found = measure(plan, progress)
        results.save(found, kept)
    with progress.step("Writing the page and the charts", 1):
        render(found, folder)
    print_verdicts(limits.judge(found), found, folder / "RESULTS.md")


if __name__ == "__main__":
    main()
