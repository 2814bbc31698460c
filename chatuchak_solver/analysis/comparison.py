"""Comparison of grids by difficulty, with reasons and standard errors."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from chatuchak_solver import arguments, codec, errors, exports
from chatuchak_solver.analysis.difficulty import Formula
from chatuchak_solver.analysis.explanation import Explanation, explain_difficulty
from chatuchak_solver.analysis.ranking import RankedTile, RankingReference, rank_tiles
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED, play_games
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve

BEYOND_NOISE = 2.0
"""Significance threshold in standard errors."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The difference of two grids.

    Attributes
    ----------
    easier, harder
        Grids, ordered by difficulty.
    points
        Difference of the difficulties, at least 0.
    noise
        Standard error, from the simulated player's games; other features are exact.
    reasons
        Contribution of each feature to ``points``.
    """

    easier: "ComparedTile"
    harder: "ComparedTile"
    points: float
    noise: float
    reasons: dict[str, float]

    @property
    def beyond_noise(self) -> bool:
        """Whether the difference is significant."""
        return self.points > BEYOND_NOISE * self.noise


class DifferenceAnswer(codec.Answer, frozen=True):
    """JSON form of a `Difference`, with numbers of grids."""

    easier: codec.Count
    harder: codec.Count
    points: float
    noise: float
    beyond_noise: bool
    reasons: dict[str, float]
    digits: ClassVar[codec.Digits] = {"points": 3, "noise": 3, "reasons": 3}


class ComparedTile(RankedTile, frozen=True, kw_only=True):
    """A compared grid.

    Attributes
    ----------
    noise
        Standard error of its difficulty, from the simulated player's games; None if unknown.
    moves
        A solution, shortest if its status is optimal; None if there is none.
    explanation
        Reasons for its difficulty; None if unknown.
    """

    digits: ClassVar[codec.Digits] = {**RankedTile.digits, "noise": 3}

    noise: float | None
    moves: tuple[codec.Count, ...] | None
    explanation: Explanation | None


class ComparisonAnswer(codec.Answer, frozen=True):
    """JSON form of a `Comparison`.

    Attributes
    ----------
    grids
        In the given order.
    differences
        All pairs of grids with known difficulties.
    stopped_by
        Reason for an incomplete comparison; None if complete.
    """

    grids: tuple[ComparedTile, ...]
    differences: tuple[DifferenceAnswer, ...]
    stopped_by: StopReason | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """A comparison of grids.

    Attributes
    ----------
    tiles
        Grids in the given order, numbered from 1; fewer after a stop.
    solutions
        Shortest solution of each; unproven after a stop.
    stopped_by
        Reason for an incomplete comparison; None if complete.
    """

    tiles: tuple[ComparedTile, ...]
    solutions: tuple[Solution, ...]
    stopped_by: StopReason | None = None

    @property
    def noise(self) -> tuple[float | None, ...]:
        """Standard error of each difficulty; None if unknown."""
        return tuple(tile.noise for tile in self.tiles)

    def differences(self) -> Iterator[Difference]:
        """Yield all pairs of grids with known difficulties."""
        known = [tile for tile in self.tiles if tile.noise is not None]
        for pair in combinations(known, 2):
            easier, harder = sorted(pair, key=lambda tile: (tile.difficulty or 0.0, tile.tile))
            below, noise = easier.reasons(), math.hypot(easier.noise or 0.0, harder.noise or 0.0)
            reasons = {name: points - below[name] for name, points in harder.reasons().items()}
            yield Difference(easier, harder, sum(reasons.values()), noise, reasons)

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON form."""
        differences = tuple(
            DifferenceAnswer.of(pair, easier=pair.easier.tile, harder=pair.harder.tile)
            for pair in self.differences()
        )
        return ComparisonAnswer(self.tiles, differences, self.stopped_by).to_dict()


@exports.renamed_arguments(yardsticks="reference")
def compare_grids(
    grids: Sequence[Grid],
    reference: RankingReference | None = None,
    *,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    workers: int | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Comparison:
    """Explain the differences of the difficulties of grids; about 0.5 s a grid.

    Parameters as in `chatuchak_solver.analysis.ranking.rank_tiles`.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> (difference,) = compare_grids(load_start_tiles().grids[:2]).differences()
    >>> difference.harder.tile, difference.beyond_noise
    (1, True)
    """
    grids = arguments.check_all(grids, Grid, name="grids", hint="Grid.parse(text)")
    if len(grids) < 2:
        raise errors.InputError(f"invalid number of grids {len(grids)}: expected at least 2")
    run = Run.begin(stop, on_progress)
    formula = RankingReference.checked(reference).formula
    ranking = rank_tiles(
        grids, reference, games=games, seed=seed, workers=workers, stop=stop,
        on_progress=on_progress,
    )  # fmt: skip
    ranked = sorted(ranking, key=lambda tile: tile.tile)
    solutions = tuple(solve(tile.grid, stop=run.inside()) for tile in ranked)
    tiles = tuple(
        ComparedTile.of(
            tile, noise=_noise(tile, formula, games, seed), moves=solution.moves,
            status=solution.status, lower_bound=solution.lower_bound,
            explanation=None if run.should_stop()
            else explain_difficulty(solution, games=games, seed=seed),
        )
        for tile, solution in zip(ranked, solutions, strict=True)
    )  # fmt: skip
    return Comparison(tiles, solutions, ranking.stopped_by or run.stopped_by)


def _noise(tile: RankedTile, formula: Formula, games: int, seed: int) -> float | None:
    if tile.features is None:
        return None
    if games < 2:
        return math.inf
    lengths = play_games(tile.grid, games=games, seed=seed)
    error = float(lengths.std(ddof=1)) / math.sqrt(games)
    return formula.term("player_moves").error_points(error)
