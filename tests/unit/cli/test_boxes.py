"""Every command uses the box, and names the parts of it that are assumed."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver.box import PARTS, Part
from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak
from tests.unit.test_box import OWN

pytestmark = pytest.mark.usefixtures("measurement_cache")

GAME_OWN = OWN | {"tile_sides": [[1], [2]]}
SCORED = (
    '{"players": [{"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"},'
    ' {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}]}'
)
STANDS = (
    '{"players": [{"name": "Ola", "placements": ["c01@0:0r0", "c02@2:1r90"]},'
    ' {"name": "Jan", "visible": ["M M C", "c c c"]}]}'
)
COMMANDS: dict[str, list[Part]] = {
    command: [part for part in PARTS if part in names.split()]
    for command, names in re.findall(
        r"^(\S.+)\n {4}(.+)\n",
        Path(__file__).with_name("assumed_parts.txt").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
}
ALWAYS_OTHER = ("practice -n 1 --seed 1", "review tile:1 18,23")
"""Commands with a further assumption, which is not in the box."""


def boxes(parts: list[Part]) -> dict[str, dict[str, Any]]:
    """Return box files: without own parts, with every second part, and with all parts."""
    some: dict[str, Any] = {part: OWN[part] for part in parts[::2]}
    if "tiles" in some:
        some["tile_sides"] = GAME_OWN["tile_sides"]
    return {"default": {}, "some": some, "all": GAME_OWN}


CASES = [
    pytest.param(command, parts, own, id=f"{command.partition(' -')[0]}-{name}")
    for number, (command, parts) in enumerate(COMMANDS.items())
    for name, own in boxes(parts).items()
    if name != ("all" if number % 2 else "default")
]
"""Two of three boxes for each command."""


@pytest.mark.parametrize(("command", "parts", "own"), CASES)
def test_answers_name_the_assumed_parts_alone(
    chatuchak: Chatuchak, tmp_path: Path, command: str, parts: list[Part], own: dict[str, Any]
) -> None:
    (tmp_path / "box.json").write_text(json.dumps(own))
    (tmp_path / "score.json").write_text(SCORED)
    (tmp_path / "stands.json").write_text(STANDS)
    box = ("--box", tmp_path / "box.json")
    saved = tmp_path / "game.json"
    words = command.format(folder=tmp_path, saved=saved).split()
    if str(saved) in words:
        assert chatuchak(*words[:2], "new", "--seed", 1, "--out", saved, *box).code == 0
    outcome = chatuchak(*words, *box, "--json")
    assert outcome.code in (0, 1), outcome.err
    answer = outcome.json
    assumed = [part for part in parts if part not in own]
    has_other_assumptions = command in ALWAYS_OTHER
    reasons = len(assumed) + has_other_assumptions
    named = [answer.get(name) for name in ("assumed", "why_assumed", "assumed_parts")]
    assert named[0] == (True if reasons else None)
    assert len(named[1] or ()) == reasons
    assert named[2] == (assumed or None)
    if (not own or own is GAME_OWN) and words[0] not in ("box", "survey"):
        text = chatuchak(*words, *box)
        lines = [line for line in (text.out + text.err).splitlines() if line.startswith("Assumed:")]
        assert len(lines) == bool(assumed)
        assert all(part.replace("_", " ") in lines[0] for part in assumed)


def test_a_shorthand_precedes_the_option_the_variable_and_the_selection(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    grids = {}
    for seed, name in enumerate(("selected", "variable", "option", "shorthand"), 1):
        grids[name] = chatuchak("generate", "--seed", seed).out.strip()
        (tmp_path / f"{name}.json").write_text(json.dumps({"tiles": [grids[name]]}))

    def used(*words: object) -> str:
        return str(chatuchak("solve", "tile:1", *words, "--json").json["grid"])

    assert chatuchak("box", "use", tmp_path / "selected.json").code == 0
    assert used() == grids["selected"]
    monkeypatch.setenv("CHATUCHAK_BOX", str(tmp_path / "variable.json"))
    assert used() == grids["variable"]
    option = ("--box", tmp_path / "option.json")
    assert used(*option) == grids["option"]
    shorthand = ("--tiles", tmp_path / "shorthand.json")
    assert used(*option, *shorthand) == used(*shorthand, *option) == grids["shorthand"]
    monkeypatch.setenv("CHATUCHAK_TILES", str(tmp_path / "selected.json"))
    assert used(*option) == grids["selected"]
    assert used(*option, *shorthand) == grids["shorthand"]


def test_a_selected_box_is_used_until_it_is_gone(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home"))
    path = tmp_path / "selected.json"
    path.write_text(json.dumps({"ranks": [{"name": "Ace"}]}))
    assert chatuchak("box", "use", path).code == 0
    assert chatuchak("box", "show").out.startswith(f"box: {path}")
    path.unlink()
    assert "'chatuchak box use --none'" in chatuchak("box", "show").err
    assert chatuchak("box", "use", "--none").code == 0
    assert chatuchak("box", "show").out.startswith("box: the assumed data")
    monkeypatch.setenv("XDG_DATA_HOME", __file__)
    assert chatuchak("box", "use", "--none").code == 0


@pytest.mark.parametrize("way", ["CHATUCHAK_TILES", "CHATUCHAK_BOX"])
def test_own_tiles_are_used_everywhere(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, way: str
) -> None:
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"tiles": OWN["tiles"]}))
    monkeypatch.setenv(way, str(file))

    def answer(*words: object) -> Any:
        return chatuchak(*words, "--json").json

    tiles = OWN["tiles"]
    assert answer("solve", "tile:2")["grid"] == tiles[1]
    assert [
        tile["grid"] for tile in answer("compare", "tile:1", "tile:2", "--games", 2)["grids"]
    ] == tiles
    assert {tile["grid"] for tile in answer("rank", "--games", 1)["tiles"]} == {*tiles}
    assert {tile["grid"] for tile in answer("report", "--games", 1)["tiles"]} == {*tiles}
    assert [tile["grid"] for tile in answer("playtest", "--plan")["tiles"]] == tiles
    assert {*answer("game", "chatuchak-speed", "new", "--seed", 1)["start"]["grids"]} == {*tiles}
    assert answer("sheet", "-o", tmp_path / "tiles.pdf")["tiles"] == 2


def test_the_variable_may_name_a_photo_that_no_output_replaces(
    chatuchak: Chatuchak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("PIL")
    photo = shutil.copy(EXAMPLES / "files/front.jpg", tmp_path / "tiles.svg")
    monkeypatch.setenv("CHATUCHAK_TILES", str(photo))
    assert len(chatuchak("box", "show", "--json").json["parts"][0]["value"]) == 2
    started = chatuchak("game", "chatuchak-speed", "new", "--seed", 1, "--json").json
    assert started["assumed_parts"] == ["counts", "speed_move_limit"]
    assert "other than CHATUCHAK_TILES" in chatuchak("box", "show", "--svg", photo).error


def test_all_parts_are_covered() -> None:
    assert set(PARTS) == {part for parts in COMMANDS.values() for part in parts}
