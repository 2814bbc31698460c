"""Generators and analyses answer wrong arguments with what was expected."""

from __future__ import annotations

from typing import Any

import pytest

from chatuchak_generators import composition, generate_deck, generate_start_grids, start_grid
from chatuchak_solver.analysis.ranking import rank_tiles
from chatuchak_solver.analysis.simulated_player import play_games
from chatuchak_solver.puzzle import Grid
from tests.wrong_arguments import WrongCalls, check_that_it_says

# Text where a number belongs, and the like: type checkers would stop the calls below.
MAKE: Any = start_grid
MAKE_SOME: Any = generate_start_grids
DECK: Any = generate_deck
COUNT: Any = composition
PLAY: Any = play_games
RANK: Any = rank_tiles
GRID = Grid.parse(".RY/YRG/RGG")

WRONG: WrongCalls = {
    "seed": (lambda: MAKE("1", 0), r"seed '1' cannot be; expected 0\.\.18446744073709551615"),
    "half grid": (lambda: MAKE(1, 0.5), "index 0.5 cannot be"),
    "board": (lambda: MAKE(1, 0, board="5x6"), "the board '5x6' is a str; expected a Board"),
    "counts": (lambda: MAKE(1, 0, counts=5), "the counts 5 is a int; expected a list"),
    "half booths": (lambda: MAKE(1, 0, counts=(7.5, 6.5, 8, 7)), "a count of booths 7.5 cannot"),
    "grids": (lambda: next(MAKE_SOME("3", seed=1)), "the number of grids '3' cannot be"),
    "first": (lambda: next(MAKE_SOME(seed=1, first="3")), "the first grid's number '3' cannot"),
    "seed of a deck": (lambda: DECK("1"), "seed '1' cannot be"),
    "half cards": (lambda: DECK(1, cards=2.5), "number of cards 2.5 cannot be"),
    "goods": (lambda: DECK(1, goods_per_card=3), "the goods per card 3 is a int"),
    "cards": (lambda: COUNT(["c01"]), "'c01' is a str; expected a Card"),
    "played": (lambda: PLAY("x", games=3, seed=1), "the grid .x. is a str; expected a Grid"),
    "games": (lambda: PLAY(GRID, games="3", seed=1), "games '3' cannot be"),
    "half games": (lambda: PLAY(GRID, games=1.5, seed=1), "games 1.5 cannot be"),
    "seed of games": (lambda: PLAY(GRID, games=3, seed="x"), "seed 'x' cannot be"),
    "ranked": (lambda: RANK(5), "the grids 5 is a int; expected a list"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_says_what_was_expected(case: str) -> None:
    check_that_it_says(*WRONG[case])
