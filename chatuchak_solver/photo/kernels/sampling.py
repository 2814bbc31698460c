"""Samples of spots, and refinement of corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import geometry
from chatuchak_solver.photo.kernels.elementary import logarithm
from chatuchak_solver.photo.kernels.measures import COLUMNS, SPOTS

OFFSET = 0.02
"""Added to light before logarithms; reduces the weight of dark colors."""

LIGHTNESS = 0.35
"""Weight of lightness relative to hue, low because of shadows."""

VIEW_SIDE, UNIT = 18, 0.066
"""Samples along a spot's side in a view, and their distance in spots."""
OUTER = 3
SIDE = VIEW_SIDE - 2 * OUTER
SAMPLES = SIDE * SIDE
"""Samples of a view at each side that show the card or other spots, and those for colors."""

FIT_SIDE, FIT_UNIT = 5, 0.16
FIT_HOLD = 3.0
"""Regularization of corners toward their initial positions."""
FARTHEST = 0.4
"""Maximum shift of a corner, in spots."""
FIRST_STEP, STEPS, ROUNDS = 0.16, 4, 4
UNEVEN = 0.02
"""Maximum squared deviation of a sample."""


@kernel
def offset_of(sample: int, side: int, unit: float) -> tuple[float, float]:
    """Return the position of a sample of ``side`` x ``side`` from the center of its spot."""
    middle = (side - 1) / 2
    return (sample % side - middle) * unit, (sample // side - middle) * unit


@kernel
def sample_spots(image: Float32s, by: Float64s, side: int, unit: float) -> Float64s:
    """Return ``side`` x ``side`` samples of each spot, ``unit`` spots apart."""
    samples = np.zeros((SPOTS, side * side, 3))
    for spot in range(SPOTS):
        for sample in range(side * side):
            u, v = offset_of(sample, side, unit)
            geometry.interpolate(
                image, by, spot % COLUMNS + u, spot // COLUMNS + v, samples[spot, sample]
            )
    return samples


@kernel
def fit_quality(image: Float32s, by: Float64s) -> float:
    """Return the log ratio of the variance between spots to that within.

    The mean pattern of all spots, such as stripes, counts for neither.

    Parameters
    ----------
    image
        float32 of shape (height, width, 3), OKLab.
    by
        Homography from grid to image.
    """
    samples = sample_spots(image, by, FIT_SIDE, FIT_UNIT)
    samples[:, :, 0] *= LIGHTNESS
    samples -= samples.sum(axis=0) / SPOTS
    mean = samples.sum(axis=1) / (FIT_SIDE * FIT_SIDE)
    within = np.minimum(((samples - mean[:, None]) ** 2).sum(axis=2), UNEVEN).mean()
    between = (mean * mean).sum() / SPOTS
    return logarithm(float(between + 1e-4) / float(within + 2e-4))


@kernel
def fit_corners(image: Float32s, by: Float64s) -> Float64s:
    """Return a refined homography, by coordinate search with decreasing steps for `fit_quality`.

    Moves are shifts and stretches of all corners, then of single corners.
    """
    places, points, shift = geometry.corner_spots(), np.zeros((4, 2)), np.zeros((4, 2))
    moves, fitted = np.zeros((7, 4)), by
    moves[0] = 1.0
    moves[1] = (-1.0, 1.0, 1.0, -1.0)
    moves[2] = (-1.0, -1.0, 1.0, 1.0)
    moves[3:] = np.eye(4)
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
                    points[corner] = geometry.project(by, u, v)
                trial = geometry.fit_homography(places, points, 0.0)
                quality = fit_quality(image, trial) - FIT_HOLD * (moved * moved).sum() / 4
                if quality > best + 1e-4:
                    best, shift, fitted = quality, moved, trial
            if best == before:
                break
        step /= 2
    return fitted
