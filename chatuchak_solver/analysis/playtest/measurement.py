"""Difficulty of tiles and skill of players, estimated from games.

The logarithm of a game's moves is the difficulty of the tile minus the skill of the player plus
noise. This is the lognormal item-response model (van der Linden, 2006, *A lognormal model for
response times on test items*, Journal of Educational and Behavioral Statistics 31(2)) with moves
instead of time. Covariates are hints and the order of a player's games. A tile without a solved
game is not ranked.

Tiles and covariates are fixed effects, players random ones, fitted by restricted maximum likelihood
with `statsmodels`. Given-up games are right-censored. Data augmentation alternates draws of the
effects and of the missing moves; Rubin's rules combine the fits to the completed copies (1987,
*Multiple Imputation for Nonresponse in Surveys*).
"""

import math
import warnings
from collections import Counter
from collections.abc import Hashable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, NamedTuple, TypeVar

import numpy as np

from chatuchak_solver import codec, errors
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.execution.limits import Run, Stop, StopReason
from chatuchak_solver.io.extras import imported
from chatuchak_solver.kernels.arrays import ArrayValue, Bools, Float64s, Int64s
from chatuchak_solver.puzzle.grid import Grid

T = TypeVar("T", bound=Hashable)

MEASURED_LEVEL = 0.95
UNRANKED = -1


class OddGame(codec.Answer, frozen=True):
    """An outlier: an input error, a helper, or a bad evening.

    Attributes
    ----------
    game
        Number among the games, from 1.
    deviations
        Residual in standard deviations of the noise; negative for fewer moves.
    """

    game: codec.Count
    deviations: float
    digits: ClassVar[codec.Digits] = {"deviations": 2}


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Measurement(ArrayValue):
    """Estimates from games.

    Attributes
    ----------
    grids
        Tiles, in order of first appearance.
    plays
        int64 (tiles,): number of games.
    group
        int64 (tiles,): groups of tiles connected by players, from 0 (the largest); `UNRANKED`
        without a solved game. Levels of different groups are not comparable.
    level
        float64 (tiles,): log of the moves of an average player of the group; nan if unranked.
    covariance
        float64 (tiles, tiles): covariance of the errors of ``level``; None if noise is unknown.
    quantile
        Factor from a standard error to the half width of an interval (Student's t).
    players
        Names, in order of first appearance.
    player_group
        int64 (players,): as ``group``; `UNRANKED` without a solved game.
    skill
        float64 (players,): log moves below the group's average; nan if unranked.
    skill_error
        float64 (players,): standard errors; nan if unknown.
    player_plays
        int64 (players,): number of games.
    chance
        Standard deviation of one game, in log moves; None as ``covariance``.
    covariates
        Coefficients of the covariates by name, in log moves per unit.
    notes
        Remarks on the data, as sentences.
    odd
        Outliers, the largest first.
    stopped_by
        Reason for missing completed copies; None if complete.
    """

    grids: tuple[Grid, ...]
    plays: Int64s
    group: Int64s
    level: Float64s
    covariance: Float64s | None = None
    quantile: float = math.inf
    players: tuple[str, ...]
    player_group: Int64s
    skill: Float64s
    skill_error: Float64s
    player_plays: Int64s
    chance: float | None = None
    covariates: dict[str, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    odd: tuple[OddGame, ...] = ()
    stopped_by: StopReason | None = None

    def error(self, tile: int) -> float | None:
        """Return the standard error of a level, if known."""
        if self.covariance is None or self.group[tile] == UNRANKED:
            return None
        return math.sqrt(max(self.covariance[tile, tile], 0.0))

    def difference_error(self, one: int, other: int) -> float | None:
        """Return the standard error of the difference of two levels, if known."""
        if self.covariance is None or not self.is_comparable(one, other):
            return None
        cells = self.covariance
        variance = cells[one, one] + cells[other, other] - 2 * cells[one, other]
        return math.sqrt(max(variance, 0.0))

    def is_comparable(self, one: int, other: int) -> bool:
        """Return whether two tiles are ranked and in the same group."""
        return bool(self.group[one] == self.group[other] != UNRANKED)

    def is_significant(self, one: int, other: int) -> bool:
        """Return whether two tiles differ significantly, at `MEASURED_LEVEL`."""
        error = self.difference_error(one, other)
        return error is not None and bool(
            abs(self.level[one] - self.level[other]) > self.quantile * error
        )


MAX_DEVIATIONS = 3.5
"""Outlier threshold in standard deviations of the noise."""
CONFOUNDED = 0.8
"""Share of a covariate explained by tiles and players, above which it is omitted."""
MOVES_RESOLUTION = 0.5
"""Fits closer than this many moves do not determine the noise."""
IMPUTATIONS = 20
"""Completed copies of the censored games."""
BURN_IN = 10
DRAWS = 10
"""Draws of effects and missing moves per copy."""
SEED = 1
TOO_FEW = (
    "Too few solved games to estimate chance: there are no intervals and no order. Let several "
    "players each play several of the same tiles."
)
TOO_EXACT = (
    "The games fit the model to within half a move, too exactly to estimate chance: there are no "
    "intervals and no order."
)
SAME_ORDER = (
    "All players played the tiles in nearly the same order: learning cannot be separated from "
    "difficulty and is left out. Let each player begin with a different tile."
)
CONFOUNDED_HINTS = (
    "Hints were used on whole tiles or by whole players only: their effect cannot be separated "
    "from difficulty and skill and is left out."
)


class Fit(NamedTuple):
    """A fit to a completed copy of the games."""

    fixed: Float64s
    """Levels, then coefficients of the covariates."""
    covariance: Float64s
    """Of the levels."""
    player_effect: Float64s
    player_variance: float
    noise_variance: float


class Design(NamedTuple):
    """Games as arrays, one element or row each."""

    fixed: Float64s
    """float64 (games, tiles + covariates): indicators of the tiles, then covariates."""
    player: Int64s
    log_moves: Float64s
    given_up: Bools
    tiles: int
    players: int

    @property
    def columns(self) -> Float64s:
        """The fixed columns, then indicators of the players."""
        return np.hstack([self.fixed, np.eye(self.players)[self.player]])


def least_squares(columns: Float64s, values: Float64s) -> tuple[Float64s, float, int]:
    """Return the coefficients, the variance of the residuals and its degrees of freedom."""
    found, _, rank, _ = np.linalg.lstsq(columns, values, rcond=None)
    solution, degrees = np.asarray(found, np.float64), len(values) - int(rank)
    residual = values - columns @ solution
    return solution, float(residual @ residual) / max(degrees, 1), degrees


def fit_copies(design: Design, degrees: int, run: Run) -> tuple[list[Fit], Float64s]:
    """Return the fits to the completed copies, and the mean completed log moves."""
    random = np.random.default_rng(SEED)
    log_moves = design.log_moves.copy()
    fit = _fit(design, log_moves)
    if not design.given_up.any():
        return [fit], log_moves
    fits, total = [], np.zeros(len(log_moves))
    for copy in range(BURN_IN + IMPUTATIONS):
        log_moves = _completed(design, fit, log_moves, degrees, random)
        fit = _fit(design, log_moves)
        if copy >= BURN_IN:
            fits.append(fit)
            total += log_moves
        if run.should_stop(copy + 1):
            break
    return (fits, total / len(fits)) if fits else ([fit], log_moves)


def _completed(
    design: Design, fit: Fit, log_moves: Float64s, degrees: int, random: np.random.Generator
) -> Float64s:
    """Alternate draws of effects and missing log moves given the variances."""
    from scipy.stats import truncnorm

    variance = fit.noise_variance * degrees / random.chisquare(degrees)
    deviation, censored = math.sqrt(variance), design.given_up
    columns, ridge = design.fixed, np.zeros(design.fixed.shape[1])
    if fit.player_variance > 0:
        columns = design.columns
        ridge = np.append(ridge, np.full(design.players, variance / fit.player_variance))
    factor = np.linalg.cholesky(np.linalg.inv(columns.T @ columns + np.diag(ridge)))
    log_moves = log_moves.copy()
    for _ in range(DRAWS):
        mean = factor @ (factor.T @ (columns.T @ log_moves))
        effects = mean + deviation * factor @ random.standard_normal(len(ridge))
        expected = columns[censored] @ effects
        lower = (design.log_moves[censored] - expected) / deviation
        draws = truncnorm.rvs(lower, np.inf, random_state=random)
        log_moves[censored] = np.maximum(expected + deviation * draws, design.log_moves[censored])
    return log_moves


def _fit(design: Design, log_moves: Float64s) -> Fit:
    from statsmodels.regression.linear_model import OLS
    from statsmodels.regression.mixed_linear_model import MixedLM

    effects, variance = np.zeros(design.players), 0.0
    fit: Any = None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # a variance of zero is a valid estimate
        if design.players > 1:
            model = MixedLM(log_moves, design.fixed, groups=design.player)
            with suppress(np.linalg.LinAlgError, ValueError):
                fit = model.fit(reml=True, method=["powell"])
                variance = float(fit.cov_re[0, 0])
        if variance > 0:
            fixed = np.asarray(fit.fe_params)
            for player, effect in fit.random_effects.items():
                effects[player] = float(np.asarray(effect)[0])
        else:
            fit = OLS(log_moves, design.fixed).fit()
            fixed, variance = np.asarray(fit.params), 0.0
    of_tiles = np.asarray(fit.cov_params())[: design.tiles, : design.tiles]
    return Fit(fixed, of_tiles, effects, variance, max(float(fit.scale), 1e-12))


def pool_fits(fits: Sequence[Fit]) -> tuple[Float64s, Float64s]:
    """Return levels and their covariance by Rubin's rules."""
    levels = np.array([fit.fixed[: len(fit.covariance)] for fit in fits])
    within = np.mean([fit.covariance for fit in fits], axis=0)
    if len(fits) == 1:
        return levels[0], within
    between = np.cov(levels.T).reshape(within.shape)
    return levels.mean(axis=0), within + (1 + 1 / len(fits)) * between


def measure_playtest(games: Sequence[PlayedGame], *, stop: Stop | None = None) -> Measurement:
    """Estimate the difficulty of tiles and the skill of players.

    O(games * (tiles + players)^2) per fit, a tenth of a second for an evening.

    Parameters
    ----------
    stop
        Unit of work: completed copies of censored games.

    Raises
    ------
    MissingExtraError
        Without the extra ``playtest``.
    """
    if not games:
        raise errors.InputError("no games: expected at least one")
    imported("statsmodels", "a playtest's model", "playtest")
    run = Run.begin(stop)
    grids, tile = _numbered([game.grid for game in games])
    players, player = _numbered([game.player for game in games])
    given_up = np.array([not game.solved for game in games])
    group, player_group = _groups(tile[~given_up], player[~given_up], len(grids), len(players))
    base = Measurement(
        grids=grids, plays=np.bincount(tile), group=group, level=np.full(len(grids), np.nan),
        players=players, player_group=player_group, skill=np.full(len(players), np.nan),
        skill_error=np.full(len(players), np.nan), player_plays=np.bincount(player),
    )  # fmt: skip
    ranked = np.flatnonzero(group != UNRANKED)
    if not len(ranked):
        return base
    # Censored games between two groups, or on unranked tiles, carry no information.
    is_linked = (player_group[player] == UNRANKED) | (player_group[player] == group[tile])
    rows = np.flatnonzero((group[tile] != UNRANKED) & is_linked)
    used = [games[row] for row in rows.tolist()]
    design = Design(
        np.eye(len(ranked))[np.searchsorted(ranked, tile[rows])], player[rows],
        np.log([max(game.moves, 1) for game in used]), given_up[rows], len(ranked), len(players),
    )  # fmt: skip
    turn = np.log(_turns(games, player))[rows]
    hints = np.log1p([game.hints for game in used])
    covariates = {"hints": (hints, CONFOUNDED_HINTS), "learning": (turn - turn.mean(), SAME_ORDER)}
    design, names, notes = _with_covariates(design, covariates)
    solved = ~design.given_up
    solution, noise, degrees = least_squares(design.columns[solved], design.log_moves[solved])
    level, effect = solution[: len(ranked)], solution[-len(players) :]
    exact = MOVES_RESOLUTION / np.exp(design.log_moves[solved])
    if degrees <= 0 or noise < float(np.mean(exact**2)):
        for part in range(int(group.max()) + 1):
            members = player_group == part
            level[group[ranked] == part] += effect[members].mean()
            base.skill[members] = effect[members].mean() - effect[members]
        base.level[ranked] = level
        return replace(base, notes=(*notes, TOO_EXACT if degrees > 0 else TOO_FEW))
    from scipy.stats import t

    fits, completed = fit_copies(design, degrees, run)
    base.level[ranked], covariance = pool_fits(fits)
    all_tiles = np.full((len(grids), len(grids)), np.nan)
    all_tiles[np.ix_(ranked, ranked)] = covariance
    noise = float(np.mean([fit.noise_variance for fit in fits]))
    skill, skill_error = _skills(design, completed, noise, player_group)
    effects = np.mean([fit.fixed[len(ranked) :] for fit in fits], axis=0)
    copies = IMPUTATIONS if design.given_up.any() else 1
    return replace(
        base, covariance=all_tiles, quantile=float(t.ppf((1 + MEASURED_LEVEL) / 2, degrees)),
        skill=skill, skill_error=skill_error,
        chance=noise**0.5,
        covariates=dict(zip(names, effects.tolist(), strict=True)), notes=tuple(notes),
        odd=_odd_games(design, fits[-1], rows),
        stopped_by=run.stopped_by if len(fits) < copies else None,
    )  # fmt: skip


def _numbered(values: Sequence[T]) -> tuple[tuple[T, ...], Int64s]:
    """Return the distinct values, and the place of each value among them."""
    places = {value: place for place, value in enumerate(dict.fromkeys(values))}
    return tuple(places), np.array([places[value] for value in values], np.int64)


def _with_covariates(
    design: Design, covariates: Mapping[str, tuple[Float64s, str]]
) -> tuple[Design, list[str], list[str]]:
    """Add the covariates separable from tiles and players; return notes on others."""
    names, notes = [], []
    for name, (values, note) in covariates.items():
        if np.ptp(values) == 0:
            continue
        _, rest, degrees = least_squares(design.columns, values)
        if degrees and rest > (1 - CONFOUNDED) * values.var(ddof=1):
            names.append(name)
            design = design._replace(fixed=np.column_stack([design.fixed, values]))
        else:
            notes.append(note)
    return design, names, notes


def _groups(tile: Int64s, player: Int64s, tiles: int, players: int) -> tuple[Int64s, Int64s]:
    """Return the components of tiles and players by solved games, the largest first."""
    import networkx as nx

    graph = nx.Graph(zip(tile.tolist(), (tiles + player).tolist(), strict=True))
    parts = [sorted(part) for part in nx.connected_components(graph)]
    parts.sort(key=lambda part: (-sum(node < tiles for node in part), part[0]))
    group = np.full(tiles + players, UNRANKED)
    for number, part in enumerate(parts):
        group[part] = number
    return group[:tiles], group[tiles:]


def _turns(games: Sequence[PlayedGame], player: Int64s) -> Float64s:
    turns, counts = np.ones(len(games)), Counter[int]()
    for place in sorted(range(len(games)), key=lambda place: games[place].date):
        counts[player[place]] += 1
        turns[place] = counts[player[place]]
    return turns


def _skills(
    design: Design, log_moves: Float64s, noise: float, player_group: Int64s
) -> tuple[Float64s, Float64s]:
    """Return each player's skill without shrinkage, by least squares, and its standard error."""
    effects = (np.linalg.pinv(design.columns) @ log_moves)[-design.players :]
    solved = design.columns[~design.given_up]
    covariance = np.linalg.pinv(solved.T @ solved)[-design.players :, -design.players :]
    skill, error = np.full((2, design.players), np.nan)
    for group in range(int(player_group.max()) + 1):
        members = np.flatnonzero(player_group == group)
        center = np.eye(len(members)) - 1 / len(members)
        skill[members] = -center @ effects[members]
        within = center @ covariance[np.ix_(members, members)] @ center
        error[members] = np.sqrt(noise * np.maximum(np.diag(within), 0.0))
    return skill, error


def _odd_games(design: Design, fit: Fit, places: Int64s) -> tuple[OddGame, ...]:
    expected = design.fixed @ fit.fixed + fit.player_effect[design.player]
    off = (design.log_moves - expected) / fit.noise_variance**0.5
    return tuple(
        OddGame(int(places[row]) + 1, float(off[row]))
        for row in np.argsort(-np.abs(off), kind="stable").tolist()
        if abs(off[row]) > MAX_DEVIATIONS and not design.given_up[row]
    )
