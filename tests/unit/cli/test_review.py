"""``review``: colors that lost their place."""

import msgspec

from chatuchak_cli.shared.puzzle_words import move_words
from chatuchak_solver import Grid, review
from chatuchak_solver.puzzle import Color

GRID = "RY/YR/.G/GG"


def test_colors_that_lost_their_place_are_listed() -> None:
    grid = Grid.parse(GRID)
    (move,) = review(grid, [0]).moves
    listed = ("red", "red and yellow", "red, yellow and green")
    for count, names in enumerate(listed, start=1):
        colors = tuple(map(Color, range(count)))
        words = move_words(msgspec.structs.replace(move, given_up=colors), 1, grid)
        assert words.endswith(f"It gave up the place of {names}.")
    assert "gave up" not in move_words(msgspec.structs.replace(move, given_up=()), 1, grid)
