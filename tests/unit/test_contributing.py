"""What CONTRIBUTING.md names is there."""

import re
from pathlib import Path

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
