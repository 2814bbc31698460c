"""Shipped start tiles and solo ranks, and files of a user's own in their place."""

import json
from importlib import resources
from pathlib import Path

import pytest

from chatuchak_generators.start_grids import GENERATOR_VERSION, generate_start_grids
from chatuchak_solver import Board, MoveRule, canonical_form, load_start_tiles
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.search.solo_ranks import SoloRank, load_solo_ranks
from tests.reference.puzzle import start_breaches

TWO = "RY/YR/.G/GG"


def shipped(name: str) -> dict[str, object]:
    text = resources.files("chatuchak_data").joinpath(name).read_text(encoding="utf-8")
    document = json.loads(text)
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize("name", ["start_tiles.json", "solo_ranks.json"])
def test_assumed_data_is_marked_with_a_reason(name: str) -> None:
    document = shipped(name)
    assert document["assumed"] is True
    assert document["provenance"]
    assert document["why_assumed"]


def test_the_sixteen_tiles_are_different_start_grids() -> None:
    tiles = load_start_tiles()
    assert len(tiles) == 16
    for grid in tiles.grids:
        assert grid.counts == STANDARD_COUNTS
        assert start_breaches(str(grid)) == set()
    assert len({canonical_form(grid) for grid in tiles.grids}) == 16


def test_the_tiles_match_their_provenance() -> None:
    provenance = str(shipped("start_tiles.json")["provenance"])
    assert (
        f"chatuchak generate -n 16 --seed 1 (generator version {GENERATOR_VERSION})" in provenance
    )
    made = [start.grid for start in generate_start_grids(16, seed=1)]
    assert list(load_start_tiles().grids) == made


def test_the_source_of_the_tiles_is_reported(tmp_path: Path) -> None:
    assert load_start_tiles().source == "shipped start tiles"
    own = tmp_path / "mine.txt"
    own.write_text(f"{TWO}\n", encoding="utf-8")
    assert load_start_tiles(own).source == f"start tiles of {own}"


@pytest.mark.parametrize(
    "text",
    [
        f"{TWO}\n# mine\n{TWO}\n",
        "RY\nYR\n.G\nGG\n\nRY\nYR\n.G\nGG\n",
        json.dumps([TWO, TWO]),
        json.dumps({"tiles": [TWO, TWO], "provenance": "the box"}),
        "\ufeff" + json.dumps([TWO, TWO]),
        f"\ufeff{TWO}\r\n{TWO}\r\n",
    ],
)
def test_own_tiles_are_read_from_text_and_json(tmp_path: Path, text: str) -> None:
    path = tmp_path / "tiles"
    path.write_bytes(text.encode())
    tiles = load_start_tiles(path)
    assert [str(grid) for grid in tiles.grids] == [TWO, TWO]


def test_ranks_by_number_of_moves() -> None:
    found = [load_solo_ranks().of_length(n) for n in (0, 17, 22, 23, 28, 29, 34, 35, 1000)]
    expected = {"Market Master": 3, "Booth Owner": 2, "Haggler": 2, "Looky Loo": 2}
    assert found == [name for name, lengths in expected.items() for _ in range(lengths)]


def test_ranks_are_for_the_game_itself() -> None:
    ranks = load_solo_ranks()
    assert ranks.of_game(20, rule=MoveRule.JUMP, board=Board()) == "Market Master"
    assert ranks.of_game(20, rule=MoveRule.SLIDE, board=Board()) is None
    assert ranks.of_game(5, rule=MoveRule.JUMP, board=Board(3, 3)) is None
    assert ranks.of_game(None, rule=MoveRule.JUMP, board=Board()) is None


def test_own_ranks_take_the_place_of_the_shipped_ones(tmp_path: Path) -> None:
    path = tmp_path / "ranks.json"
    path.write_text('{"ranks": [{"name": "Ace", "most": 19}, {"name": "Also ran"}]}')
    ranks = load_solo_ranks(path)
    assert ranks.ranks == (SoloRank("Ace", 19), SoloRank("Also ran", None))
    assert ranks.of_length(20) == "Also ran"
    assert ranks.why_assumed is None
