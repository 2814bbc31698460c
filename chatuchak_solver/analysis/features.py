"""What makes a grid hard, measured: the numbers that the difficulty formula weighs."""

import math
from typing import Final

import numpy as np

from chatuchak_solver.analysis.kernels.scales import PLAYER_SEED
from chatuchak_solver.analysis.optimal_paths import (
    DEFAULT_LIMITS,
    LimitReached,
    OptimalPaths,
    PathLimits,
    optimal_paths,
)
from chatuchak_solver.analysis.simulated_player import REFERENCE_PLAYER, play_games
from chatuchak_solver.codec import Form, JsonObject
from chatuchak_solver.execution.limits import Run, Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.additive_heuristic import additive_heuristic

__all__ = ["PLAYER_GAMES", "PLAYER_SEED", "Features", "features_of", "measure_features"]

PLAYER_GAMES: Final = 200
"""Games of the simulated player for each grid."""


class Features(Form, frozen=True):
    """The measured features of one grid.

    Attributes
    ----------
    optimal_length
        Moves of a shortest solution.
    optimal_solutions
        How many shortest solutions there are.
    first_moves
        How many different first moves they have.
    positions
        How many positions lie on them.
    forced_bits
        Information in bits per move that choosing right takes: the mean along a random optimal
        solution of log2(legal moves / moves that keep the optimum).
    misleading
        Share of the positions along a random optimal solution where a move that loses the
        optimum looks better, color by color, than all that keep it.
    hidden_moves
        Optimal length less what the colors seem to need when looked at one by one (the sum of
        the pattern databases).
    player_moves
        Mean moves of the simulated player, giving up counted as one more than its patience.
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
        """Return the JSON-ready form, rounded to six decimals."""
        return {name: round(getattr(self, name), 6) for name in self.__struct_fields__}


def measure_features(
    grid: Grid,
    *,
    length: int | None = None,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    limits: PathLimits = DEFAULT_LIMITS,
    stop: Stop | None = None,
) -> Features | LimitReached:
    """Measure all features of ``grid`` under the jump rule; about 0.02 s on the game's own board.

    Parameters
    ----------
    length
        The proven optimal length, where it is known already.
    games, seed
        The simulated player's games and their seed.
    limits
        When to give up on counting the optimal solutions.
    stop
        When to end before everything is measured; asked before each of a few steps, the longest
        of which take about a second within the default limits.

    Raises
    ------
    InputError
        If an argument is out of range, or no solution has that ``length``.
    """
    run = Run.begin(stop)
    paths = optimal_paths(grid, length=length, limits=limits, stop=run.inside())
    if isinstance(paths, LimitReached):
        return paths if run.stopped_by is None else LimitReached(grid, run.stopped_by)
    if run.must_end() and run.stopped_by is not None:
        return LimitReached(grid, run.stopped_by)
    return features_of(paths, games=games, seed=seed)


def features_of(
    paths: OptimalPaths, *, games: int = PLAYER_GAMES, seed: int = PLAYER_SEED
) -> Features:
    """Measure the features of a grid whose optimal paths are known."""
    grid = paths.grid
    chances = paths.visit_chances()
    legal = grid.board.rows + grid.board.columns - 2
    bits_of = [0.0, *(math.log2(legal / count) for count in range(1, legal + 1))]
    counts = paths.move_counts.tolist()
    bits = sum([chance * bits_of[k] for chance, k in zip(chances.tolist(), counts, strict=True)])
    moves = max(paths.length, 1)
    lengths = play_games(grid, games=games, seed=seed)
    return Features(
        optimal_length=paths.length,
        optimal_solutions=paths.count,
        first_moves=len(paths.first_moves),
        positions=len(paths),
        forced_bits=bits / moves,
        misleading=float(chances[paths.misleads].sum()) / moves,
        hidden_moves=paths.length - additive_heuristic(grid, MoveRule.JUMP),
        player_moves=float(lengths.mean()),
        player_median=float(np.median(lengths)),
        player_gave_up=float((lengths > REFERENCE_PLAYER.patience).mean()),
    )
