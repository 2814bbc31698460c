"""Grids in the order of their difficulty, with reasons."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from chatuchak_solver.analysis.difficulty import contributions, difficulty
from chatuchak_solver.analysis.features import (
    PLAYER_GAMES,
    PLAYER_SEED,
    Features,
    features_of,
)
from chatuchak_solver.analysis.optimal_paths import (
    DEFAULT_LIMITS,
    LimitReached,
    PathLimits,
    optimal_paths,
)
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solve import solve

if TYPE_CHECKING:
    from chatuchak_solver.analysis.difficulty_distribution import DifficultyDistribution
    from chatuchak_solver.puzzle.grid import Grid
    from chatuchak_solver.search.solo_ranks import SoloRanks

__all__ = ["RankedTile", "Yardsticks", "assess", "rank_tiles"]

STANDARD_COUNTS: Final = (5, 6, 6, 6, 6)


@dataclass(frozen=True, slots=True)
class Yardsticks:
    """What grids are held against: the random start grids and the solo ranks."""

    distribution: DifficultyDistribution
    ranks: SoloRanks


@dataclass(frozen=True, slots=True)
class RankedTile:
    """A grid, its difficulty and why.

    Attributes
    ----------
    tile
        Its number among the grids ranked, from 1.
    grid
        The grid.
    optimal_length
        Moves of a shortest solution.
    features
        What was measured; or the limit that was reached while the optimal solutions were counted.
    position
        Its place from the easiest, 1, on; None where the difficulty is not known.
    percentile
        The percentage of random start grids that are easier; None for boards and numbers of
        booths other than the game's.
    expected_rank
        The solo rank that the simulated player's median game earns; None as ``percentile``.
    """

    tile: int
    grid: Grid
    optimal_length: int
    features: Features | LimitReached
    position: int | None
    percentile: float | None
    expected_rank: str | None

    @property
    def difficulty(self) -> float | None:
        """The difficulty, or None where a feature is not known."""
        return difficulty(self.features) if isinstance(self.features, Features) else None

    def reasons(self) -> dict[str, float]:
        """Return what each feature adds to the average difficulty of 50, in points."""
        return contributions(self.features) if isinstance(self.features, Features) else {}

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready description; the same on any number of cores."""
        features = self.features if isinstance(self.features, Features) else None
        value = self.difficulty
        return {
            "position": self.position,
            "tile": self.tile,
            "grid": str(self.grid),
            "optimal_length": self.optimal_length,
            "optimal_solutions": None if features is None else features.optimal_solutions,
            "difficulty": None if value is None else round(value, 3),
            "percentile": None if self.percentile is None else round(self.percentile, 2),
            "expected_rank": self.expected_rank,
            "features": None if features is None else features.to_dict(),
            "reasons": {name: round(points, 3) for name, points in self.reasons().items()},
            "limit_reached": str(self.features) if features is None else None,
        }


def assess(
    tile: int,
    grid: Grid,
    yardsticks: Yardsticks,
    *,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    limits: PathLimits = DEFAULT_LIMITS,
    should_stop: Callable[[], bool] | None = None,
) -> RankedTile | None:
    """Measure one grid, without a position; None if ``should_stop`` came first."""
    solution = solve(grid, stop=Stop(interrupt=should_stop))
    if solution.length is None or solution.gap != 0:
        return None
    paths = optimal_paths(grid, length=solution.length, limits=limits)
    if should_stop is not None and should_stop():
        return None
    if isinstance(paths, LimitReached):
        return RankedTile(tile, grid, solution.length, paths, None, None, None)
    features = features_of(paths, games=games, seed=seed)
    percentile = expected_rank = None
    if _is_standard(grid):
        percentile = yardsticks.distribution.difficulty_percentile(difficulty(features))
        expected_rank = yardsticks.ranks.of_length(int(np.ceil(features.player_median)))
    return RankedTile(tile, grid, paths.length, features, None, percentile, expected_rank)


def rank_tiles(
    grids: Sequence[Grid],
    yardsticks: Yardsticks,
    *,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    limits: PathLimits = DEFAULT_LIMITS,
    workers: int | None = None,
    should_stop: Callable[[], bool] | None = None,
    on_progress: Callable[[], None] | None = None,
) -> tuple[RankedTile, ...]:
    """Rank grids from the easiest to the hardest; about 0.1 s a grid and core.

    Grids of the same difficulty keep their order; those whose difficulty is not known, because a
    limit was reached, come last and have no position. The result is the same on any number of
    cores.

    Parameters
    ----------
    grids
        The grids; their numbers start with 1.
    yardsticks
        The random start grids and the solo ranks.
    games, seed
        The simulated player's games and their seed.
    limits
        When to give up on a grid's optimal solutions.
    workers
        Threads; all usable cores by default.
    should_stop
        Ends the ranking early when it returns True: what is ranked then is what was measured.
    on_progress
        Called for each grid that is measured.

    Raises
    ------
    InputError
        If ``workers``, ``games`` or ``seed`` is out of range.
    """
    count = (os.cpu_count() or 1) if workers is None else workers
    if count < 1:
        raise InputError(f"{count} workers cannot rank anything; expected 1 or more")

    def work(tile: int) -> RankedTile | None:
        if should_stop is not None and should_stop():
            return None
        return assess(
            tile,
            grids[tile - 1],
            yardsticks,
            games=games,
            seed=seed,
            limits=limits,
            should_stop=should_stop,
        )

    measured = []
    with ThreadPoolExecutor(count, thread_name_prefix="rank") as pool:
        for tile in pool.map(work, range(1, len(grids) + 1)):
            if tile is not None:
                measured.append(tile)
                if on_progress is not None:
                    on_progress()
    return tuple(_in_order(measured))


def _in_order(tiles: Sequence[RankedTile]) -> Iterator[RankedTile]:
    """Yield the tiles by difficulty, with their positions; unknown ones last, without."""
    known = [(tile.difficulty, tile) for tile in tiles]
    ascending = sorted(
        ((value, tile) for value, tile in known if value is not None),
        key=lambda pair: (pair[0], pair[1].tile),
    )
    for position, (_, tile) in enumerate(ascending, start=1):
        yield RankedTile(
            tile.tile,
            tile.grid,
            tile.optimal_length,
            tile.features,
            position,
            tile.percentile,
            tile.expected_rank,
        )
    yield from (tile for value, tile in known if value is None)


def _is_standard(grid: Grid) -> bool:
    """Return whether the grid has the board and the numbers of booths of the survey."""
    return grid.board == STANDARD_BOARD and tuple(sorted(grid.counts)) == STANDARD_COUNTS
