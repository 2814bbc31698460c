"""Estimates of a playtest: tiles, players and outliers."""

import math
from dataclasses import dataclass, field
from typing import ClassVar, Final

from chatuchak_solver.codec import Answer, Count, Digits
from chatuchak_solver.execution.limits import StopReason
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
