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
