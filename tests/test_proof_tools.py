"""The tools of `make prove`: what they change, count and write down."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import fuzz
import mutants
import mutate
import prove
import pytest

CODE = """\
/* a < b */
static int
f(int a)
{
    char c = 'x';
    if (a <= 10 && !done(a, "a < b")) {
        a += 0x1F;
        return 2;
    }
    g(a);
    return a->b;
}
"""


def changed_lines(tmp_path: Path) -> set[tuple[str, str]]:
    """Each changed line and what it became; one line in each mutant."""
    path = tmp_path / "f.c"
    path.write_text(CODE)
    pairs = set()
    for mutant in mutants.of_file(path):
        lines = zip(CODE.split("\n"), mutant.apply(CODE).split("\n"), strict=True)
        [(before, after)] = [(old, new) for old, new in lines if old != new]
        assert before.strip() == mutant.source
        pairs.add((before.strip(), after.strip()))
    return pairs


def test_each_mutant_is_one_small_change(tmp_path: Path) -> None:
    condition = 'if (a <= 10 && !done(a, "a < b")) {'
    assert changed_lines(tmp_path) == {
        ("char c = 'x';", "char c = ('x' + 1);"),
        ("char c = 'x';", ";"),
        (condition, condition.replace("<=", "<")),
        (condition, condition.replace("10", "(11)")),
        (condition, condition.replace("&&", "||")),
        (condition, condition.replace("!", "")),
        ("a += 0x1F;", "a -= 0x1F;"),
        ("a += 0x1F;", "a += (32);"),
        ("a += 0x1F;", ";"),
        ("return 2;", "return (3);"),
        ("g(a);", ";"),
    }


def test_every_explanation_is_of_a_mutant() -> None:
    reasons = mutate.explained()
    assert reasons
    assert not reasons.keys() - {mutant.key for mutant in mutate.all_mutants([])}
    assert all(reasons.values())


def test_a_killed_mutant_needs_no_explanation() -> None:
    mutant = mutate.all_mutants(["civil.c"])[0]
    reasons = {mutant.key: "for a reason"}
    assert mutate.stale({mutant: "survived"}, reasons) == []
    alike = [one for one in mutate.all_mutants([]) if one.key == mutant.key]
    [line] = mutate.stale(dict.fromkeys(alike, "killed"), reasons)
    assert "killed" in line
    [line] = mutate.stale({}, {("civil.c", "no such line", "0: deleted"): "why"})
    assert "no mutant" in line


def test_a_sample_says_nothing_of_lines_that_read_the_same() -> None:
    alike = [one for one in mutate.all_mutants([]) if one.source == "*bad = 1;"]
    one = next(m for m in alike if sum(m.key == n.key for n in alike) > 1)
    assert mutate.stale({one: "killed"}, {one.key: "for a reason"}) == []


def test_the_fuzzers_words_are_understood() -> None:
    progress = fuzz.Progress()
    assert progress.read("#4096\tpulse  cov: 342 ft: 900 corp: 150/4Kb lim: 64")
    assert (progress.executions, progress.edges, progress.texts) == (4096, 342, 150)
    assert progress.read("stat::number_of_executed_units: 5000")
    assert progress.executions == 5000
    assert not progress.read("judge_rfc3339.c:30: status == GN_OK of ...")


def test_a_find_stops_the_other_targets(monkeypatch: pytest.MonkeyPatch) -> None:
    codes = {"calm": "import time; time.sleep(30)", "find": "raise SystemExit(77)"}
    begun: list[fuzz.Run] = []

    class Run(fuzz.Run):
        def __init__(self, name: str, seconds: int, runs: int) -> None:
            super().__init__(name, seconds, runs)
            begun.append(self)

    def command(name: str, seconds: int, runs: int) -> list[str]:
        return [sys.executable, "-c", codes[name]]

    monkeypatch.setattr(fuzz, "Run", Run)
    monkeypatch.setattr(fuzz, "command", command)
    [ended] = fuzz.fuzz(["calm", "find", "never begun"], 60, 0)
    assert (ended.name, ended.process.returncode) == ("find", 77)
    [calm] = (run for run in begun if run is not ended)
    assert calm.process.returncode != 0


def test_figures_are_written_between_their_comments() -> None:
    document: dict[str, object] = {
        "part": "fuzz",
        "command": "make fuzz",
        "date": "2026-11-30T12:00:00+00:00",
        "machine": "a machine",
        "figures": {"executions": 100000000, "percent": 99.5},
    }
    page = "before\n<!-- figures: fuzz -->\nold\n<!-- end of figures -->\nafter\n"
    written = prove.render(page, {"fuzz": document})
    assert "| executions | 100,000,000 |" in written
    assert "| percent | 99.5 |" in written
    assert "`make fuzz`, 2026-11-30, a machine" in written
    assert "old" not in written
    assert written.startswith("before\n") and written.endswith("after\n")
    assert prove.render(written, {"fuzz": document}) == written


def test_figures_without_a_place_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    document: dict[str, object] = {
        **{"part": "new", "command": "make new", "date": "", "machine": ""},
        "figures": {},
    }
    assert prove.render("page\n", {"new": document}) == "page\n"
    assert "no place for new" in capsys.readouterr().err


def test_the_page_has_one_place_for_each_part() -> None:
    page = prove.PAGE.read_text(encoding="utf-8")
    places = re.findall(r"<!-- figures: (\S+) -->", page)
    assert len(places) == len(set(places))
    assert page.count(prove.END) == len(places)


def test_the_short_form_leaves_out_what_takes_long() -> None:
    everything = {part.target for part in prove.chosen([], True)}
    short = {part.target for part in prove.chosen([], False)}
    assert everything - short == {"leaks"}
    assert [part.target for part in prove.chosen(["leaks"], False)] == ["leaks"]
