"""The user's box: own parts replace assumed ones, and every fault is named."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import Grid, InvalidInstanceError, new_game
from chatuchak_solver import box as boxes
from chatuchak_solver.box import PARTS, Box, box_template, load_box, read_box, shipped_part
from chatuchak_solver.games.registry import assumed_in_game
from chatuchak_solver.puzzle.start_tiles import StartTiles

OWN: dict[str, Any] = {
    "tiles": [".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR", ".RGRGR/YPYPBP/PGBYGB/YRPRYR/BYBGBG"],
    "tile_sides": [[1, 3], [2, 4]],
    "counts": [7, 6, 6, 5, 5],
    "ranks": [{"name": "Ace", "most": 19}, {"name": "Other"}],
    "time_track": [2, 4, 6],
    "marker_stars": {"group": 2, "mix": 1, "path": 1, "rectangle": 1},
    "token_stars": {"group": 1, "mix": 2, "path": 1, "rectangle": 1, "general": 1},
    "general_denominations": [1, 3],
    "mix_markers": [["RY", "GP"], ["RG", "BP"], ["RB", "YP"], ["RP", "YG"], ["YB", "GB"]],
    "speed_move_limit": 50,
    "deck": [{"id": f"c{n:02}", "rows": ["S B c*", "G p C"]} for n in range(40)],
    "marked_spaces": ["a1", "b2"],
    "customer_tiles": {"1 fish": 20, "2 meat": 15},
    "river_market": {**shipped_part("river_market"), "houses": 4},
}


def write(folder: Path, **parts: Any) -> Path:
    path = folder / "box.json"
    path.write_text(json.dumps(parts), encoding="utf-8")
    return path


def test_the_template_is_a_box_in_which_every_part_is_assumed(tmp_path: Path) -> None:
    box = load_box(write(tmp_path, **box_template()))
    assert box.assumed_parts(*PARTS) == PARTS
    assert len(box.reasons(*PARTS)) == len(PARTS)
    assert box.tiles.grids == Box.default().tiles.grids


@pytest.mark.parametrize("part", PARTS)
def test_each_part_can_be_replaced_alone(tmp_path: Path, part: Any) -> None:
    box = load_box(write(tmp_path, **{part: OWN[part]}))
    assert box.assumed_parts(*PARTS) == tuple(other for other in PARTS if other != part)


def test_all_parts_can_be_replaced(tmp_path: Path) -> None:
    box = load_box(write(tmp_path, **OWN | {"tile_sides": [[1], [2]]}))
    assert box.assumed_parts(*PARTS) == ()
    assert box.tiles.why_assumed is box.ranks.why_assumed is None
    assert not box.deck.assumed
    assert box.ranks.of_length(20) == "Other"
    state = repr(new_game("chatuchak", data=box.data("chatuchak")))
    assert all(grid in state for grid in OWN["tiles"])


def test_confirmed_parts_are_the_users(tmp_path: Path) -> None:
    box = load_box(write(tmp_path, confirmed=["ranks", "tiles", "deck"]))
    assert box.assumed_parts("ranks", "tiles", "deck", "counts") == ("counts",)
    assert box.ranks.ranks == Box.default().ranks.ranks
    assert box.ranks.why_assumed is box.tiles.why_assumed is None
    assert not box.deck.assumed
    assert box.data("chatuchak") == {}


def test_replaced_tiles_reset_their_sides_only_if_these_are_not_given() -> None:
    box = Box.default().with_part("tile_sides", OWN["tile_sides"])
    assert "tile_sides" not in box.with_parts({"tiles": OWN["tiles"]}).own
    both = box.with_parts({"tile_sides": None, "tiles": OWN["tiles"]})  # in any order
    assert both.own == {"tile_sides": None, "tiles": OWN["tiles"]}
    box = box.with_data("chatuchak-speed", {"speed_move_limit": None})
    assert box.data("chatuchak-speed")["speed_move_limit"] is None
    assert box.with_data("market-stand", {}) is box.with_data("chatuchak", {})
    assert not Box().with_data("mercado", {"speed_move_limit": None}).own


def test_tiles_of_photos_are_assumed_to_have_the_usual_sides() -> None:
    tiles = StartTiles("photo", Box.default().tiles.grids[::-1], uses_counts=True)
    box = Box.default().with_part("tiles", tiles)
    state = new_game("chatuchak-speed", 2, seed=1, data=box.data("chatuchak-speed"))
    assert assumed_in_game(state, box).keys() == {"tile_sides", "speed_move_limit"}


def test_tiles_and_decks_can_be_files_next_to_the_box(tmp_path: Path) -> None:
    (tmp_path / "tiles.txt").write_text("\n".join(OWN["tiles"]))
    (tmp_path / "deck.json").write_text(json.dumps(OWN["deck"]))
    box = load_box(write(tmp_path, tiles="tiles.txt", deck="deck.json"))
    assert [str(grid) for grid in box.tiles.grids] == OWN["tiles"]
    assert len(box.deck) == 40
    with pytest.raises(InvalidInstanceError, match="expected the data, not a file's name"):
        Box.from_dict({"tiles": "tiles.txt"})
    # An option's file is relative to the current folder.
    assert box.with_part("tiles", Path("x.txt")).own["tiles"] == str(Path("x.txt").absolute())


def test_added_tiles_keep_other_parts_and_numbers(tmp_path: Path) -> None:
    first, second = (str(grid) for grid in Box.default().tiles[:2])
    path, kept = tmp_path / "box.json", {"ranks": None, "tiles": [first, first]}
    path.write_text(json.dumps(kept))
    text, answer = boxes.add_tiles(path, [Grid.parse(first), Grid.parse(second)])
    assert (json.loads(text), answer.added) == ({**kept, "tiles": [first, first, second]}, 1)


def test_every_fault_is_named(tmp_path: Path) -> None:
    path = write(
        tmp_path,
        counts=[9, 9, 9, 9, 9],
        ranks=[{"name": "Ace", "most": 9}, {"name": "B", "most": 9}, {"name": "C"}],
        time_track=[13],
        deck="nowhere.json",
        customer_tiles={"1 cheese": 1},
    )
    faults = list(read_box(path).faults())
    assert len(faults) == 5
    wanted = ("counts", "ranks[1].most 9", "time_track[0]", "nowhere.json", "cheese")
    assert all(words in fault for words, fault in zip(wanted, faults, strict=True))
    with pytest.raises(InvalidInstanceError, match="counts"):
        load_box(path)
