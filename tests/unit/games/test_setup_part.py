"""Parts of a setup as typed at a real table."""

import pytest

from chatuchak_solver import InputError, SetupPart, game_entry, load_start_tiles, new_game

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
    for text, message in (("17", "no start grid 17; they are 1 to 16$"), ("?", "expected a grid")):
        with pytest.raises(InputError, match=message):
            part.read(text)
