"""The simulated player against a plain twin."""

import hashlib
from typing import Any

import pytest

from chatuchak_generators.start_grids import start_grid
from chatuchak_solver import Grid, Stop
from chatuchak_solver.analysis import simulated_player
from chatuchak_solver.analysis.kernels import simulated_player as kernels
from chatuchak_solver.analysis.simulated_player import SimulatedPlayer, play_games, record_games
from tests.reference.analysis import play
from tests.twins import reference_for, size_of, some

THREE_ROWS = size_of("RG.YRB/YRGBYG/BYRGRB", plain="RG.Y/BYRG/YBGR")
TWO_ROWS = size_of(".RYGBRYGB/YGBRYGBRR", plain=".RYGBPTVW/YGRPTBWVR")
"""Boards with smaller tables of distances, the slowest part in plain Python."""
FEW_COLORS = size_of(".RYRY/YRYRG/RGRGY", plain=".RYRY/GRGRY")
"""Many lines end alike; some depend on the endings of the rest."""
NINE_COLORS = ".RYGB/PTVWK/RYGBP/TVWKK"
FOUR_ROWS = ".RYG/RGYB/GBRY/YBGR"
TWINS = [
    (THREE_ROWS, (3, 3, 1, 0.5, 25)),
    (FOUR_ROWS, (5, 4, 2, 1.0, 20)),
    (".RY/YRG/RGG", (1, 2, 2, 0.25, 30)),
    (".RY/YRG/RGG", (40, 6, 1, 0.0, 30)),
    (THREE_ROWS, (9, 4, 2, 16.0, 12)),
    (FEW_COLORS, (6, 6, 2, 0.5, 20)),
    (FEW_COLORS, (10, 6, 2, 2.0, 20)),
    (FOUR_ROWS, (10, 6, 2, 0.5, 20)),
    (TWO_ROWS, (12, 3, 1, 0.5, 8)),  # more choices than are judged in one block
    (NINE_COLORS, (20, 3, 1, 0.5, 6)),  # the lines are no whole block
]
"""Grids; width, look_ahead, plays, error and patience of players."""

GAMES_OF_300_GRIDS = "455df7fa7fd2b26bfbe4380dfcd5bc7d1bbeb7ea3edd17e168fc6fc367ed73ff"
"""Of ten games each by the first kernel of the formula; a new kernel plays the same games."""


@reference_for(
    kernels.play_games,
    kernels.copy_position,
    kernels.draw_error,
    kernels.hash_after,
    kernels.jump,
    kernels.need_after,
    kernels.total_after,
)
@pytest.mark.parametrize(("text", "numbers"), TWINS)
def test_games_are_those_of_the_plain_twin(text: str, numbers: tuple[Any, ...]) -> None:
    grid, names = Grid.parse(text), ("width", "look_ahead", "plays", "error", "patience")
    options = dict(zip(names, numbers, strict=True))
    lengths = play_games(grid, player=SimulatedPlayer(**options), games=some(4), seed=7)
    options["error"] = round(options["error"] * 256)
    shape = (grid.letters, grid.board.rows, grid.board.columns)
    for game, length in enumerate(lengths.tolist()):
        assert length == play(*shape, seed=7, game=game, **options)


def test_a_seed_decides_the_games_and_more_games_only_add() -> None:
    grid = start_grid(1, 0).grid
    ten = play_games(grid, games=10, seed=5)
    assert play_games(grid, games=4, seed=5).tolist() == ten[:4].tolist()
    assert play_games(grid, games=10, seed=6).tolist() != ten.tolist()


def test_a_stop_ends_between_equal_portions(monkeypatch: pytest.MonkeyPatch) -> None:
    grid = Grid.parse(".RY/YRG/RGG")
    games = record_games(grid, games=5, seed=5)
    monkeypatch.setattr(simulated_player, "PORTION", 200)  # two games
    assert record_games(grid, games=5, seed=5) == games
    assert record_games(grid, games=5, seed=5, stop=Stop(work=3)) == games[:4]


def test_giving_up_counts_as_more_than_the_patience() -> None:
    grid = start_grid(1, 0).grid
    lengths = play_games(grid, player=SimulatedPlayer(patience=5), games=3, seed=1)
    assert lengths.tolist() == [6, 6, 6]
    assert play_games(Grid.parse("RR/YY/.G/GG"), games=3, seed=1).tolist() == [0, 0, 0]


def test_the_games_of_formula_1_never_change() -> None:
    digest = hashlib.sha256()
    for number in range(300):
        lengths = play_games(start_grid(7, number).grid, games=10, seed=1)
        digest.update(lengths.astype("<i8").tobytes())
    assert digest.hexdigest() == GAMES_OF_300_GRIDS
