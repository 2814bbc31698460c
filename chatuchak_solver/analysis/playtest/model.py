"""How hard tiles are and how good their players, apart from each other.

The logarithm of a game's moves is the tile's difficulty less the player's skill, plus chance: a
linear mixed model with tiles as fixed and players as random effects, fitted by restricted maximum
likelihood with `statsmodels`. That is the lognormal item-response model (van der Linden, 2006,
*A lognormal model for response times on test items*, Journal of Educational and Behavioral
Statistics 31(2)) with moves instead of time; items are fixed and persons random as in marginal
maximum likelihood. Hints and the order of a player's games are covariates where they vary.

A game that was given up says only that it would have taken more moves: it is completed several
times at random from what the model knows, and the fits are combined by Rubin's rules (1987,
*Multiple Imputation for Nonresponse in Surveys*).
"""

import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.util import find_spec
from typing import Any, Final

import numpy as np

from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.arrays import ArrayValue, Bools, Float64s, Int64s
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.run import Run, Stop, StopReason

MEASURED_LEVEL: Final = 0.95
"""The level of every interval."""
IMPUTATIONS: Final = 20
"""Completed copies of the games that were given up."""
BURN_IN: Final = 5
ODD: Final = 3.5
"""Standard deviations of chance beyond which a game is odd."""
CONFOUNDED: Final = 0.8
"""Learning cannot be told from difficulty where tiles explain more of the order than this."""
NO_INTERVALS: Final = (
    "Too few games to tell chance from difficulty: there are no intervals. Several players on the "
    "same tiles would give some."
)
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class OddGame(Jsonable):
    """A game that does not fit the rest: a slip of the pen, a helper, or a bad evening.

    Attributes
    ----------
    game
        Its number among the games read, from 1.
    deviations
        How far it is off, in standard deviations of chance; below 0 for fewer moves.
    """

    written = "game deviations:2"

    game: int
    deviations: float


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measurement(ArrayValue):
    """What games say of tiles and players.

    Attributes
    ----------
    grids
        The tiles, in the order in which they first come.
    plays
        int64 (tiles,): games of each.
    level
        float64 (tiles,): log of the moves that an average player of these games needs.
    covariance
        float64 (tiles, tiles): of the errors of ``level``; None where the games are too few to
        tell chance from difficulty.
    quantile
        What a standard error is multiplied by for an interval (Student's t).
    players
        Their names, in the order in which they first come.
    skill
        float64 (players,): by how much, in log moves, each needs fewer than the average.
    skill_error
        float64 (players,): the standard errors; nan where they are not known.
    player_plays
        int64 (players,): games of each.
    spread
        The standard deviation of skill among players, in log moves.
    chance
        The standard deviation of one game, in log moves; None as ``covariance``.
    covariates
        What else was fitted, by name: log moves per unit.
    notes
        What a reader of the figures has to know, in plain sentences.
    odd
        Games that do not fit, the oddest first.
    stopped_by
        Why fewer completions than planned were made; None where all were.
    """

    grids: tuple[Grid, ...]
    plays: Int64s
    level: Float64s
    covariance: Float64s | None = None
    quantile: float = math.inf
    players: tuple[str, ...]
    skill: Float64s
    skill_error: Float64s
    player_plays: Int64s
    spread: float = 0.0
    chance: float | None = None
    covariates: dict[str, float] = field(default_factory=dict)
    notes: tuple[str, ...]
    odd: tuple[OddGame, ...] = ()
    stopped_by: StopReason | None = None

    def error(self, tile: int) -> float | None:
        """Return the standard error of a tile's level; None where it is not known."""
        return None if self.covariance is None else math.sqrt(self.covariance[tile, tile])

    def difference_error(self, one: int, other: int) -> float | None:
        """Return the standard error of the difference of two tiles' levels."""
        if self.covariance is None:
            return None
        cells = self.covariance
        variance = cells[one, one] + cells[other, other] - 2 * cells[one, other]
        return math.sqrt(max(variance, 0.0))

    def told_apart(self, one: int, other: int) -> bool:
        """Return whether two tiles differ beyond chance, at `MEASURED_LEVEL`."""
        error = self.difference_error(one, other)
        gap = abs(float(self.level[one] - self.level[other]))
        return error is not None and gap > self.quantile * error


@dataclass(frozen=True, slots=True)
class _Fit:
    """One fit of the model to complete games."""

    fixed: Float64s
    """The tiles' levels, then the covariates."""
    covariance: Float64s
    """Of the tiles' alone."""
    player_effect: Float64s
    player_variance: float
    noise_variance: float


@dataclass(frozen=True, slots=True)
class _Design:
    """Games as arrays: which tile, which player, what else."""

    tile: Int64s
    player: Int64s
    log_moves: Float64s
    given_up: Bools
    covariates: Float64s
    tiles: int
    players: int

    @property
    def matrix(self) -> Float64s:
        """float64 (games, tiles + covariates): the fixed effects."""
        return np.hstack([np.eye(self.tiles)[self.tile], self.covariates])

    def degrees(self) -> int:
        """Return how many games are left to tell chance by."""
        both = np.hstack([self.matrix, np.eye(self.players)[self.player]])
        return len(self.tile) - int(np.linalg.matrix_rank(both))


def measure_playtest(games: Sequence[PlayedGame], *, stop: Stop | None = None) -> Measurement:
    """Measure how hard the tiles of games were, and how good their players.

    A pure function of the games; O(games * (tiles + players)^2) a fit, a tenth of a second for
    an evening.

    Parameters
    ----------
    games
        One at least.
    stop
        When to end early; its work is completed copies of games that were given up.

    Raises
    ------
    InputError
        If there is no game.
    MissingExtraError
        Without the extra ``playtest``.
    """
    if not games:
        raise InputError("no game to measure; expected one at least")
    if find_spec("statsmodels") is None:
        raise MissingExtraError("a playtest's model", "playtest")
    run = Run.begin(stop)
    grids = tuple(dict.fromkeys(game.grid for game in games))
    players = tuple(dict.fromkeys(game.player for game in games))
    design, names, notes = _design(games, grids, players)
    degrees = design.degrees()
    fits, completed = _fits(design, run) if degrees > 0 else ([], design.log_moves)
    copies = IMPUTATIONS if design.given_up.any() else 1
    measured = partial(
        Measurement,
        grids=grids,
        plays=np.bincount(design.tile, minlength=len(grids)),
        players=players,
        player_plays=np.bincount(design.player, minlength=len(players)),
    )
    if not fits:
        level, skill = _plain_means(design)
        unknown = np.full(len(players), np.nan)
        return measured(level=level, skill=skill, skill_error=unknown, notes=(*notes, NO_INTERVALS))
    level, covariance = _combined(fits)
    noise = float(np.mean([fit.noise_variance for fit in fits]))
    skill, skill_error = _skills(design, fits, completed, covariance, noise)
    effects = np.mean([fit.fixed[len(grids) :] for fit in fits], axis=0)
    return measured(
        level=level,
        covariance=covariance,
        quantile=_quantile(degrees),
        skill=skill,
        skill_error=skill_error,
        spread=float(np.mean([fit.player_variance for fit in fits])) ** 0.5,
        chance=noise**0.5,
        covariates=dict(zip(names, effects.tolist(), strict=True)),
        notes=tuple(notes),
        odd=_odd_games(design, fits[-1]),
        stopped_by=run.stopped_by if len(fits) < copies else None,
    )


def _design(
    games: Sequence[PlayedGame], grids: tuple[Grid, ...], players: tuple[str, ...]
) -> tuple[_Design, list[str], list[str]]:
    """Return the games as arrays, the names of the covariates, and notes."""
    tile_of = {grid: number for number, grid in enumerate(grids)}
    player_of = {name: number for number, name in enumerate(players)}
    tile = np.array([tile_of[game.grid] for game in games], np.int64)
    player = np.array([player_of[game.player] for game in games], np.int64)
    given_up = np.array([not game.solved for game in games])
    log_moves = np.log([max(game.moves, 1) for game in games])
    columns: list[Float64s] = []
    names: list[str] = []
    notes: list[str] = []
    hints = np.log1p([game.hints for game in games])
    if hints.std() > 0:
        columns.append(hints)  # none is the level that tiles are compared at
        names.append("hints")
    turn = np.log(_turns(games, player))
    if turn.std() > 0:
        if _explained(turn, tile, len(grids)) > CONFOUNDED:
            notes.append(
                "All played the tiles in nearly the same order: how much players learned over "
                "the games cannot be told from how hard the tiles are, and is left out. Let each "
                "begin with another tile."
            )
        else:
            columns.append(turn - turn.mean())
            names.append("learning")
    covariates = np.column_stack(columns) if columns else np.empty((len(games), 0))
    design = _Design(tile, player, log_moves, given_up, covariates, len(grids), len(players))
    kept = _independent(design)
    if len(kept) < len(names):
        design = replace(design, covariates=covariates[:, kept])
        had_hints, names = "hints" in names, [names[one] for one in kept]
        if had_hints and "hints" not in names:
            notes.append(
                "Hints were asked for on whole tiles or by whole players alone: what they spare "
                "cannot be told from difficulty and skill, and is left out."
            )
    return design, names, notes


def _independent(design: _Design) -> list[int]:
    """Return the covariates that the tiles and players do not determine already."""
    kept: list[int] = []
    known = np.hstack([np.eye(design.tiles)[design.tile], np.eye(design.players)[design.player]])
    for one in range(design.covariates.shape[1]):
        wider = np.hstack([known, design.covariates[:, [one]]])
        if np.linalg.matrix_rank(wider) > np.linalg.matrix_rank(known):
            kept.append(one)
            known = wider
    return kept


def _turns(games: Sequence[PlayedGame], player: Int64s) -> Float64s:
    """Return which of its player's games each is, from 1: by date, and by line where equal."""
    turns = np.ones(len(games))
    counts: dict[int, int] = {}
    for place in sorted(range(len(games)), key=lambda one: (games[one].date, one)):
        counts[player[place]] = counts.get(player[place], 0) + 1
        turns[place] = counts[player[place]]
    return turns


def _explained(values: Float64s, tile: Int64s, tiles: int) -> float:
    """Return the share of the variance of values that lies between tiles, less chance's part."""
    games, plays = len(values), np.bincount(tile, minlength=tiles)
    if games <= tiles:
        return 1.0
    means = np.bincount(tile, values, minlength=tiles) / plays
    within = float(((values - means[tile]) ** 2).sum()) / (games - tiles)
    return 1 - within / (float(values.var()) * games / (games - 1))


def _fits(design: _Design, run: Run) -> tuple[list[_Fit], Float64s]:
    """Fit the model, once or to each completed copy; return the fits and the last copy."""
    random = np.random.default_rng(SEED)
    log_moves = design.log_moves.copy()
    fit = _fit(design, log_moves)
    if not design.given_up.any():
        return [fit], log_moves
    fits: list[_Fit] = []
    for copy in range(BURN_IN + IMPUTATIONS):
        log_moves = _completed(design, fit, random)
        fit = _fit(design, log_moves)
        if copy >= BURN_IN:
            fits.append(fit)
        if run.must_end(copy + 1):
            break
    return fits or [fit], log_moves


def _expected(design: _Design, fit: _Fit) -> Float64s:
    return np.asarray(design.matrix @ fit.fixed + fit.player_effect[design.player])


def _completed(design: _Design, fit: _Fit, random: np.random.Generator) -> Float64s:
    """Return log moves in which games that were given up go on, at random, to an end."""
    from scipy.stats import norm

    deviation = fit.noise_variance**0.5
    expected = _expected(design, fit)[design.given_up]
    least = norm.cdf((design.log_moves[design.given_up] - expected) / deviation)
    drawn = norm.ppf(least + (1 - least) * random.random(len(least)))
    log_moves = design.log_moves.copy()
    # Far in the tail rounding leaves nothing to draw from: then the game ends where it was left.
    longer = np.where(np.isfinite(drawn), expected + deviation * drawn, -np.inf)
    log_moves[design.given_up] = np.maximum(longer, log_moves[design.given_up])
    return log_moves


def _fit(design: _Design, log_moves: Float64s) -> _Fit:
    """Fit the model to complete games by restricted maximum likelihood."""
    from statsmodels.regression.linear_model import OLS
    from statsmodels.regression.mixed_linear_model import MixedLM

    effects, players = np.zeros(design.players), 0.0
    found: Any = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about the edge of no variance, which is an answer
        if design.players > 1:
            model = MixedLM(log_moves, design.matrix, groups=design.player)
            with suppress(np.linalg.LinAlgError, ValueError):
                found = model.fit(reml=True, method=["powell"])
                players = float(found.cov_re[0, 0])
        if players > 0:
            fixed = np.asarray(found.fe_params)
            of_players = [found.random_effects[one] for one in range(design.players)]
            effects = np.array([float(np.asarray(one)[0]) for one in of_players])
        else:
            found = OLS(log_moves, design.matrix).fit()
            fixed, players = np.asarray(found.params), 0.0
    of_tiles = np.asarray(found.cov_params())[: design.tiles, : design.tiles]
    return _Fit(fixed, of_tiles, effects, players, max(float(found.scale), 1e-12))


def _combined(fits: Sequence[_Fit]) -> tuple[Float64s, Float64s]:
    """Return levels and their covariance by Rubin's rules."""
    levels = np.array([fit.fixed[: len(fit.covariance)] for fit in fits])
    within = np.mean([fit.covariance for fit in fits], axis=0)
    if len(fits) == 1:
        return levels[0], within
    return levels.mean(axis=0), within + (1 + 1 / len(fits)) * np.cov(levels.T).reshape(
        within.shape
    )


def _skills(
    design: _Design, fits: Sequence[_Fit], log_moves: Float64s, covariance: Float64s, noise: float
) -> tuple[Float64s, Float64s]:
    """Return each player's mean distance from what the tiles ask for, and its standard error.

    Not shrunk toward the average: a player of few games has a wide interval instead.
    """
    fixed = np.mean([fit.fixed for fit in fits], axis=0)
    better = design.matrix @ fixed - log_moves
    games = np.bincount(design.player, minlength=design.players)
    skill = np.bincount(design.player, better, minlength=design.players) / games
    shares = np.zeros((design.players, design.tiles))
    np.add.at(shares, (design.player, design.tile), 1.0)
    shares = shares / games[:, np.newaxis] - shares.sum(axis=0) / games.sum()
    of_tiles = np.einsum("pt,tu,pu->p", shares, covariance, shares)
    return skill - skill.mean(), np.sqrt(noise / games + np.maximum(of_tiles, 0))


def _odd_games(design: _Design, fit: _Fit) -> tuple[OddGame, ...]:
    off = (design.log_moves - _expected(design, fit)) / fit.noise_variance**0.5
    return tuple(
        OddGame(place + 1, float(off[place]))
        for place in np.argsort(-np.abs(off), kind="stable").tolist()
        if abs(off[place]) > ODD and not design.given_up[place]
    )


def _quantile(degrees: int) -> float:
    from scipy.stats import t

    return float(t.ppf((1 + MEASURED_LEVEL) / 2, degrees))


def _plain_means(design: _Design) -> tuple[Float64s, Float64s]:
    """Return levels and skills where nothing can be said about chance."""
    level = np.bincount(design.tile, design.log_moves) / np.bincount(design.tile)
    better = level[design.tile] - design.log_moves
    return level, np.bincount(design.player, better) / np.bincount(design.player)
