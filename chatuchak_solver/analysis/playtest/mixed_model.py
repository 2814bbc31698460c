"""Linear mixed model of log moves with censored games.

Tiles and covariates are fixed effects, players random ones, fitted by restricted maximum likelihood
with `statsmodels`. Given-up games are right-censored. Data augmentation alternates draws of the
effects and of the missing moves; Rubin's rules combine the fits to the completed copies (1987,
*Multiple Imputation for Nonresponse in Surveys*).
"""

import math
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Bools, Float64s, Int64s

IMPUTATIONS: Final = 20
"""Completed copies of the censored games."""
BURN_IN: Final = 10
DRAWS: Final = 10
"""Draws of effects and missing moves per copy."""
SEED: Final = 1


@dataclass(frozen=True, slots=True)
class Fit:
    """A fit to a completed copy of the games."""

    fixed: Float64s
    """Levels, then coefficients of the covariates."""
    covariance: Float64s
    """Of the levels."""
    player_effect: Float64s
    player_variance: float
    noise_variance: float


@dataclass(frozen=True)
class Design:
    """Games as arrays, one element or row each."""

    tile: Int64s
    player: Int64s
    log_moves: Float64s
    given_up: Bools
    covariates: Float64s
    tiles: int
    players: int

    @cached_property
    def fixed(self) -> Float64s:
        """float64 (games, tiles + covariates)."""
        return np.hstack([np.eye(self.tiles)[self.tile], self.covariates])

    @cached_property
    def random(self) -> Float64s:
        """float64 (games, players)."""
        return np.eye(self.players)[self.player]


def least_squares(design: Design) -> tuple[Float64s, Float64s, float, int]:
    """Return levels, effects of players, variance of the noise and its degrees of freedom.

    Fits the solved games with fixed effects of players.
    """
    solved = ~design.given_up
    columns, log_moves = np.hstack([design.fixed, design.random])[solved], design.log_moves[solved]
    found, _, rank, _ = np.linalg.lstsq(columns, log_moves, rcond=None)
    solution = np.asarray(found, np.float64)
    degrees = len(log_moves) - int(rank)
    residual = log_moves - columns @ solution
    level, effect = solution[: design.tiles], solution[design.fixed.shape[1] :]
    return level, effect, float(residual @ residual) / max(degrees, 1), degrees


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
        columns = np.hstack([columns, design.random])
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
