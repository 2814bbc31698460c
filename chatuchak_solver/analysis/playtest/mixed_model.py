"""Linear mixed model of log moves with censored games.

Tiles and covariates are fixed effects, players random ones, fitted by restricted maximum likelihood
(REML). Given-up games are right-censored. Data augmentation alternates draws of the effects and of
the missing moves; Rubin's rules combine the fits to the completed copies (1987, *Multiple
Imputation for Nonresponse in Surveys*).
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np

from chatuchak_solver.execution.limits import Run
from chatuchak_solver.kernels.arrays import Bools, Float64s, Int64s

IMPUTATIONS: Final = 20
"""Completed copies of the censored games."""
BURN_IN: Final = 10
DRAWS: Final = 10
"""Draws of effects and missing moves per copy."""
SEED: Final = 1
MAX_LOG_RATIO: Final = 12.0
"""Of the variance of players to that of the noise."""


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
    from scipy.special import log_ndtr, ndtri_exp

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
        draws = -ndtri_exp(np.log1p(-random.random(len(lower))) + log_ndtr(-lower))
        log_moves[censored] = np.maximum(expected + deviation * draws, design.log_moves[censored])
    return log_moves


def _fit(design: Design, log_moves: Float64s) -> Fit:
    """Fit by REML: minimize the deviance over the ratio of the variances, in an eigenbasis."""
    from scipy.optimize import minimize_scalar

    inverse = np.linalg.pinv(design.fixed)
    shares = inverse @ design.random
    columns = design.random - design.fixed @ shares
    residual = log_moves - design.fixed @ (inverse @ log_moves)
    values, vectors = np.linalg.eigh(columns.T @ columns)
    values = np.maximum(values, 0.0)
    products = vectors.T @ (columns.T @ residual)
    degrees = len(log_moves) - design.fixed.shape[1]

    def squares(ratio: float) -> float:
        explained = ratio * products**2 / (1 + ratio * values)
        return max(float(residual @ residual - explained.sum()), 1e-12)

    def deviance(log_ratio: float) -> float:
        ratio = math.exp(log_ratio)
        return float(degrees * math.log(squares(ratio)) + np.log1p(ratio * values).sum())

    best = minimize_scalar(deviance, bounds=(-MAX_LOG_RATIO, MAX_LOG_RATIO), method="bounded")
    ratio = math.exp(best.x) if best.fun < degrees * math.log(squares(0.0)) else 0.0
    shrinkage = ratio / (1 + ratio * values)
    effects = vectors @ (shrinkage * products)
    noise = max(squares(ratio) / degrees, 1e-12)
    rotated = shares @ vectors
    covariance = noise * (inverse @ inverse.T + rotated * shrinkage @ rotated.T)
    fixed, tiles = inverse @ (log_moves - design.random @ effects), design.tiles
    return Fit(fixed, covariance[:tiles, :tiles], effects, ratio * noise, noise)


def pool_fits(fits: Sequence[Fit]) -> tuple[Float64s, Float64s]:
    """Return levels and their covariance by Rubin's rules."""
    levels = np.array([fit.fixed[: len(fit.covariance)] for fit in fits])
    within = np.mean([fit.covariance for fit in fits], axis=0)
    if len(fits) == 1:
        return levels[0], within
    between = np.cov(levels.T).reshape(within.shape)
    return levels.mean(axis=0), within + (1 + 1 / len(fits)) * between
