"""Reports on playtests: difficulty, skill and predictions of the formula."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import ClassVar, Self

import msgspec
import numpy as np

from chatuchak_solver import arguments, codec, exports
from chatuchak_solver.analysis.difficulty import Formula, FormulaFile, FormulaName
from chatuchak_solver.analysis.playtest import formula_fit
from chatuchak_solver.analysis.playtest.games import PlayedGame, list_errors
from chatuchak_solver.analysis.playtest.measurement import Measurement, OddGame, measure_playtest
from chatuchak_solver.analysis.ranking import RankingReference, rank_tiles
from chatuchak_solver.errors import InputError, counted
from chatuchak_solver.execution.limits import OnProgress, Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import Float64s
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles

MAX_MORE = 10_000
"""Maximum further games of an answer."""
MAX_SHOWN = 10
"""Maximum repeated games in a note."""


class MeasuredTile(codec.Answer, frozen=True, kw_only=True):
    """The measured difficulty of a tile.

    Attributes
    ----------
    tile
        Number in the set; None without a set.
    plays
        Number of games.
    given_up
        Number of given-up games.
    group
        Group of tiles connected by players, from 1; difficulties of different groups are not
        comparable. None if unranked.
    difficulty
        Moves of an average player of the group without hints: a geometric mean. None if unranked.
    low, high
        Its 95% interval; None if unknown.
    predicted
        Moves of these players predicted by the formula; None if unknown.
    points
        Difficulty by the formula, in points; None if unknown.
    disagrees
        Ratio of measured to predicted moves, if significantly different from 1.
    apart_from_next
        Whether the next tile of the group is significantly harder; None for the last.
    unranked
        Reason for a missing difficulty; None if ranked.
    """

    digits: ClassVar[codec.Digits] = dict.fromkeys(
        ("difficulty", "low", "high", "predicted", "points", "disagrees"), 3
    )

    tile: codec.Count | None
    grid: codec.Notation[Grid]
    plays: int
    given_up: int
    group: int | None
    difficulty: float | None
    low: float | None
    high: float | None
    predicted: float | None
    points: float | None
    disagrees: float | None
    apart_from_next: bool | None
    unranked: str | None


class SkilledPlayer(codec.Answer, frozen=True):
    """The measured skill of a player.

    Attributes
    ----------
    plays
        Number of games.
    group
        Group of the player's solved tiles, from 1; None if none.
    skill
        Difference to the average player of the group in percent of moves, positive for fewer; None
        without a solved tile.
    low, high
        Its 95% interval; None if unknown.
    """

    digits: ClassVar[codec.Digits] = {"skill": 2, "low": 3, "high": 3}

    player: str
    plays: int
    group: int | None
    skill: float | None
    low: float | None
    high: float | None


class Power(codec.Answer, frozen=True):
    """Number of games that separate two tiles.

    Attributes
    ----------
    gap_percent
        Additional moves of the second tile in percent; None if not comparable.
    settled
        Whether the difference is significant.
    more_games
        Further games on each tile if the gap is as measured: 0 if significant, None if over
        `MAX_MORE` or unknown.
    """

    tiles: tuple[codec.Notation[Grid], codec.Notation[Grid]]
    gap_percent: float | None
    settled: bool
    more_games: codec.Count | None = msgspec.field(name="more_games_each")
    digits: ClassVar[codec.Digits] = {"gap_percent": 2}

    @classmethod
    def between(cls, measurement: Measurement, one: int, other: int) -> Self:
        """Return the number of further games that separate two tiles.

        Assumes games by players of both tiles, so that skill cancels. The difference is then
        significant with a probability of about one half.
        """
        tiles = (measurement.grids[one], measurement.grids[other])
        if not measurement.is_comparable(one, other):
            return cls(tiles, None, settled=False, more_games=None)
        gap = float(measurement.level[other] - measurement.level[one])
        error = measurement.difference_error(one, other)
        settled, needed = False, None
        if error and gap and measurement.chance is not None:
            settled = measurement.is_significant(one, other)
            # Information is additive: 1 / variance grows by 1 / (2 noise) with each pair of games.
            wanted = (abs(gap) / measurement.quantile) ** 2
            more = (1 / wanted - 1 / error**2) * 2 * measurement.chance**2
            if settled:
                needed = 0
            elif more <= MAX_MORE:
                needed = math.ceil(more)
        return cls(tiles, round(100 * math.expm1(gap), 6) + 0.0, settled, needed)


class PlaytestAnswer(codec.Answer, frozen=True, kw_only=True):
    """JSON form of a `Playtest`.

    Attributes
    ----------
    games
        Number of games.
    chance
        Standard deviation of one game, in log moves; None if unknown.
    covariates
        Coefficients of the covariates by name, in log moves per unit.
    odd_games
        Outliers, the largest first.
    fit
        Fitted formula as its file, if requested.
    power, settle
        Number of games that separate two tiles, if requested; ``settle`` is deprecated.
    """

    digits: ClassVar[codec.Digits] = {"chance": 3, "covariates": 4}

    games: codec.Count
    repeated: tuple[str, ...]
    tiles: tuple[MeasuredTile, ...]
    players: tuple[SkilledPlayer, ...]
    agreement: formula_fit.Agreement
    formula: FormulaName
    chance: float | None
    covariates: dict[str, float]
    odd_games: tuple[OddGame, ...]
    notes: tuple[str, ...]
    fit: FormulaFile | None
    power: Power | None = None
    settle: Power | None = None


@exports.renamed_members(settle="power")
@dataclass(frozen=True, slots=True)
class Playtest:
    """Difficulty, skill and agreement, measured from games.

    Attributes
    ----------
    tiles
        By group, in ascending measured difficulty; unranked tiles last.
    players
        By group, the best first.
    agreement
        Agreement of measured and predicted order, in the largest group.
    games
        Distinct games.
    repeated
        Files and lines of ignored duplicates.
    stopped_by
        Reason for an incomplete report; None if complete.
    """

    tiles: tuple[MeasuredTile, ...]
    players: tuple[SkilledPlayer, ...]
    agreement: formula_fit.Agreement
    formula: Formula
    games: tuple[PlayedGame, ...]
    measurement: Measurement = field(compare=False)
    repeated: tuple[str, ...] = ()
    fit: formula_fit.FormulaFit | None = None
    stopped_by: StopReason | None = None

    def power(self, one: Grid, other: Grid) -> Power:
        """Return the number of further games that separate two tiles."""
        grids = self.measurement.grids
        for grid in (one, other):
            if grid not in grids:
                raise InputError(f"invalid tile {grid}: expected a tile of these games")
        if one == other:
            raise InputError(f"invalid second tile {other}: expected another than the first")
        return Power.between(self.measurement, grids.index(one), grids.index(other))

    def to_dict(self) -> codec.JsonObject:
        """Return the JSON form."""
        found = self.measurement
        return PlaytestAnswer.of(
            self, games=len(self.games), formula=self.formula.named, chance=found.chance,
            covariates=found.covariates, odd_games=found.odd,
            fit=self.fit and self.fit.to_dict(), power=None, settle=None,
        ).to_dict()  # fmt: skip

    @property
    def notes(self) -> tuple[str, ...]:
        """Remarks on the data, as sentences."""
        notes = []
        if self.repeated:
            shown = ", ".join(self.repeated[:MAX_SHOWN])
            more = "" if len(self.repeated) <= MAX_SHOWN else ", ..."
            count = len(self.repeated)
            lines = "1 repeated game was" if count == 1 else f"{count:,} repeated games were"
            notes.append(f"{lines} counted once only: {shown}{more}.")
        groups = int(self.measurement.group.max()) + 1
        if groups > 1:
            notes.append(
                f"The games fall into {groups} groups that share neither tile nor player. Tiles "
                "and players of different groups are not compared; agreement and fit use group 1."
            )
        notes += [
            f"{_name(tile)} is not ranked: {tile.unranked}." for tile in self.tiles if tile.unranked
        ]
        notes += [
            f"{player.player} solved no tile: skill is not measured."
            for player in self.players
            if player.skill is None
        ]
        return (*notes, *self.measurement.notes)


def _name(tile: MeasuredTile) -> str:
    return str(tile.grid) if tile.tile is None else f"Tile {tile.tile}"


@exports.renamed_arguments(yardsticks="reference")
def report_playtest(
    games: Sequence[PlayedGame],
    reference: RankingReference | None = None,
    *,
    tiles: StartTiles | None = None,
    fit_name: str | None = None,
    workers: int | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Playtest:
    """Measure tiles and players from games, and evaluate the formula.

    About 0.02 s per tile, and 0.1 s for an evening.

    Parameters
    ----------
    games
        At least one. Duplicates, equal in all fields, count once.
    reference
        Predicting formula; formula 1 by default.
    tiles
        Set that numbers the tiles.
    fit_name
        Name of a formula to fit to the games, if any; not fitted after a stop of the ranking.
    workers
        One thread per usable core by default.
    stop
        Unit of work: grids. A stop returns partial results.

    Raises
    ------
    MissingExtraError
        Without the extra ``playtest``.
    """
    run = Run.begin(stop, on_progress)
    reference = RankingReference.checked(reference)
    if fit_name is not None:
        arguments.check_type(fit_name, str, name="fit_name", hint="'evening'")
        codec.convert(fit_name, codec.Label, source="fit_name")
    if tiles is not None:
        arguments.check_type(tiles, StartTiles, name="tiles", hint="load_start_tiles(path)")
    all_games = arguments.check_all(games, PlayedGame, name="games", hint="parse_games(data)")
    distinct: dict[PlayedGame, None] = {}
    repeated = []
    for number, game in enumerate(all_games, start=1):
        if game in distinct:
            repeated.append(game.origin or f"game {number}")
        distinct[game] = None
    games = tuple(distinct)
    grids = tuple(dict.fromkeys(game.grid for game in games))
    ranking = rank_tiles(
        grids, reference, workers=workers, stop=run.remaining(), on_progress=on_progress
    )
    ranked = {tile.grid: tile for tile in ranking}
    numbers = {} if tiles is None else {grid: at for at, grid in enumerate(tiles.grids, start=1)}
    optima = {tile.grid: tile.optimal_length or 0 for tile in ranking}
    _check_possible(games, optima, numbers)
    measurement = measure_playtest(games, stop=run.inside())
    points = np.array(
        [ranked[grid].difficulty if grid in ranked else None for grid in grids], np.float64
    )
    main = np.flatnonzero((measurement.group == 0) & ~np.isnan(points))
    covariance, fit = measurement.covariance, None
    ordered = main if covariance is not None else main[:0]
    if fit_name is not None and ranking.stopped_by is None:
        if covariance is None:
            raise InputError(
                "cannot estimate chance for the fit: expected several players on each tile, with "
                "different numbers of moves"
            )
        fit = formula_fit.fit_formula(
            [features for place in main if (features := ranked[grids[place]].features)],
            measurement.level[main], np.diag(covariance)[main],
            games=len(games), name=fit_name, stop=run.inside(),
        )  # fmt: skip
    return Playtest(
        tiles=tuple(_tiles(games, measurement, optima, points, numbers)),
        players=_players(measurement),
        agreement=formula_fit.Agreement.between(measurement.level[ordered], points[ordered]),
        formula=reference.formula, games=games, measurement=measurement,
        repeated=tuple(repeated), fit=fit,
        stopped_by=run.stopped_by or measurement.stopped_by or ranking.stopped_by,
    )  # fmt: skip


def _check_possible(
    games: Sequence[PlayedGame], optima: Mapping[Grid, int], numbers: Mapping[Grid, int]
) -> None:
    errors = []
    for number, game in enumerate(games, start=1):
        if game.solved and game.moves < (optimum := optima.get(game.grid, 0)):
            name = f"tile {numbers[game.grid]}" if game.grid in numbers else str(game.grid)
            errors.append(
                f"{game.origin or f'game {number}'}: moves: impossible number {game.moves} on "
                f"{name}: expected at least {optimum}, the proven optimum"
            )
    if errors:
        raise InputError(list_errors(errors, "", "game"))


def _tiles(
    games: Sequence[PlayedGame], measurement: Measurement, optima: Mapping[Grid, int],
    points: Float64s, numbers: Mapping[Grid, int],
) -> Iterator[MeasuredTile]:  # fmt: skip
    """Yield the tiles by group and difficulty; unranked ones last."""
    grids, group, level = measurement.grids, measurement.group, measurement.level
    predicted_level, off = formula_fit.predict_moves(measurement, points)
    errors = [measurement.error(place) for place in range(len(grids))]
    reach = measurement.quantile * np.array(errors, np.float64)
    logs = np.array([level, level - reach, level + reach, predicted_level])
    # No average is below the optimum.
    least = [optima.get(grid, 0) for grid in grids]
    moves = np.maximum(np.exp(np.minimum(logs, 700.0)), least).T
    places = np.lexsort((np.round(moves[:, 0], 6), group, np.isnan(level))).tolist()
    for place, harder in zip_longest(places, places[1:]):
        difficulty, low, high, predicted = map(_known, moves[place].tolist())
        failed = [game.moves for game in games if not game.solved and game.grid == grids[place]]
        is_last = harder is None or not measurement.is_comparable(place, harder)
        unranked = None
        if math.isnan(level[place]):
            games_were = (
                "the only game was" if len(failed) == 1 else f"all {len(failed)} games were"
            )
            unranked = f"{games_were} given up, after at most {counted(max(failed), 'move')}"
        yield MeasuredTile(
            tile=numbers.get(grids[place]), grid=grids[place], plays=int(measurement.plays[place]),
            given_up=len(failed), group=_number_of(int(group[place])), difficulty=difficulty,
            low=low, high=high, predicted=predicted, points=_known(points[place]),
            disagrees=math.exp(off[place]) if place in off else None,
            apart_from_next=None if is_last else measurement.is_significant(place, harder),
            unranked=unranked,
        )  # fmt: skip


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _number_of(group: int) -> int | None:
    return None if group < 0 else group + 1


def _players(measurement: Measurement) -> tuple[SkilledPlayer, ...]:
    reach = measurement.quantile * measurement.skill_error
    skills = np.array([measurement.skill, measurement.skill - reach, measurement.skill + reach])
    # Never -0.0.
    percents = np.round(-100 * np.expm1(-np.maximum(skills, -20.0)), 6).T + 0.0
    plays, groups = measurement.player_plays.tolist(), measurement.player_group.tolist()
    players = [
        SkilledPlayer(name, plays[at], _number_of(groups[at]), *map(_known, percents[at].tolist()))
        for at, name in enumerate(measurement.players)
    ]
    return tuple(
        sorted(players, key=lambda of: (of.skill is None, of.group or 0, -(of.skill or 0.0)))
    )
