"""Documents of the project: named files, tests and versions are there."""

import ast
import re
import runpy
import tomllib
from pathlib import Path

import pytest

from chatuchak_cli.play.session import PuzzleSession
from chatuchak_generators.decks import DECK_VERSION
from chatuchak_generators.start_grids import GENERATOR_VERSION
from chatuchak_solver import __version__
from chatuchak_solver.analysis.difficulty import FORMULA_VERSION
from chatuchak_solver.analysis.survey.store import FORMAT as SURVEY_FORMAT

ROOT = Path(__file__).parents[2]
KERNELS = ROOT / "chatuchak_solver/search/kernels"
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")


def test_every_path_that_it_names_is_there() -> None:
    named = set(re.findall(r"`((?:[\w.]+/)+[\w.]*|\w+\.(?:py|md))`", TEXT))
    assert len(named) > 20
    rooms = {path.name for path in (ROOT / "chatuchak_solver/games").glob("*/*.py")} | {"group.py"}
    for name in sorted(named):
        places = (ROOT, ROOT / "chatuchak_solver", ROOT / "cli/chatuchak_cli", KERNELS.parent)
        assert any((place / name).exists() for place in places) or name in rooms, name


def test_the_map_shows_the_whole_library() -> None:
    drawing = TEXT.split("```")[1]
    library = ROOT / "chatuchak_solver"
    rooms = {path.name for path in library.iterdir() if path.is_dir() and path.name[0] != "_"}
    assert {f"{room}/" for room in rooms} <= set(re.findall(r"\b\w+/", drawing))
    files = {path.name for path in library.glob("*.py") if path.name[0] != "_"}
    assert files == set(re.findall(r"\b\w+\.py\b", drawing))


def test_every_documented_target_is_in_the_makefile() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"`make (\w+)`", TEXT):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE)


def test_programs_are_looked_up_in_one_place() -> None:
    files = (ROOT / "tests").rglob("*.py")
    own = {path.name for path in files if "shutil.which(" in path.read_text("utf-8")}
    assert own <= {"programs.py", Path(__file__).name}
    command = (
        "-q tests/browser tests/site $(grep -rlw --include='test_*.py' require_program tests/unit)"
    )
    assert command in (ROOT / ".ci/run").read_text(encoding="utf-8")


TESTS = Path(__file__).parents[1]
PAGE = TESTS.parent / "docs" / "rules.md"
REFERENCE = re.compile(r"`(\w+/[\w/]+\.py)::(\w+)`")


def references() -> list[tuple[str, str]]:
    return sorted(set(REFERENCE.findall(PAGE.read_text(encoding="utf-8"))))


@pytest.mark.parametrize("file", sorted({file for file, _ in references()}))
def test_the_named_tests_are_there(file: str) -> None:
    tree = ast.parse((TESTS / file).read_text(encoding="utf-8"))
    there = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = {test for other, test in references() if other == file}
    assert named - there == set()


def test_every_rule_has_a_test() -> None:
    # A row of a rule without a reference would look held without being so.
    for line in PAGE.read_text(encoding="utf-8").splitlines():
        if line.startswith("| ") and not line.startswith("| Rule"):
            assert REFERENCE.search(line), line


PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DEVELOPER_EXTRAS = {"all", "dev", "docs", "release"}
EXTRAS = set(PROJECT["optional-dependencies"]) - DEVELOPER_EXTRAS


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
