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
    "seed": (lambda: MAKE("1", 0), r"invalid seed '1': expected 0 to 18446744073709551615"),
    "half grid": (lambda: MAKE(1, 0.5), "index 0.5: expected"),
    "board": (lambda: MAKE(1, 0, board="5x6"), "invalid board '5x6': expected a Board"),
    "counts": (lambda: MAKE(1, 0, counts=5), "invalid counts 5: expected a list"),
    "half booths": (lambda: MAKE(1, 0, counts=(7.5, 6.5, 8, 7)), "count of booths 7.5: expected"),
    "grids": (lambda: next(MAKE_SOME("3", seed=1)), "number of grids '3': expected"),
    "first": (lambda: next(MAKE_SOME(seed=1, first="3")), "first grid's number '3': expected"),
    "seed of a deck": (lambda: DECK("1"), "seed '1': expected"),
    "half cards": (lambda: DECK(1, cards=2.5), "number of cards 2.5: expected"),
    "goods": (lambda: DECK(1, goods_per_card=3), "goods per card 3: expected"),
    "cards": (lambda: COUNT(["c01"]), "'c01': expected a Card"),
    "played": (lambda: PLAY("x", games=3, seed=1), "invalid grid .x.: expected a Grid"),
    "games": (lambda: PLAY(GRID, games="3", seed=1), "games '3': expected"),
    "half games": (lambda: PLAY(GRID, games=1.5, seed=1), "games 1.5: expected"),
    "seed of games": (lambda: PLAY(GRID, games=3, seed="x"), "seed 'x': expected"),
    "ranked": (lambda: RANK(5), "invalid grids 5: expected a list"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_argument_says_what_was_expected(case: str) -> None:
    check_that_it_says(*WRONG[case])
