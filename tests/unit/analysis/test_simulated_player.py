"""The simulated player against a plain twin."""

import hashlib

import numpy as np
import pytest

from chatuchak_generators.start_grids import start_grid
from chatuchak_solver import Grid, InputError, solve
from chatuchak_solver.analysis.kernels import simulated_player as kernels
from chatuchak_solver.analysis.simulated_player import SimulatedPlayer, play_games
from tests.reference.analysis import play
from tests.twins import reference_for, size_of, some

THREE_ROWS = size_of("RG.YRB/YRGBYG/BYRGRB", plain="RG.Y/BYRG/YBGR")
TWO_ROWS = size_of(".RYGBRYGB/YGBRYGBRR", plain=".RYGBPTVW/YGRPTBWVR")
FEW_COLORS = size_of(".RYRY/YRYRG/RGRGY", plain=".RYRY/GRGRY")
"""Boards whose tables of distances, which take the longest, are smaller in plain Python."""
TWINS = [
    (THREE_ROWS, SimulatedPlayer(width=3, look_ahead=3, plays=1, error=0.5, patience=25)),
    (
        ".RYG/RGYB/GBRY/YBGR",
        SimulatedPlayer(width=5, look_ahead=4, plays=2, error=1.0, patience=20),
    ),
    (".RY/YRG/RGG", SimulatedPlayer(width=1, look_ahead=2, plays=2, error=0.25, patience=30)),
    (".RY/YRG/RGG", SimulatedPlayer(width=40, look_ahead=6, plays=1, error=0.0, patience=30)),
    (THREE_ROWS, SimulatedPlayer(width=9, look_ahead=4, plays=2, error=16.0, patience=12)),
    # Few colors, so that many lines end alike; some only depend on which others do.
    (FEW_COLORS, SimulatedPlayer(width=6, look_ahead=6, plays=2, error=0.5, patience=20)),
    (FEW_COLORS, SimulatedPlayer(width=10, look_ahead=6, plays=2, error=2.0, patience=20)),
    (
        ".RYG/RGYB/GBRY/YBGR",
        SimulatedPlayer(width=10, look_ahead=6, plays=2, error=0.5, patience=20),
    ),
    # More choices than are judged in one block.
    (TWO_ROWS, SimulatedPlayer(width=12, look_ahead=3, plays=1, error=0.5, patience=8)),
    # Nine colors, and lines kept that are no whole block.
    (
        ".RYGB/PTVWK/RYGBP/TVWKK",
        SimulatedPlayer(width=20, look_ahead=3, plays=1, error=0.5, patience=6),
    ),
]

GAMES_OF_300_GRIDS = "455df7fa7fd2b26bfbe4380dfcd5bc7d1bbeb7ea3edd17e168fc6fc367ed73ff"
"""Of ten games each, as the first kernel of the formula played them; a new one plays the same."""


@reference_for(
    kernels.play_games,
    kernels.copy_position,
    kernels.draw_error,
    kernels.hash_after,
    kernels.jump,
    kernels.need_after,
    kernels.total_after,
)
@pytest.mark.parametrize(("text", "player"), TWINS)
def test_games_are_those_of_the_plain_twin(text: str, player: SimulatedPlayer) -> None:
    grid = Grid.parse(text)
    lengths = play_games(grid, player=player, games=some(4), seed=7)
    for game, length in enumerate(lengths.tolist()):
        assert length == play(
            grid.letters,
            grid.board.rows,
            grid.board.columns,
            width=player.width,
            look_ahead=player.look_ahead,
            plays=player.plays,
            error=round(player.error * 256),
            patience=player.patience,
            seed=7,
            game=game,
        )


def test_no_game_is_shorter_than_the_optimum() -> None:
    for number in range(3):
        grid = start_grid(3, number).grid
        optimum = solve(grid).length
        assert optimum is not None
        assert play_games(grid, games=50, seed=1).min() >= optimum


def test_a_solved_grid_takes_no_moves() -> None:
    assert play_games(Grid.parse("RR/YY/.G/GG"), games=3, seed=1).tolist() == [0, 0, 0]


def test_a_seed_decides_the_games_and_more_games_only_add() -> None:
    grid = start_grid(1, 0).grid
    ten = play_games(grid, games=10, seed=5)
    assert play_games(grid, games=4, seed=5).tolist() == ten[:4].tolist()
    assert play_games(grid, games=10, seed=6).tolist() != ten.tolist()


def test_giving_up_counts_as_more_than_the_patience() -> None:
    grid = start_grid(1, 0).grid
    assert play_games(grid, player=SimulatedPlayer(patience=5), games=3, seed=1).tolist() == [
        6,
        6,
        6,
    ]


def test_a_wider_mind_needs_fewer_moves() -> None:
    grids = [start_grid(2, number).grid for number in range(6)]

    def mean(width: int) -> float:
        return float(
            np.mean(
                [
                    play_games(g, player=SimulatedPlayer(width=width), games=20, seed=1)
                    for g in grids
                ]
            )
        )

    assert mean(32) < mean(4)


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(InputError, match=r"invalid width 0: expected 1 to 256"):
        SimulatedPlayer(width=0)
    with pytest.raises(InputError, match=r"invalid plays 7: expected 1 to 6"):
        SimulatedPlayer(plays=7)
    grid = Grid.parse(".RY/YRG/RGG")
    with pytest.raises(InputError, match="number of games 0: expected"):
        play_games(grid, games=0, seed=1)
    with pytest.raises(InputError, match="seed -1: expected"):
        play_games(grid, games=1, seed=-1)


def test_the_games_of_formula_1_never_change() -> None:
    digest = hashlib.sha256()
    for number in range(300):
        lengths = play_games(start_grid(7, number).grid, games=10, seed=1)
        digest.update(lengths.astype("<i8").tobytes())
    assert digest.hexdigest() == GAMES_OF_300_GRIDS
