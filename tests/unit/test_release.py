"""What is released says the same version everywhere, and every extra is tried out."""

import re
import runpy
import tomllib
from pathlib import Path
from typing import Final

from chatuchak_cli.play.session import PuzzleSession
from chatuchak_generators.decks import DECK_VERSION
from chatuchak_generators.start_grids import GENERATOR_VERSION
from chatuchak_solver import __version__
from chatuchak_solver.analysis.difficulty import FORMULA_VERSION
from chatuchak_solver.analysis.survey.store import FORMAT as SURVEY_FORMAT

ROOT: Final = Path(__file__).parents[2]
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEVELOPER_EXTRAS: Final = {"all", "dev", "docs", "release"}
EXTRAS: Final = set(PROJECT["optional-dependencies"]) - DEVELOPER_EXTRAS


def text(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_same_everywhere() -> None:
    assert re.search(r"^version: (\S+)$", text("CITATION.cff"), re.M)[1] == __version__  # type: ignore[index]
    released = re.findall(r"^## \[(\d\S*)\] - \d{4}-\d\d-\d\d$", text("CHANGELOG.md"), re.M)
    assert released[0] == __version__


def test_all_is_the_sum_of_the_extras() -> None:
    (everything,) = PROJECT["optional-dependencies"]["all"]
    assert set(re.search(r"\[(.+)\]", everything)[1].split(",")) == EXTRAS  # type: ignore[index]


def test_every_extra_is_tried_out_before_a_release() -> None:
    smoke = runpy.run_path(str(ROOT / ".ci/smoke.py"))
    assert set(smoke["SMOKE"]) == EXTRAS
    assert set(smoke["MISSING"]) <= EXTRAS


def test_no_third_party_archives_are_shipped() -> None:
    packages = tomllib.loads(text("pyproject.toml"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    archives = (".whl", ".zip", ".egg", ".tar", ".gz", ".bz2")
    shipped = [path for name in packages["packages"] for path in (ROOT / name).rglob("*")]
    assert shipped
    assert [str(path) for path in shipped if path.suffix in archives] == []


def test_the_policies_name_the_versions_that_there_are() -> None:
    rows = dict(re.findall(r"^\| ([^|]+) \| `?([\w-]+)`? \|", text("docs/policies.md"), re.M))
    assert rows["difficulty formula"] == str(FORMULA_VERSION)
    assert rows["start grids"] == str(GENERATOR_VERSION)
    assert rows["decks of the market stand"] == str(DECK_VERSION)
    assert rows["survey"] == SURVEY_FORMAT
    assert rows["saved puzzle of `play`"] == str(PuzzleSession.__struct_defaults__[1])
