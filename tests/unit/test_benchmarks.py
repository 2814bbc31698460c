"""The benchmarks can be found, and their results say what they were measured on."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.__main__ import BENCHMARKS, parser
from benchmarks.ablation import VARIANTS, switched_off
from benchmarks.cp_sat_jump import cp_sat_solution
from benchmarks.general import Cell, measured
from benchmarks.instance_files import FOLDER, contents
from chatuchak_solver import Grid, replay, solve

ROOT = Path(__file__).parents[2]
KEPT_BY_HAND = {"coverage", "tried"}
"""Sections of the results that no benchmark writes."""
SECTION = re.compile(r"<!-- begin (\w+) -->\n(.*?)\n<!-- end \1 -->", re.DOTALL)


def test_every_benchmark_is_listed_with_what_it_measures() -> None:
    modules = {
        path.stem
        for path in (ROOT / "benchmarks").glob("*.py")
        if re.search(r"^def main\(", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert modules - {"__main__"} == set(BENCHMARKS)
    text = parser().format_help()
    for name, (what, takes) in BENCHMARKS.items():
        assert re.search(rf"\n  {name} +{re.escape(f'{what} ({takes})')}\n", text)


@pytest.mark.parametrize("name", ["solvers", "report", "__main__"])
def test_a_wrong_name_is_one_line_and_code_2(name: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert f"no benchmark '{name}'; expected some of solver" in done.stderr


def test_every_section_of_the_results_names_its_commit_and_command() -> None:
    sections = dict(SECTION.findall((ROOT / "benchmarks/RESULTS.md").read_text(encoding="utf-8")))
    assert set(sections) - KEPT_BY_HAND == set(BENCHMARKS)
    for name in BENCHMARKS:
        text = sections[name]
        assert f"`python -m benchmarks {name}`" in text
        assert re.search(r"^Measured at commit [0-9a-f]{7,}", text, re.MULTILINE)


def test_a_section_is_replaced_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "RESULTS.md")
    report.write_section("b", "old")
    report.write_section("a", "first")
    report.write_section("b", "new")
    text = (tmp_path / "RESULTS.md").read_text(encoding="utf-8")
    found = SECTION.findall(text)
    assert [name for name, _ in found] == ["a", "b"]
    assert found[1][1] == f"new\n\nMeasured at {report.commit()}."
    assert "old" not in text


@pytest.mark.parametrize("variant", VARIANTS)
def test_what_an_ablation_replaces_is_in_the_kernels(variant: str, tmp_path: Path) -> None:
    kernels = switched_off(variant, tmp_path) / "chatuchak_solver/search/kernels"
    for name in VARIANTS[variant]:
        changed = (kernels / name).read_text(encoding="utf-8")
        compile(changed, name, "exec")
        assert changed != (ROOT / "chatuchak_solver/search/kernels" / name).read_text("utf-8")


def test_instance_files_are_those_that_the_benchmarks_solve() -> None:
    files = contents()
    assert {path.name for path in FOLDER.iterdir()} == set(files)
    for name, text in files.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, name
    numbers = [int(line.split(",")[1]) for line in files["million_start_grids.csv"].split()[1:]]
    assert sum(numbers) == 1_000_000


@pytest.mark.parametrize("text", ["RR/.Y/YY", "RY/YR/.G/GG", "RYR/.YR/YRY"])
def test_the_constraint_model_finds_shortest_solutions(text: str) -> None:
    grid = Grid.parse(text)
    moves = cp_sat_solution(grid, 500)
    assert moves is not None
    assert replay(grid, moves)
    assert len(moves) == solve(grid).length


def test_time_that_ran_out_is_no_solution() -> None:
    assert cp_sat_solution(Grid.parse("RY/YR/.G/GG"), 0) is None
    cell = measured(lambda _: None, [Grid.parse("RR/.Y/YY")])
    assert (str(cell), cell.solved) == ("none", 0)
    assert str(Cell([0.5, 0.25], [4, None])) == "1 of 2"
    assert str(Cell([0.5, 0.25], [4, 3])) == "375.0 ms"


def test_a_wrong_solution_is_no_solution() -> None:
    with pytest.raises(AssertionError, match="is no solution"):
        measured(lambda _: [0], [Grid.parse("RY/YR/.G/GG")])
