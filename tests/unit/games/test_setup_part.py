"""Parts of a setup as typed at a real table, and starts from these parts."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from chatuchak_solver import (
    GAMES,
    Game,
    InputError,
    SetupPart,
    game_entry,
    load_start_tiles,
    new_game,
)

PART = SetupPart("tiles", "tiles", 3, {"fish": 3, "Meat": 2, "meat": 2}, "2 fish meat")
TILES = load_start_tiles()


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("fish fish meat", ("fish", "fish", "meat")),
        ("2 FISH Meat", ("fish", "fish", "Meat")),
        ("2 fish, meat", ("fish", "fish", "meat")),
    ],
)
def test_pieces_are_read_with_their_numbers(text: str, pieces: tuple[str, ...]) -> None:
    assert PART.read(text) == pieces


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("eel 2 fish", "'eel' is none of the tiles: fish, Meat, meat$"),
        ("2 fish MEAT", "'MEAT' is none of the tiles"),
        ("4 fish", "4 times fish; the game has 3$"),
        ("fish", "expected 3 tiles, such as 2 fish meat; found 1$"),
    ],
)
def test_other_pieces_are_refused(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        PART.read(text)


def test_a_start_grid_is_written_or_named_by_its_number() -> None:
    part, *_ = game_entry("chatuchak").setup_parts(new_game("chatuchak", seed=1), TILES)
    assert part.read("3") == part.read(str(TILES.tile(3))) == (str(TILES.tile(3)),)
    for text, message in (("17", "grid 17: expected 1 to 16$"), ("?", "expected a grid")):
        with pytest.raises(InputError, match=message):
            part.read(text)


def pieces_of(document: Any, part: str) -> list[str]:
    """Return the pieces of a part in the document of a start."""
    kind, _, number = part.partition(" ")
    match kind:
        case "grid":
            return [document["grids"][int(number)]]
        case "mixes":
            return [row["marker"] for row in document["markers"] if "mix:" in row["marker"]]
        case "hand":
            return list(document["hands"][int(number)])
        case "tiles" | "display":
            tiles = document["players"][int(number)]["tiles"] if number else document["display"]
            return sorted(Counter(tiles).elements())
        case "customers":
            return sorted(tile for tile in document["customers_shown"] if tile[0] == number)
    return [document[kind]] if kind == "river" else list(document[kind])


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_a_start_has_the_given_parts(entry: Game) -> None:
    start, other = (new_game(entry.name, seed=seed) for seed in (1, 2))
    names = [part.name for part in entry.setup_parts(start, TILES)]
    for given in (*([name] for name in names), names):
        pieces = {name: pieces_of(other.to_dict(), name) for name in given}
        for order in (1, -1):
            document = entry.with_setup(
                start, {name: own[::order] for name, own in pieces.items()},
                np.random.default_rng(3), TILES,
            ).to_dict()  # fmt: skip
            assert {name: pieces_of(document, name) for name in pieces} == pieces


@pytest.mark.parametrize(
    ("game", "given", "message"),
    [
        (
            "market-stand",
            {"market": "c01 c02 c03", "hand 0": "c03 c04"},
            "hand 0: c03 lies elsewhere",
        ),
        ("mercado", {f"tiles {seat}": "3 fish" for seat in range(3)}, "tiles 2: more fish than"),
        ("mercado", {"market": ""}, "invalid part of the setup 'market': expected one of tiles 0"),
    ],
)
def test_parts_that_exclude_each_other_are_refused(
    game: str, given: dict[str, str], message: str
) -> None:
    entry, start = game_entry(game), new_game(game, 3, seed=1)
    parts = {part.name: part for part in entry.setup_parts(start, TILES)}
    pieces = {name: parts[name].read(text) if text else () for name, text in given.items()}
    with pytest.raises(InputError, match=message):
        entry.with_setup(start, pieces, np.random.default_rng(3), TILES)
