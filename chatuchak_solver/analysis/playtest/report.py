"""A playtest as a whole: what was measured, beside what the formula predicted."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

import numpy as np

from chatuchak_solver.analysis.difficulty import Formula
from chatuchak_solver.analysis.features import Features
from chatuchak_solver.analysis.playtest.agreement import (
    Agreement,
    Settling,
    agreement_of,
    disagreeing_tiles,
    games_to_settle,
)
from chatuchak_solver.analysis.playtest.formula_fit import FormulaFit, fit_formula
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.analysis.playtest.model import Measurement, measure_playtest
from chatuchak_solver.analysis.ranking import RankedTile, Yardsticks, checked_yardsticks, rank_tiles
from chatuchak_solver.arguments import checked_all, checked_type
from chatuchak_solver.arrays import Float64s
from chatuchak_solver.errors import InputError
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.run import OnProgress, Run, Stop, StopReason, count_workers


@dataclass(frozen=True, slots=True)
class MeasuredTile(Jsonable):
    """A tile as people found it.

    Attributes
    ----------
    grid
        The tile.
    plays
        How many games were played on it.
    difficulty
        The moves that an average player of these games needs, without hints: a geometric mean.
    low, high
        Its 95% interval; None where the games are too few for one.
    predicted
        The formula's difficulty; None where it is not known.
    disagrees
        By what factor people needed more moves than predicted, where that is beyond chance.
    apart_from_next
        Whether the next harder tile is harder beyond chance; None for the last.
    """

    written = "grid plays difficulty:3 low:3 high:3 predicted:3 disagrees:3 apart_from_next"

    grid: Grid
    plays: int
    difficulty: float
    low: float | None
    high: float | None
    predicted: float | None
    disagrees: float | None
    apart_from_next: bool | None


@dataclass(frozen=True, slots=True)
class SkilledPlayer(Jsonable):
    """A player as the tiles found them.

    Attributes
    ----------
    player
        The name.
    plays
        How many games.
    skill
        By how many percent fewer moves than the average player this one needs; below 0 for more.
    low, high
        Its 95% interval; None where the games are too few for one.
    """

    written = "player plays skill:2 low:3 high:3"

    player: str
    plays: int
    skill: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Playtest(Jsonable):
    """What games of people say.

    Attributes
    ----------
    tiles
        The tiles, from the easiest to the hardest as measured.
    players
        The players, the best first.
    agreement
        How measured and predicted orders agree.
    formula
        What predicted.
    games
        The games.
    measurement
        The model behind the figures.
    fit
        The formula fitted to the games, where that was asked for.
    stopped_by
        Why it ended early; None where it did not.
    """

    written = (
        "games=number tiles players agreement formula=formula.named chance=measurement.chance:3 "
        "covariates=measurement.covariates:4 odd_games=measurement.odd notes=measurement.notes fit"
    )

    tiles: tuple[MeasuredTile, ...]
    players: tuple[SkilledPlayer, ...]
    agreement: Agreement
    formula: Formula
    games: tuple[PlayedGame, ...]
    measurement: Measurement
    fit: FormulaFit | None = None
    stopped_by: StopReason | None = None

    def settle(self, one: Grid, other: Grid) -> Settling:
        """Tell how many more games would settle which of two tiles is harder.

        Raises
        ------
        InputError
            If one of them was not played.
        """
        places = {grid: place for place, grid in enumerate(self.measurement.grids)}
        for grid in (one, other):
            if grid not in places:
                raise InputError(f"{grid} was not played in these games")
        return games_to_settle(self.measurement, places[one], places[other])

    def number(self) -> int:
        """Return how many games there are."""
        return len(self.games)


def report_playtest(
    games: Sequence[PlayedGame],
    yardsticks: Yardsticks | None = None,
    *,
    fit_name: str | None = None,
    workers: int | None = None,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Playtest:
    """Measure tiles and players from games, and hold the formula to them.

    About 0.02 s a tile for its prediction, and a tenth of a second for the games of an evening.

    Parameters
    ----------
    games
        One at least.
    yardsticks
        The formula that predicts; formula 1 by default.
    fit_name
        Fit a formula of that name to the games too.
    workers
        Threads that measure features; all usable cores by default.
    stop
        When to end early, with what is known by then.
    on_progress
        Called for each tile whose features are measured.

    Raises
    ------
    InputError
        If there is no game, or too few tiles for a fit.
    MissingExtraError
        Without the extra ``playtest``.
    """
    run = Run.begin(stop, on_progress)
    yardsticks = checked_yardsticks(yardsticks)
    if fit_name is not None:
        checked_type(fit_name, str, what="the formula's name", hint="'evening'")
    count_workers(workers)
    games = checked_all(games, PlayedGame, what="the games", hint="parse_games(data)")
    measurement = measure_playtest(games, stop=run.inside())
    ranking = rank_tiles(
        measurement.grids, yardsticks, workers=workers, stop=run.inside(), on_progress=on_progress
    )
    ranked = {tile.grid: tile for tile in ranking}
    known = {
        place: tile
        for place, grid in enumerate(measurement.grids)
        if (tile := ranked.get(grid)) is not None and tile.difficulty is not None
    }
    predicted = np.array([tile.difficulty for tile in known.values()], np.float64)
    fit = None if fit_name is None else _fit(measurement, known, len(games), fit_name, run)
    return Playtest(
        tiles=_tiles(measurement, known, predicted),
        players=_players(measurement),
        agreement=agreement_of(measurement.level[list(known)], predicted),
        formula=yardsticks.formula,
        games=games,
        measurement=measurement,
        fit=fit,
        stopped_by=run.stopped_by or measurement.stopped_by or ranking.stopped_by,
    )


def _tiles(
    measurement: Measurement, known: dict[int, RankedTile], predicted: Float64s
) -> tuple[MeasuredTile, ...]:
    """Return the tiles, given those whose difficulty is known by their places."""
    disagrees = disagreeing_tiles(measurement, list(known), predicted)
    order = np.argsort(measurement.level, kind="stable").tolist()
    tiles = []
    for place, harder in zip_longest(order, order[1:]):
        level, error = float(measurement.level[place]), measurement.error(place)
        off = disagrees.get(place)
        reach = None if error is None else measurement.quantile * error
        tiles.append(
            MeasuredTile(
                grid=measurement.grids[place],
                plays=int(measurement.plays[place]),
                difficulty=math.exp(level),
                low=None if reach is None else math.exp(level - reach),
                high=None if reach is None else math.exp(min(level + reach, 700)),
                predicted=known[place].difficulty if place in known else None,
                disagrees=None if off is None else math.exp(off),
                apart_from_next=None if harder is None else measurement.told_apart(place, harder),
            )
        )
    return tuple(tiles)


def _players(measurement: Measurement) -> tuple[SkilledPlayer, ...]:
    def percent(skill: float) -> float:
        return 100 * (1 - math.exp(-max(skill, -20.0)))

    players = []
    for place, name in enumerate(measurement.players):
        skill, error = float(measurement.skill[place]), float(measurement.skill_error[place])
        reach = None if math.isnan(error) else measurement.quantile * error
        players.append(
            SkilledPlayer(
                player=name,
                plays=int(measurement.player_plays[place]),
                skill=percent(skill),
                low=None if reach is None else percent(skill - reach),
                high=None if reach is None else percent(skill + reach),
            )
        )
    return tuple(sorted(players, key=lambda one: -one.skill))


def _fit(
    measurement: Measurement, known: dict[int, RankedTile], games: int, name: str, run: Run
) -> FormulaFit:
    if measurement.covariance is None:
        raise InputError("too few games to fit a formula to; several players on each tile would do")
    places, features = list(known), [tile.features for tile in known.values()]
    return fit_formula(
        [one for one in features if isinstance(one, Features)],
        measurement.level[places],
        np.diag(measurement.covariance)[places],
        games=games,
        name=name,
        stop=run.inside(),
    )
