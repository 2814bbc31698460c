"""Colors of light, samples of spots and refinement of corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import cube_root, exponential, logarithm
from chatuchak_solver.photo.kernels.geometry import interpolate, map_corners
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS

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
def linear_table(table: Float64s) -> None:
    """Write the light, 0 to 1, of each sRGB value to ``table`` of shape (256,)."""
    for value in range(256):
        tone = value / 255.0
        if tone <= 0.04045:
            table[value] = tone / 12.92
        else:
            table[value] = exponential(2.4 * logarithm((tone + 0.055) / 1.055))


@kernel
def to_oklab(red: float, green: float, blue: float, out: Float64s) -> None:
    """Write the OKLab color of light to ``out``.

    References
    ----------
    Ottosson, "A perceptual color space for image processing", 2020.
    """
    long = cube_root(max(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue, 0.0))
    middle = cube_root(max(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue, 0.0))
    short = cube_root(max(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue, 0.0))
    out[0] = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
    out[1] = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
    out[2] = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short


@kernel
def offset_of(sample: int, side: int, reach: float) -> tuple[float, float]:
    """Return the position of a sample of ``side`` x ``side`` in its spot, each -reach to reach."""
    unit = 2.0 * reach / (side - 1)
    return sample % side * unit - reach, sample // side * unit - reach


@kernel
def sample_spots(image: Float32s, by: Float64s, side: int, reach: float, samples: Float64s) -> None:
    """Write ``side`` x ``side`` samples of each spot, up to ``reach`` spots from its center."""
    for spot in range(SPOTS):
        for sample in range(side * side):
            u, v = offset_of(sample, side, reach)
            interpolate(image, by, spot % COLUMNS + u, spot // COLUMNS + v, samples[spot, sample])


@kernel
def fit_quality(image: Float32s, corners: Float64s) -> float:
    """Return the log ratio of the variance between spots to that within.

    Parameters
    ----------
    image
        float32 of shape (height, width, 3), OKLab.
    """
    by, number = np.zeros(8), FIT_SIDE * FIT_SIDE
    samples, within = np.zeros((SPOTS, number, 3)), 0.0
    if not map_corners(corners, by):
        return -1e9
    sample_spots(image, by, FIT_SIDE, FIT_REACH, samples)
    mean = samples.sum(axis=1) / number
    for spot in range(SPOTS):
        for sample in range(number):
            apart = 0.0
            for channel in range(3):
                apart += (samples[spot, sample, channel] - mean[spot, channel]) ** 2
            within += min(apart, UNEVEN) / (SPOTS * number)
    between = ((mean - mean.sum(axis=0) / SPOTS) ** 2).sum() / SPOTS
    return logarithm((between + 1e-4) / (within + 2e-4))


@kernel
def fit_corners(image: Float32s, corners: Float64s) -> float:
    """Refine corners by coordinate search with decreasing steps; return the `fit_quality`.

    Moves are shifts and stretches of all corners, then of single corners.
    """
    start, trial, moves = corners.copy(), corners.copy(), np.zeros((7, 4))
    diagonal, other = corners[4:6] - corners[:2], corners[2:4] - corners[6:8]
    across, down = (diagonal + other) / (2 * COLUMNS - 2), (diagonal - other) / (2 * ROWS - 2)
    moves[0] = 1.0
    moves[1] = -1.0, 1.0, 1.0, -1.0
    moves[2] = -1.0, -1.0, 1.0, 1.0
    for corner in range(4):
        moves[3 + corner, corner] = 1.0
    shift, moved = np.zeros((4, 2)), np.zeros((4, 2))
    best, step = fit_quality(image, corners), FIRST_STEP
    for _ in range(STEPS):
        for _ in range(ROUNDS):
            before = best
            for move in range(28):
                change = step * (1 - 2 * (move % 2))
                moved[:] = shift
                moved[:, move // 2 % 2] += change * moves[move // 4]
                if np.any(np.abs(moved) > FARTHEST):
                    continue
                for part in range(8):
                    u, v = moved[part // 2]
                    trial[part] = start[part] + across[part % 2] * u + down[part % 2] * v
                quality = fit_quality(image, trial) - FIT_HOLD * (moved * moved).sum() / 4
                if quality > best + 1e-4:
                    best = quality
                    shift[:] = moved
                    corners[:] = trial
            if best == before:
                break
        step /= 2
    return best
