"""Report on a set of tiles: difficulties, near-duplicates, misleading first moves."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import ClassVar

import numpy as np

from chatuchak_solver import arguments, codec, errors, exports
from chatuchak_solver.analysis.ranking import RankedTile, Ranking, RankingReference, rank_tiles
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.puzzle import Board, Color, Grid
from chatuchak_solver.puzzle.symmetry import MAX_SIMILAR_DIFFERENCES, pairwise_differences
from chatuchak_solver.search.additive_heuristic import additive_heuristic
from chatuchak_solver.search.solve import solve

MAX_TILES = 400
"""All pairs are compared."""


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
        The two most similar tiles; None for a single tile.
    near_duplicates
        Pairs within the requested number of differing spots, most similar first.
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
    if not 1 <= len(grids) <= MAX_TILES:
        raise errors.InputError(f"invalid number of tiles {len(grids)}: expected 1 to {MAX_TILES}")
    near = arguments.check_int(near, 0, name="number of spots")
    pairs = _pairs(grids)
    ranking = rank_tiles(
        grids, reference, games=games, seed=seed, workers=workers, stop=stop,
        on_progress=on_progress,
    )  # fmt: skip
    first_moves = tuple(
        _first_moves(tile, tile.optimal_length)
        for tile in sorted(ranking, key=lambda tile: tile.tile)
        if tile.optimal_length is not None and not run.should_stop()
    )
    return TileSetReport(
        grids=grids, board=grids[0].board, tiles=ranking.tiles, spread=_spread(ranking),
        closest=pairs[0] if pairs else None,
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


def _pairs(grids: Sequence[Grid]) -> list[NearDuplicates]:
    differences = pairwise_differences(grids)
    pairs = [
        NearDuplicates((a + 1, b + 1), int(differences[a, b]))
        for a, b in combinations(range(len(grids)), 2)
    ]
    return sorted(pairs, key=lambda pair: (pair.differences, pair.tiles))


def _first_moves(tile: RankedTile, length: int) -> FirstMoves:
    grid = tile.grid
    if grid.is_solved:
        return FirstMoves(tile.tile, 0, (), ())
    moves = {spot: grid.move(spot) for spot in grid.legal_moves()}
    left = {spot: solve(after).length for spot, after in moves.items()}
    looks = {spot: additive_heuristic(after, "jump") for spot, after in moves.items()}
    lost = {spot: 1 + after - length for spot, after in left.items() if after is not None}
    keep = tuple(spot for spot, loses in lost.items() if not loses)
    best = min(looks[spot] for spot in keep)
    traps = [Trap(spot, loses) for spot, loses in lost.items() if loses and looks[spot] < best]
    traps.sort(key=lambda trap: (-trap.loses, trap.move))
    return FirstMoves(tile.tile, len(moves), keep, tuple(traps))


def _places(grids: Sequence[Grid]) -> dict[Color, tuple[int, ...]]:
    colors = sorted({color for grid in grids for color in grid.colors})
    letters = list(zip(*(grid.letters for grid in grids), strict=True))
    return {color: tuple(spot.count(color.letter) for spot in letters) for color in colors}
