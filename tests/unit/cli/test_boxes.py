"""Every command uses the box, and names the parts of it that are assumed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver.box import GAME_PARTS, PARTS, Part
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solve import solve
from tests.unit.cli.conftest import Chatuchak
from tests.unit.test_box import OWN

GRID = OWN["tiles"][0]
GAME_OWN = OWN | {"tile_sides": [[1], [2]]}
TILES: tuple[Part, ...] = ("tiles", "tile_sides")
FIGURES: tuple[Part, ...] = ("time_track", "marker_stars", "token_stars", "general_denominations")
PLAYED: dict[str, tuple[Part, ...]] = {
    "chatuchak": (*TILES, *FIGURES, "mix_markers"),
    "chatuchak-speed": (*TILES, "speed_move_limit"),
    "market-stand": ("deck",),
    "mercado": ("marked_spaces", "customer_tiles"),
    "river-market": ("river_market",),
}
SCORED = (
    '{"players": [{"name": "Amy", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"},'
    ' {"name": "Ben", "grid": ".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"}]}'
)
COMMANDS: dict[str, tuple[Part, ...]] = {
    "solve tile:1": ("tiles", "ranks"),
    f"solve {GRID}": ("ranks",),
    "solve daily:2026-11-22": ("counts", "ranks"),
    "hint tile:1": ("tiles",),
    "hint tile:1 --level 1": ("tiles",),
    "check tile:1": ("tiles",),
    "check tile:1 --strict": ("tiles", "counts"),
    "solutions tile:1": ("tiles",),
    "export tile:1 --pddl {folder}": ("tiles",),
    "render tile:1 -o {folder}/tile.svg": ("tiles",),
    "generate --seed 1": ("counts",),
    "practice -n 1 --seed 1": ("counts",),
    **{f"game {game} new --seed 1": parts for game, parts in PLAYED.items()},
    "game mercado rules": GAME_PARTS["mercado"],
    "game mercado simulate -n 1 --players 2 --jobs 1": PLAYED["mercado"],
    "score chatuchak {folder}/score.json": ("marker_stars", "token_stars"),
}
ALWAYS_OTHER = ("practice -n 1 --seed 1",)
"""Commands with a further assumption, which is not in the box."""


def boxes(parts: tuple[Part, ...]) -> dict[str, dict[str, Any]]:
    """Return box files: without own parts, with each of the parts alone, and with all parts."""
    alone: dict[str, dict[str, Any]] = {part: {part: OWN[part]} for part in parts}
    for own in alone.values():
        own |= {"tile_sides": [[1], [2]]} if "tiles" in own else {}
        own |= {"tiles": OWN["tiles"], "tile_sides": [[1], [2]]} if "tile_sides" in own else {}
    return {"default": {}, **alone, "all": GAME_OWN}


CASES = [
    pytest.param(command, parts, own, id=f"{command.partition(' -')[0]}-{name}")
    for command, parts in COMMANDS.items()
    for name, own in boxes(parts).items()
]


@pytest.mark.parametrize(("command", "parts", "own"), CASES)
def test_answers_name_the_assumed_parts_alone(
    chatuchak: Chatuchak, tmp_path: Path, command: str, parts: tuple[Part, ...], own: dict[str, Any]
) -> None:
    (tmp_path / "box.json").write_text(json.dumps(own))
    (tmp_path / "score.json").write_text(SCORED)
    words = command.format(folder=tmp_path).split()
    outcome = chatuchak(*words, "--box", tmp_path / "box.json", "--json")
    assert outcome.code in (0, 1), outcome.err
    answer = outcome.json
    assumed = [part for part in parts if part not in own]
    assert answer.get("assumed_parts", []) == assumed
    assert answer.get("assumed", False) is bool(assumed or command in ALWAYS_OTHER)
    assert len(answer.get("why_assumed", [])) == len(assumed) + (command in ALWAYS_OTHER)
    if (not own or own is GAME_OWN) and words[0] != "generate":
        text = chatuchak(*words, "--box", tmp_path / "box.json")
        lines = [line for line in (text.out + text.err).splitlines() if line.startswith("Assumed:")]
        assert len(lines) == bool(assumed)
        assert all(part.replace("_", " ") in lines[0] for part in assumed)


def test_saved_games_keep_their_provenance(chatuchak: Chatuchak, tmp_path: Path) -> None:
    saved, box = tmp_path / "game.json", tmp_path / "box.json"
    box.write_text(json.dumps({"marked_spaces": OWN["marked_spaces"]}))
    game = ("game", "mercado")
    assert chatuchak(*game, "new", "--seed", 1, "--out", saved, "--box", box).code == 0
    for words in (("show", saved), ("apply", saved, "coin"), ("advise", saved, "--playouts", 2)):
        answer = chatuchak(*game, *words, "--json").json
        assert answer["assumed_parts"] == ["customer_tiles"], words
    own = json.dumps(chatuchak(*game, "new", "--seed", 1, "--json").json)
    assert chatuchak(*game, "legal", "-", stdin=own).code == 0


def test_verify_uses_the_ranks_and_tiles_of_the_box(chatuchak: Chatuchak, tmp_path: Path) -> None:
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"tiles": OWN["tiles"], "ranks": OWN["ranks"]}))
    moves = ",".join(map(str, solve(Grid.parse(GRID)).moves or ()))
    own = chatuchak("verify", "tile:1", moves, "--box", box, "--json").json
    assert own["rank"] in ("Ace", "Other")
    assert "assumed" not in own
    shipped = chatuchak("verify", GRID, moves, "--json").json
    assert shipped["assumed_parts"] == ["ranks"]


def test_booths_are_compared_with_the_box(chatuchak: Chatuchak, tmp_path: Path) -> None:
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"counts": [7, 6, 6, 5, 5]}))
    grid = chatuchak("generate", "--seed", 1, "--box", box).out.strip()
    assert chatuchak("check", grid, "--strict", "--box", box).code == 0
    assert chatuchak("check", grid, "--strict").code == 1
    warning = chatuchak("check", OWN["tiles"][0], "--box", box).out
    assert "the game has 7, 6, 6, 5, 5 of its five colors\n" in warning


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


def test_a_laid_table_has_the_tiles_of_the_box(chatuchak: Chatuchak, tmp_path: Path) -> None:
    box, saved = tmp_path / "box.json", tmp_path / "game.json"
    box.write_text(json.dumps({"tiles": OWN["tiles"], "tile_sides": [[1], [2]]}))
    words = ("--seats", "human,greedy", "--setup", "manual", "--box", box, "--seed", 1)
    lines = "2\n1\nquit\n"
    played = chatuchak("game", "chatuchak-speed", "play", saved, *words, stdin=lines)
    assert played.code == 0, played.err
    grids = json.loads(saved.read_text())["start"]["grids"]
    assert grids == OWN["tiles"][::-1]


@pytest.mark.parametrize("part", ["ranks", "counts"])
def test_an_invalid_part_is_one_line_with_the_file(
    chatuchak: Chatuchak, tmp_path: Path, part: str
) -> None:
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"ranks": [], "counts": [9, 9, 9, 9, 9]}))
    command = "solve" if part == "ranks" else "check"
    assert chatuchak(command, GRID, "--box", box).error.startswith(f"{box}: ")


def test_own_tiles_are_printed_without_a_mark(chatuchak: Chatuchak, tmp_path: Path) -> None:
    box = tmp_path / "box.json"
    box.write_text(json.dumps({"tiles": OWN["tiles"]}))
    printed = chatuchak("sheet", "-o", tmp_path / "tiles.pdf", "--box", box, "--json").json
    assert printed["tiles"] == 2
    assert "assumed" not in printed


def test_all_parts_are_covered() -> None:
    assert set(PARTS) == {part for parts in COMMANDS.values() for part in parts}
