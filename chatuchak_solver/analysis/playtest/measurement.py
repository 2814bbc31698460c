"""Difficulty of tiles and skill of players, estimated from games.

The logarithm of a game's moves is the difficulty of the tile minus the skill of the player plus
noise. This is the lognormal item-response model (van der Linden, 2006, *A lognormal model for
response times on test items*, Journal of Educational and Behavioral Statistics 31(2)) with moves
instead of time. Covariates are hints and the order of a player's games. A tile without a solved
game is not ranked.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from importlib.util import find_spec
from typing import ClassVar, Final

import numpy as np

from chatuchak_solver.analysis.playtest import mixed_model
from chatuchak_solver.analysis.playtest.games import PlayedGame
from chatuchak_solver.analysis.playtest.mixed_model import Design, Fit
from chatuchak_solver.codec import Answer, Count, Digits
from chatuchak_solver.errors import InputError, MissingExtraError
from chatuchak_solver.execution.limits import Run, Stop, StopReason
from chatuchak_solver.kernels.arrays import ArrayValue, Float64s, Int64s
from chatuchak_solver.puzzle.grid import Grid

MEASURED_LEVEL: Final = 0.95
UNRANKED: Final = -1


class OddGame(Answer, frozen=True):
    """An outlier: an input error, a helper, or a bad evening.

    Attributes
    ----------
    game
        Number among the games, from 1.
    deviations
        Residual in standard deviations of the noise; negative for fewer moves.
    """

    game: Count
    deviations: float
    digits: ClassVar[Digits] = {"deviations": 2}


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
    spread
        Standard deviation of skill among players, in log moves.
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
    spread: float = 0.0
    chance: float | None = None
    covariates: dict[str, float] = field(default_factory=dict)
    notes: tuple[str, ...]
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


MAX_DEVIATIONS: Final = 3.5
"""Outlier threshold in standard deviations of the noise."""
CONFOUNDED: Final = 0.8
"""Share of the order of games explained by tiles, above which learning is omitted."""
MOVES_RESOLUTION: Final = 0.5
"""Fits closer than this many moves do not determine the noise."""
TOO_FEW: Final = (
    "Too few solved games to estimate chance: there are no intervals and no order. Let several "
    "players play the same tiles."
)
TOO_EXACT: Final = (
    "The games fit the model to within half a move, too exactly to estimate chance: there are no "
    "intervals and no order."
)
SAME_ORDER: Final = (
    "All players played the tiles in nearly the same order: learning cannot be separated from "
    "difficulty and is left out. Let each player begin with a different tile."
)
CONFOUNDED_HINTS: Final = (
    "Hints were used on whole tiles or by whole players only: their effect cannot be separated "
    "from difficulty and skill and is left out."
)


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
        raise InputError("no games: expected at least one")
    if find_spec("statsmodels") is None:
        raise MissingExtraError("a playtest's model", "playtest")
    run = Run.begin(stop)
    grids = tuple(dict.fromkeys(game.grid for game in games))
    players = tuple(dict.fromkeys(game.player for game in games))
    all_games, names, notes = _design(games, grids, players)
    group, player_group = _groups(all_games)
    # Censored games between two groups, or on unranked tiles, carry no information.
    rows = (group[all_games.tile] != UNRANKED) & (
        (player_group[all_games.player] == UNRANKED)
        | (player_group[all_games.player] == group[all_games.tile])
    )  # fmt: skip
    ranked = np.flatnonzero(group != UNRANKED)
    number = np.cumsum(group != UNRANKED) - 1
    design = replace(all_games.part(rows), tile=number[all_games.tile[rows]], tiles=len(ranked))
    base = Measurement(
        grids=grids,
        plays=np.bincount(all_games.tile, minlength=len(grids)),
        group=group,
        level=np.full(len(grids), np.nan),
        players=players,
        player_group=player_group,
        skill=np.full(len(players), np.nan),
        skill_error=np.full(len(players), np.nan),
        player_plays=np.bincount(all_games.player, minlength=len(players)),
        notes=tuple(notes),
    )
    if not len(ranked):
        return base
    design, names, note = _separable(design, names)
    base = replace(base, notes=base.notes + note)
    solved = design.part(~design.given_up)
    level, effect, noise, degrees = mixed_model.least_squares(solved)
    too_exact = noise < float(np.mean((MOVES_RESOLUTION / np.exp(solved.log_moves)) ** 2))
    if degrees <= 0 or too_exact:
        for part in range(int(group.max()) + 1):
            center = effect[player_group == part].mean()
            level[group[ranked] == part] += center
            base.skill[player_group == part] = center - effect[player_group == part]
        base.level[ranked] = level
        return replace(base, notes=(*base.notes, TOO_EXACT if degrees > 0 else TOO_FEW))
    from scipy.stats import t

    fits, completed = mixed_model.fit_copies(design, degrees, run)
    levels, covariance = mixed_model.pool_fits(fits)
    base.level[ranked] = levels
    all_tiles = np.full((len(grids), len(grids)), np.nan)
    all_tiles[np.ix_(ranked, ranked)] = covariance
    noise = float(np.mean([fit.noise_variance for fit in fits]))
    skill, skill_error = _skills(design, fits, completed, covariance, noise, player_group)
    effects = np.mean([fit.fixed[len(ranked) :] for fit in fits], axis=0)
    copies = mixed_model.IMPUTATIONS if design.given_up.any() else 1
    return replace(
        base,
        covariance=all_tiles,
        quantile=float(t.ppf((1 + MEASURED_LEVEL) / 2, degrees)),
        skill=skill,
        skill_error=skill_error,
        spread=float(np.mean([fit.player_variance for fit in fits])) ** 0.5,
        chance=noise**0.5,
        covariates=dict(zip(names, effects.tolist(), strict=True)),
        odd=_odd_games(design, fits[-1], np.flatnonzero(rows)),
        stopped_by=run.stopped_by if len(fits) < copies else None,
    )


def _design(
    games: Sequence[PlayedGame], grids: tuple[Grid, ...], players: tuple[str, ...]
) -> tuple[Design, list[str], list[str]]:
    """Return the games as arrays, the covariates' names, and notes."""
    tile_of = {grid: number for number, grid in enumerate(grids)}
    player_of = {name: number for number, name in enumerate(players)}
    tile = np.array([tile_of[game.grid] for game in games], np.int64)
    player = np.array([player_of[game.player] for game in games], np.int64)
    given_up = np.array([not game.solved for game in games])
    log_moves = np.log([max(game.moves, 1) for game in games])
    columns, names, notes = [np.log1p([game.hints for game in games])], ["hints"], []
    turn = np.log(_turns(games, player))
    if turn.std() > 0 and _explained(turn, tile, len(grids)) > CONFOUNDED:
        notes.append(SAME_ORDER)
    else:
        columns.append(turn - turn.mean())
        names.append("learning")
    covariates = np.column_stack(columns)
    return Design(tile, player, log_moves, given_up, covariates, len(grids), len(players)), (
        names
    ), notes  # fmt: skip


def _separable(
    design: Design, names: list[str]
) -> tuple[Design, list[str], tuple[str, ...]]:  # fmt: skip
    selected: list[int] = []
    known = np.hstack([np.eye(design.tiles)[design.tile], design.random])
    for column in range(len(names)):
        wider = np.hstack([known, design.covariates[:, [column]]])
        if np.linalg.matrix_rank(wider) > np.linalg.matrix_rank(known):
            selected.append(column)
            known = wider
    hints_vary = design.covariates[:, 0].std() > 0
    note = (CONFOUNDED_HINTS,) if hints_vary and 0 not in selected else ()
    design = replace(design, covariates=design.covariates[:, selected])
    return design, [names[column] for column in selected], note


def _groups(design: Design) -> tuple[Int64s, Int64s]:
    """Return the components of tiles and players by solved games, the largest first."""
    import networkx as nx

    solved, players = ~design.given_up, design.tiles + design.player
    graph = nx.Graph(zip(design.tile[solved].tolist(), players[solved].tolist(), strict=True))
    parts = [np.array(sorted(part)) for part in nx.connected_components(graph)]
    parts.sort(key=lambda part: (-int((part < design.tiles).sum()), int(part[0])))
    group = np.full(design.tiles + design.players, UNRANKED)
    for number, part in enumerate(parts):
        group[part] = number
    return group[: design.tiles], group[design.tiles :]


def _turns(games: Sequence[PlayedGame], player: Int64s) -> Float64s:
    turns, counts = np.ones(len(games)), Counter[int]()
    for place in sorted(range(len(games)), key=lambda place: games[place].date):
        counts[player[place]] += 1
        turns[place] = counts[player[place]]
    return turns


def _explained(values: Float64s, tile: Int64s, tiles: int) -> float:
    """Return the adjusted share of the variance between tiles."""
    games, plays = len(values), np.bincount(tile, minlength=tiles)
    if games <= tiles:
        return 1.0
    means = np.bincount(tile, values, minlength=tiles) / plays
    within = float(((values - means[tile]) ** 2).sum()) / (games - tiles)
    return 1 - within / (float(values.var()) * games / (games - 1))


def _skills(
    design: Design,
    fits: Sequence[Fit],
    log_moves: Float64s,
    covariance: Float64s,
    noise: float,
    player_group: Int64s,
) -> tuple[Float64s, Float64s]:
    """Return each player's mean residual without shrinkage, and its standard error."""
    fixed = np.mean([fit.fixed for fit in fits], axis=0)
    residual = design.fixed @ fixed - log_moves
    games = np.bincount(design.player, minlength=design.players)
    solved = np.bincount(design.player[~design.given_up], minlength=design.players)
    shares = np.zeros((design.players, design.tiles))
    np.add.at(shares, (design.player, design.tile), 1.0)
    total = np.bincount(design.player, residual, minlength=design.players)
    error = np.full(design.players, np.nan)
    with np.errstate(invalid="ignore", divide="ignore"):
        skill = np.asarray(np.where(player_group == UNRANKED, np.nan, total / games), np.float64)
    for group in range(int(player_group.max()) + 1):
        members = player_group == group
        mean = shares[members].sum(axis=0) / games[members].sum()
        weights = shares[members] / games[members, np.newaxis] - mean
        of_tiles = np.einsum("pt,tu,pu->p", weights, covariance, weights)
        error[members] = np.sqrt(noise / solved[members] + np.maximum(of_tiles, 0))
        skill[members] -= skill[members].mean()
    return skill, error


def _odd_games(design: Design, fit: Fit, places: Int64s) -> tuple[OddGame, ...]:
    expected = design.fixed @ fit.fixed + fit.player_effect[design.player]
    off = (design.log_moves - expected) / fit.noise_variance**0.5
    return tuple(
        OddGame(int(places[row]) + 1, float(off[row]))
        for row in np.argsort(-np.abs(off), kind="stable").tolist()
        if abs(off[row]) > MAX_DEVIATIONS and not design.given_up[row]
    )
