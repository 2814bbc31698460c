"""Ranking of grids by difficulty, with reasons."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, ClassVar, Self, overload

import msgspec

from chatuchak_solver import codec, errors, exports
from chatuchak_solver.analysis import difficulty as difficulties
from chatuchak_solver.analysis.optimal_paths import MAX_POSITIONS, check_countable, optimal_paths
from chatuchak_solver.analysis.simulated_player import PLAYER_GAMES, PLAYER_SEED
from chatuchak_solver.arguments import check_all, check_callable, check_int, check_type
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason, count_workers
from chatuchak_solver.execution.processes import Executor, in_threads
from chatuchak_solver.puzzle import STANDARD_BOARD, Board, Grid, MoveRule
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.search.pattern_database import prepare_pattern_database
from chatuchak_solver.search.solo_ranks import SoloRanks, load_solo_ranks
from chatuchak_solver.search.solution import Status, proof_status
from chatuchak_solver.search.solve import solve


@dataclass(frozen=True, slots=True)
class RankingReference:
    """Reference data of a ranking; ``RankingReference()`` uses the package's data.

    Attributes
    ----------
    distribution
        Difficulties of random start grids.
    formula
        Only formula 1 has percentiles.
    """

    distribution: difficulties.DifficultyDistribution = field(
        default_factory=difficulties.load_difficulty_distribution
    )
    ranks: SoloRanks = field(default_factory=load_solo_ranks)
    formula: difficulties.Formula = difficulties.FORMULA_1

    def __post_init__(self) -> None:
        check_type(self.distribution, difficulties.DifficultyDistribution, name="distribution")
        check_type(self.ranks, SoloRanks, name="ranks", hint="load_solo_ranks(path)")
        check_type(self.formula, difficulties.Formula, name="formula", hint="load_formula(path)")
        if self.distribution.formula_version != difficulties.FORMULA_VERSION:
            raise errors.InputError(
                f"invalid formula of the distribution {self.distribution.formula_version}: "
                f"expected {difficulties.FORMULA_VERSION}"
            )

    @classmethod
    def checked(cls, reference: Self | None) -> Self:
        """Return the given reference data, or the package's."""
        reference = cls() if reference is None else reference
        return check_type(reference, cls, name="reference", hint="RankingReference()")


class Assessment(codec.Answer, frozen=True, kw_only=True):
    """The difficulty of a grid, with reasons.

    Attributes
    ----------
    optimal_length
        Optimal length; None if not proven before the stop.
    status
        Proof status of the optimal length.
    lower_bound
        Proven lower bound on the moves of any solution.
    stopped_by
        Reason for an incomplete measurement; None if complete.
    optimal_solutions
        Number of shortest solutions; None if not counted.
    difficulty
        Difficulty; None if a feature is unknown.
    percentile
        Percentage of random start grids that are easier; None except for the game's board and
        counts, and formula 1.
    expected_rank
        Solo rank of the simulated player's median game; None for other boards.
    features
        Measured features; None if a limit was reached.
    reasons
        Each feature's contribution in points to the average difficulty of 50.
    limit_reached
        Reached limit, if any.
    """

    digits: ClassVar[codec.Digits] = {"difficulty": 3, "percentile": 2, "points": 3}

    grid: codec.Notation[Grid]
    optimal_length: codec.Count | None
    status: Status
    lower_bound: codec.Count
    stopped_by: StopReason | None
    optimal_solutions: int | None
    difficulty: float | None
    percentile: float | None
    expected_rank: str | None
    features: difficulties.Features | None
    points: dict[str, float] = msgspec.field(name="reasons")
    limit_reached: str | None

    def reasons(self) -> dict[str, float]:
        """Return each feature's contribution in points to the average difficulty of 50."""
        return self.points


class RankedTile(Assessment, frozen=True, kw_only=True):
    """A ranked grid.

    Attributes
    ----------
    tile
        Number among the grids, from 1.
    position
        Position by ascending difficulty, from 1; None if unknown.
    """

    tile: codec.Count
    position: codec.Count | None


class RankingAnswer(codec.Answer, frozen=True):
    """The JSON form of a `Ranking`."""

    tiles: tuple[RankedTile, ...]
    stopped_by: StopReason | None


@dataclass(frozen=True, slots=True)
class Ranking(Sequence[RankedTile]):
    """Grids ordered by difficulty, as a sequence.

    Attributes
    ----------
    tiles
        By ascending difficulty; unknown difficulties last.
    stopped_by
        Reason for missing grids; None if complete.
    """

    tiles: tuple[RankedTile, ...]
    stopped_by: StopReason | None = None

    def __len__(self) -> int:
        return len(self.tiles)

    @overload
    def __getitem__(self, place: int) -> RankedTile: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[RankedTile, ...]: ...
    def __getitem__(self, place: int | slice) -> RankedTile | tuple[RankedTile, ...]:
        return self.tiles[place]

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON form."""
        return RankingAnswer.of(self).to_dict()

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the ranking of a JSON form."""
        return cls(*msgspec.structs.astuple(RankingAnswer.from_dict(document)))


@exports.renamed_arguments(yardsticks="reference", limits="max_positions")
def assess(
    grid: Grid,
    reference: RankingReference | None = None,
    *,
    tile: int = 1,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    max_positions: int = MAX_POSITIONS,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> RankedTile:
    """Measure the difficulty of a grid, with reasons; about 0.02 s.

    Parameters
    ----------
    reference
        The package's data by default.
    tile
        Its number among several.
    max_positions
        As in `optimal_paths`.
    stop
        Unit of work: nodes, as in `solve` and `optimal_paths`.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> tile = assess(load_start_tiles().tile(1))
    >>> tile.optimal_length, round(tile.difficulty or 0, 1), tile.expected_rank
    (21, 58.5, 'Haggler')
    """
    run = Run.begin(stop, on_progress)
    tile = check_int(tile, 1, name="tile number")
    reference = RankingReference.checked(reference)
    formula = reference.formula
    check_countable([grid])
    run.report(0, phase="solving")
    solution = solve(grid, stop=run.remaining(), on_progress=on_progress)
    length, stopped_by, limit_reached = solution.length, solution.stopped_by, None
    features = None
    if stopped_by is not None:
        length, limit_reached = None, f"ended by {stopped_by}"
    else:
        run.report(solution.expanded, phase="measuring")
        limits = run.remaining(solution.expanded)
        paths = optimal_paths(grid, length=length, max_positions=max_positions, stop=limits)
        stopped_by, limit_reached = paths.stopped_by, paths.limit_reached
        if stopped_by is None:
            features = difficulties.features_of(paths, games=games, seed=seed, stop=run.inside())
            if run.stopped_by is not None:
                features, stopped_by = None, run.stopped_by
                limit_reached = f"ended by {stopped_by}"
    difficulty = percentile = rank = None
    if features is not None:
        difficulty = formula.difficulty(features)
        if grid.board == STANDARD_BOARD:
            rank = difficulties.expected_rank(features, reference.ranks)
            is_of_game = sorted(grid.counts) == sorted(STANDARD_COUNTS)
            if is_of_game and formula == difficulties.FORMULA_1:
                percentile = reference.distribution.difficulty_percentile(difficulty)
    return RankedTile(
        tile=tile, position=None, grid=grid, optimal_length=length,
        status=proof_status(length, solution.lower_bound), lower_bound=solution.lower_bound,
        stopped_by=stopped_by,
        optimal_solutions=None if features is None else features.optimal_solutions,
        difficulty=difficulty, percentile=percentile, expected_rank=rank, features=features,
        points=formula.contributions(features) if features else {}, limit_reached=limit_reached,
    )  # fmt: skip


@exports.renamed_arguments(yardsticks="reference", limits="max_positions")
def rank_tiles(
    grids: Sequence[Grid],
    reference: RankingReference | None = None,
    *,
    games: int = PLAYER_GAMES,
    seed: int = PLAYER_SEED,
    max_positions: int = MAX_POSITIONS,
    workers: int | None = None,
    spread: Executor | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Ranking:
    """Rank grids by ascending difficulty; some hundredths of a second per grid and core.

    The order is stable. Grids with unknown difficulty are last and have no position.

    Parameters
    ----------
    grids
        Numbered from 1.
    reference
        The package's data by default.
    games, seed, max_positions
        As in `assess`.
    workers
        One thread per usable core by default.
    spread
        Replaces the threads, for example ``Cluster(address).each``.
    stop
        Unit of work: grids. A stop returns the measured grids.

    Examples
    --------
    >>> from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    >>> ranking = rank_tiles(load_start_tiles().grids[:3])
    >>> [(tile.position, tile.tile) for tile in ranking]
    [(1, 3), (2, 2), (3, 1)]
    """
    check_callable(spread, name="spread")
    run = Run.begin(stop, on_progress)
    grids = check_all(grids, Grid, name="grids", hint="Grid.parse(text)")
    check_countable(grids)
    measure = partial(
        _assess_numbered, reference=RankingReference.checked(reference), games=games, seed=seed,
        max_positions=max_positions,
    )  # fmt: skip
    workers = count_workers(workers)
    if spread is None:
        measure = partial(measure, stop=run.inside())
        spread = partial(in_threads, workers=workers)
        # Otherwise each thread builds the same tables.
        needed = sorted({(grid.board, size) for grid in grids for size in grid.counts if size})
        list(spread(partial(_prepare, run), needed, should_stop=run.should_stop))
    measured: list[RankedTile] = []
    for tile in spread(measure, enumerate(grids[: run.stop.work], 1), should_stop=run.should_stop):
        if tile.stopped_by is not StopReason.INTERRUPT:
            measured.append(tile)
            run.report(len(measured), len(grids))
    measured.sort(key=lambda tile: (tile.difficulty is None, tile.difficulty or 0.0, tile.tile))
    tiles = tuple(
        msgspec.structs.replace(tile, position=None if tile.difficulty is None else position)
        for position, tile in enumerate(measured, start=1)
    )
    stopped = len(measured) < len(grids) and run.should_stop(len(measured))
    return Ranking(tiles, run.stopped_by if stopped else None)


def _prepare(run: Run, key: tuple[Board, int]) -> None:
    for _ in prepare_pattern_database(*key, MoveRule.JUMP):
        if run.should_stop():
            return


def _assess_numbered(numbered: tuple[int, Grid], **options: Any) -> RankedTile:
    number, grid = numbered
    return assess(grid, tile=number, **options)
