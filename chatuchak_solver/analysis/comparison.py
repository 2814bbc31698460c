"""Comparisons of grids by difficulty, with standard errors, and reports on sets of tiles.

Reasons explain each difference; a report has near-duplicates and misleading first moves.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, pairwise
from typing import ClassVar

import numpy as np

from chatuchak_solver import arguments, codec, errors, exports
from chatuchak_solver.analysis.difficulty import Formula
from chatuchak_solver.analysis.explanation import Explanation, explain
from chatuchak_solver.analysis.ranking import RankedTile, Ranking, RankingReference, rank_tiles
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED, play_games
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.puzzle import Board, Color, Grid
from chatuchak_solver.puzzle.symmetry import MAX_SIMILAR_DIFFERENCES, pairwise_differences
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve

BEYOND_NOISE = 2.0
"""Significance threshold in standard errors."""
MAX_TILES = 400
"""All pairs are compared."""


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

    def differences(self) -> Iterator[Difference]:
        """Yield all pairs of grids with known difficulties."""
        known = [tile for tile in self.tiles if tile.noise is not None]
        for pair in combinations(known, 2):
            easier, harder = sorted(pair, key=lambda tile: (tile.difficulty or 0.0, tile.tile))
            noise = math.hypot(easier.noise or 0.0, harder.noise or 0.0)
            below = easier.reasons()
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
    tiles = list[ComparedTile]()
    for tile, solution in zip(ranked, solutions, strict=True):
        explanation = None
        if not run.should_stop():
            explanation = explain(solution, games, seed, run)
        compared = ComparedTile.of(
            tile, noise=_noise(tile, formula, games, seed, run), moves=solution.moves,
            status=solution.status, lower_bound=solution.lower_bound, explanation=explanation,
        )  # fmt: skip
        tiles.append(compared)
        run.report(len(tiles), len(ranked), phase="explaining")
    return Comparison(tuple(tiles), solutions, ranking.stopped_by or run.stopped_by)


def _noise(tile: RankedTile, formula: Formula, games: int, seed: int, run: Run) -> float | None:
    if tile.features is None or run.should_stop():
        return None
    if games < 2:
        return math.inf
    lengths = play_games(tile.grid, games=games, seed=seed, stop=run.inside())
    if len(lengths) < games:
        return None
    error = float(lengths.std(ddof=1)) / math.sqrt(games)
    return formula.term("player_moves").error_points(error)


class Gap(codec.Answer, frozen=True, order=True):
    """A step between successive difficulties.

    Attributes
    ----------
    below, above
        Tiles on both sides.
    """

    points: float
    below: codec.Count
    above: codec.Count
    digits: ClassVar[codec.Digits] = {"points": 3}


class Spread(codec.Answer, frozen=True, kw_only=True):
    """Distribution of the difficulties of a set.

    Attributes
    ----------
    easiest, hardest, mean, deviation
        The deviation is that of the set itself.
    widest_gap
        Largest step between successive difficulties.
    lengths
        Number of tiles by optimal length.
    """

    easiest: float
    hardest: float
    mean: float
    deviation: float
    widest_gap: Gap
    lengths: dict[int, int]
    digits: ClassVar[codec.Digits] = {"easiest": 3, "hardest": 3, "mean": 3, "deviation": 3}


class NearDuplicates(codec.Answer, frozen=True):
    """Two similar tiles, up to symmetry and renaming of colors.

    Attributes
    ----------
    tiles
        Numbers of the tiles.
    differences
        Number of differing spots; 0 for the same puzzle.
    """

    tiles: tuple[int, int]
    differences: int


class Trap(codec.Answer, frozen=True):
    """A losing first move that looks best.

    Attributes
    ----------
    move
        Spot of the booth.
    loses
        Lost moves.
    """

    move: int
    loses: int


class FirstMoves(codec.Answer, frozen=True):
    """The first moves of a tile.

    Attributes
    ----------
    tile
        Number of the tile.
    legal
        Number of legal first moves.
    keep
        Optimal moves.
    traps
        Losing moves that look better, color by color, than all optimal ones; largest loss first.
    """

    tile: int
    legal: int
    keep: tuple[int, ...]
    traps: tuple[Trap, ...]


class TileSetReport(codec.Answer, frozen=True, kw_only=True):
    """Report on a set of tiles.

    Attributes
    ----------
    tiles
        Ranked tiles, the easiest first; fewer after a stop.
    spread
        None if fewer than two difficulties are known.
    closest
        The two most similar tiles; None for a single tile or after a stop of the comparison.
    near_duplicates
        Pairs within the requested number of differing spots, most similar first; fewer then.
    first_moves
        First moves of each tile; fewer after a stop.
    places
        Tiles with a booth of each color, spot by spot.
    stopped_by
        Reason for an incomplete report; None if complete.
    """

    grids: tuple[codec.Notation[Grid], ...]
    board: codec.Notation[Board]
    tiles: tuple[RankedTile, ...]
    spread: Spread | None
    closest: NearDuplicates | None
    near_duplicates: tuple[NearDuplicates, ...]
    first_moves: tuple[FirstMoves, ...]
    places: dict[codec.Notation[Color], tuple[codec.Count, ...]]
    stopped_by: StopReason | None

    @property
    def ranking(self) -> Ranking:
        """Ranking of the tiles."""
        return Ranking(self.tiles, self.stopped_by)


@exports.renamed_arguments(yardsticks="reference")
def report_on_tiles(
    grids: Sequence[Grid],
    reference: RankingReference | None = None,
    *,
    near: int = MAX_SIMILAR_DIFFERENCES,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    workers: int | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> TileSetReport:
    """Report on a set of tiles under the jump rule; about 0.02 s per tile and core.

    Parameters
    ----------
    grids
        Tiles of one board, numbered from 1.
    reference, games, seed, workers
        As in `rank_tiles`.
    near
        Maximum differing spots of near-duplicates.
    stop
        Unit of work: grids. A stop returns a partial report.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> report = report_on_tiles(load_start_tiles().grids[:3])
    >>> report.closest.tiles, report.closest.differences, report.first_moves[0].keep
    ((2, 3), 15, (18,))
    """
    run = Run.begin(stop, on_progress)
    grids = arguments.check_all(grids, Grid, name="grids", hint="Grid.parse(text)")
    arguments.check_int(len(grids), 1, MAX_TILES, name="number of tiles")
    near = arguments.check_int(near, 0, name="number of spots")
    pairs = _pairs(grids, run)
    is_compared = run.stopped_by is None
    ranking = rank_tiles(
        grids, reference, games=games, seed=seed, workers=workers, stop=run.remaining(),
        on_progress=on_progress,
    )  # fmt: skip
    first_moves = tuple(
        _first_moves(tile, tile.optimal_length)
        for tile in sorted(ranking, key=lambda tile: tile.tile)
        if tile.optimal_length is not None and not run.should_stop()
    )
    return TileSetReport(
        grids=grids, board=grids[0].board, tiles=ranking.tiles, spread=_spread(ranking),
        closest=pairs[0] if pairs and is_compared else None,
        near_duplicates=tuple(pair for pair in pairs if pair.differences <= near),
        first_moves=first_moves, places=_places(grids),
        stopped_by=ranking.stopped_by or run.stopped_by,
    )  # fmt: skip


def _spread(ranking: Ranking) -> Spread | None:
    known = [(tile.difficulty, tile.tile) for tile in ranking if tile.difficulty is not None]
    if len(known) < 2:
        return None
    values = [value for value, _ in known]
    gap = max(Gap(above[0] - below[0], below[1], above[1]) for below, above in pairwise(known))
    lengths = [tile.optimal_length for tile in ranking if tile.optimal_length is not None]
    return Spread(
        easiest=values[0], hardest=values[-1], mean=float(np.mean(values)),
        deviation=float(np.std(values)), widest_gap=gap,
        lengths={length: lengths.count(length) for length in sorted(set(lengths))},
    )  # fmt: skip


def _pairs(grids: Sequence[Grid], run: Run) -> list[NearDuplicates]:
    pairs = [
        NearDuplicates((a + 1, b + 1), row[b])
        for a, row in enumerate(pairwise_differences(grids, run).tolist())
        for b in range(a + 1, len(grids))
    ]
    return sorted(pairs, key=lambda pair: (pair.differences, pair.tiles))


def _first_moves(tile: RankedTile, length: int) -> FirstMoves:
    grid = tile.grid
    if grid.is_solved:
        return FirstMoves(tile.tile, 0, (), ())
    moves = {spot: grid.move(spot) for spot in grid.legal_moves()}
    left = {spot: solve(after).length for spot, after in moves.items()}
    estimates = {spot: additive_heuristic(after, "jump") for spot, after in moves.items()}
    lost = {spot: 1 + after - length for spot, after in left.items() if after is not None}
    keep = tuple(spot for spot, loses in lost.items() if not loses)
    best = min(estimates[spot] for spot in keep)
    traps = [Trap(spot, loses) for spot, loses in lost.items() if loses and estimates[spot] < best]
    traps.sort(key=lambda trap: (-trap.loses, trap.move))
    return FirstMoves(tile.tile, len(moves), keep, tuple(traps))


def _places(grids: Sequence[Grid]) -> dict[Color, tuple[int, ...]]:
    colors = sorted({color for grid in grids for color in grid.colors})
    letters = list(zip(*(grid.letters for grid in grids), strict=True))
    return {color: tuple(spot.count(color.letter) for spot in letters) for color in colors}
