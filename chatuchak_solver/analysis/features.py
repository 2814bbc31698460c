"""Measured features of a grid for the difficulty formula."""

import math
from typing import Final

import numpy as np

from chatuchak_solver.analysis.kernels.simulated_player import PLAYER_SEED
from chatuchak_solver.analysis.optimal_paths import OptimalPaths, optimal_paths
from chatuchak_solver.analysis.simulated_player import REFERENCE_PLAYER, play_games
from chatuchak_solver.codec import Form, JsonObject
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import additive_heuristic

__all__ = ["PLAYER_GAMES", "PLAYER_SEED", "Features", "features_of", "measure_features"]

PLAYER_GAMES: Final = 200
"""Games of the simulated player per grid."""


class Features(Form, frozen=True):
    """The measured features of a grid.

    Attributes
    ----------
    optimal_length
        Number of moves of a shortest solution.
    optimal_solutions
        Number of shortest solutions.
    first_moves
        Number of their distinct first moves.
    positions
        Number of positions on shortest solutions.
    forced_bits
        Information per move in bits: mean along a random shortest solution of log2(legal moves /
        optimal moves).
    misleading
        Share of positions along a random shortest solution with a losing move that looks better,
        color by color, than all optimal ones.
    hidden_moves
        Optimal length minus the sum of the colors' separate distances.
    player_moves
        Mean moves of the simulated player; giving up counts as one more than its patience.
    player_median
        Median moves of the simulated player.
    player_gave_up
        Share of games that the player gave up.
    """

    optimal_length: int
    optimal_solutions: int
    first_moves: int
    positions: int
    forced_bits: float
    misleading: float
    hidden_moves: int
    player_moves: float
    player_median: float
    player_gave_up: float

    def to_dict(self) -> JsonObject:
        """Return the JSON form, rounded to six decimals."""
        return {name: round(getattr(self, name), 6) for name in self.__struct_fields__}


def measure_features(
    grid: Grid,
    *,
    length: int | None = None,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    stop: Stop | None = None,
) -> Features | None:
    """Measure the features of ``grid`` under the jump rule; about 0.02 s on the game's board.

    Parameters
    ----------
    length
        Proven optimal length, if known.
    stop
        As in `optimal_paths`; the result is None after a stop.
    """
    paths = optimal_paths(grid, length=length, stop=stop)
    return features_of(paths, games=games, seed=seed) if paths.stopped_by is None else None


def features_of(
    paths: OptimalPaths, *, games: int = PLAYER_GAMES, seed: int = PLAYER_SEED
) -> Features:
    """Measure the features of a grid with known shortest solutions."""
    grid = paths.grid
    assert paths.length is not None
    assert paths.count is not None
    chances = paths.visit_chances()
    legal = grid.board.rows + grid.board.columns - 2
    bits_of = [0.0, *(math.log2(legal / count) for count in range(1, legal + 1))]
    counts = paths.move_counts.tolist()
    bits = sum([chance * bits_of[k] for chance, k in zip(chances.tolist(), counts, strict=True)])
    moves = max(paths.length, 1)
    lengths = play_games(grid, games=games, seed=seed)
    return Features(
        optimal_length=paths.length, optimal_solutions=paths.count,
        first_moves=len(paths.first_moves), positions=len(paths), forced_bits=bits / moves,
        misleading=float(chances[paths.misleads].sum()) / moves,
        hidden_moves=paths.length - additive_heuristic(grid, MoveRule.JUMP),
        player_moves=float(lengths.mean()), player_median=float(np.median(lengths)),
        player_gave_up=float((lengths > REFERENCE_PLAYER.patience).mean()),
    )  # fmt: skip
