"""Samples of spots, and refinement of corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.geometry import (
    corner_spots,
    fit_homography,
    interpolate,
    project,
)
from chatuchak_solver.photo.kernels.measures import COLUMNS, SPOTS

OFFSET = 0.02
"""Added to light before logarithms; reduces the weight of dark colors."""

SIDE = 11
SAMPLES = SIDE * SIDE
REACH = 0.36
"""Distance of the outermost samples from the center, in spots."""

FIT_SIDE = 5
FIT_REACH = 0.26
FIT_HOLD = 10.0
"""Regularization of corners toward their initial positions."""
FARTHEST = 0.3
"""Maximum shift of a corner, in spots."""
FIRST_STEP, STEPS, ROUNDS = 0.16, 4, 4
UNEVEN = 0.02
"""Maximum squared deviation of a sample."""


@kernel
def offset_of(sample: int, side: int, reach: float) -> tuple[float, float]:
    """Return the position of a sample of ``side`` x ``side`` in its spot, each -reach to reach."""
    unit = 2.0 * reach / (side - 1)
    return sample % side * unit - reach, sample // side * unit - reach


@kernel
def sample_spots(image: Float32s, by: Float64s, side: int, reach: float) -> Float64s:
    """Return ``side`` x ``side`` samples of each spot, up to ``reach`` spots from its center."""
    samples = np.zeros((SPOTS, side * side, 3))
    for spot in range(SPOTS):
        for sample in range(side * side):
            u, v = offset_of(sample, side, reach)
            interpolate(image, by, spot % COLUMNS + u, spot // COLUMNS + v, samples[spot, sample])
    return samples


@kernel
def fit_quality(image: Float32s, by: Float64s) -> float:
    """Return the log ratio of the variance between spots to that within.

    Parameters
    ----------
    image
        float32 of shape (height, width, 3), OKLab.
    by
        Homography from grid to image.
    """
    samples, number = sample_spots(image, by, FIT_SIDE, FIT_REACH), FIT_SIDE * FIT_SIDE
    mean, within = samples.sum(axis=1) / number, 0.0
    for spot in range(SPOTS):
        for sample in range(number):
            apart = 0.0
            for channel in range(3):
                apart += (samples[spot, sample, channel] - mean[spot, channel]) ** 2
            within += min(apart, UNEVEN) / (SPOTS * number)
    between = ((mean - mean.sum(axis=0) / SPOTS) ** 2).sum() / SPOTS
    return logarithm((between + 1e-4) / (within + 2e-4))


@kernel
def fit_corners(image: Float32s, by: Float64s) -> Float64s:
    """Return a refined homography, by coordinate search with decreasing steps for `fit_quality`.

    Moves are shifts and stretches of all corners, then of single corners.
    """
    places, points, shift = corner_spots(), np.zeros((4, 2)), np.zeros((4, 2))
    moves, fitted = np.zeros((7, 4)), by
    moves[0] = 1.0
    moves[1] = -1.0, 1.0, 1.0, -1.0
    moves[2] = -1.0, -1.0, 1.0, 1.0
    for corner in range(4):
        moves[3 + corner, corner] = 1.0
    best, step = fit_quality(image, by), FIRST_STEP
    for _ in range(STEPS):
        for _ in range(ROUNDS):
            before = best
            for move in range(28):
                moved = shift.copy()
                moved[:, move // 2 % 2] += step * (1 - 2 * (move % 2)) * moves[move // 4]
                if np.any(np.abs(moved) > FARTHEST):
                    continue
                for corner in range(4):
                    u, v = places[corner] + moved[corner]
                    points[corner] = project(by, u, v)
                trial = fit_homography(places, points, 0.0)
                quality = fit_quality(image, trial) - FIT_HOLD * (moved * moved).sum() / 4
                if quality > best + 1e-4:
                    best, shift, fitted = quality, moved, trial
            if best == before:
                break
        step /= 2
    return fitted
