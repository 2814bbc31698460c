"""Homographies, bilinear sampling of spots and refinement of corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import cube_root, exponential, logarithm
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
def map_of_corners(corners: Float64s, by: Float64s) -> bool:
    """Write the homography from grid to image to ``by``.

    Parameters
    ----------
    corners
        float64 of shape (8,) or longer: x and y of the corner spots in pixels, clockwise from the
        upper left.
    by
        float64 of shape (8,): x = (b0 u + b1 v + b2) / (b6 u + b7 v + 1), y likewise from b3, for
        spot centers at integers from 0.

    Returns
    -------
    bool
        False if three corners are collinear.
    """
    dx1, dy1 = corners[2] - corners[4], corners[3] - corners[5]
    dx2, dy2 = corners[6] - corners[4], corners[7] - corners[5]
    area = dx1 * dy2 - dx2 * dy1
    if abs(area) < 1e-9:
        return False
    sx, sy = corners[0] - corners[2] - dx2, corners[1] - corners[3] - dy2
    by[6] = (sx * dy2 - dx2 * sy) / area / (COLUMNS - 1)
    by[7] = (dx1 * sy - sx * dy1) / area / (ROWS - 1)
    for axis in range(2):
        first, right, down = corners[axis], corners[2 + axis], corners[6 + axis]
        by[3 * axis] = (right - first) / (COLUMNS - 1) + by[6] * right
        by[3 * axis + 1] = (down - first) / (ROWS - 1) + by[7] * down
        by[3 * axis + 2] = first
    return True


@kernel
def project(by: Float64s, u: float, v: float, point: Float64s) -> None:
    """Write the pixel at a grid position to ``point``."""
    depth = by[6] * u + by[7] * v + 1.0
    if abs(depth) < 1e-9:
        depth = 1e-9
    point[0] = (by[0] * u + by[1] * v + by[2]) / depth
    point[1] = (by[3] * u + by[4] * v + by[5]) / depth


@kernel
def interpolate(image: Float32s, by: Float64s, u: float, v: float, out: Float64s) -> None:
    """Write the bilinearly interpolated image at a grid position to ``out``."""
    height, width, _ = image.shape
    project(by, u, v, out)
    x = min(max(out[0], 0.0), width - 1.001)
    y = min(max(out[1], 0.0), height - 1.001)
    left, top = int(x), int(y)
    right, down = x - left, y - top
    for channel in range(3):
        upper = image[top, left, channel] * (1.0 - right) + image[top, left + 1, channel] * right
        lower = (
            image[top + 1, left, channel] * (1.0 - right)
            + image[top + 1, left + 1, channel] * right
        )
        out[channel] = upper * (1.0 - down) + lower * down


@kernel
def sample_spots(image: Float32s, by: Float64s, samples: Float64s) -> None:
    """Write the samples to ``samples`` of shape (spots, `SAMPLES`, 3)."""
    for spot in range(SPOTS):
        for sample in range(SAMPLES):
            u = spot % COLUMNS + REACH * (2.0 * (sample % SIDE) / (SIDE - 1) - 1.0)
            v = spot // COLUMNS + REACH * (2.0 * (sample // SIDE) / (SIDE - 1) - 1.0)
            interpolate(image, by, u, v, samples[spot, sample])


@kernel
def fit_quality(image: Float32s, corners: Float64s) -> float:
    """Return the log ratio of the variance between spots to that within.

    Parameters
    ----------
    image
        float32 of shape (height, width, 3), OKLab.
    """
    by = np.zeros(8)
    if not map_of_corners(corners, by):
        return -1e9
    number = FIT_SIDE * FIT_SIDE
    part, mean, middle = np.zeros((number, 3)), np.zeros((SPOTS, 3)), np.zeros(3)
    within = between = 0.0
    for spot in range(SPOTS):
        for sample in range(number):
            u = spot % COLUMNS + FIT_REACH * (2.0 * (sample % FIT_SIDE) / (FIT_SIDE - 1) - 1.0)
            v = spot // COLUMNS + FIT_REACH * (2.0 * (sample // FIT_SIDE) / (FIT_SIDE - 1) - 1.0)
            interpolate(image, by, u, v, part[sample])
            for channel in range(3):
                mean[spot, channel] += part[sample, channel] / number
                middle[channel] += part[sample, channel] / (number * SPOTS)
        for sample in range(number):
            apart = 0.0
            for channel in range(3):
                apart += (part[sample, channel] - mean[spot, channel]) ** 2
            within += min(apart, UNEVEN) / (SPOTS * number)
    for spot in range(SPOTS):
        for channel in range(3):
            between += (mean[spot, channel] - middle[channel]) ** 2 / SPOTS
    return logarithm((between + 1e-4) / (within + 2e-4))


@kernel
def fit_corners(image: Float32s, corners: Float64s) -> float:
    """Refine corners by coordinate search with decreasing steps; return the `fit_quality`.

    Moves are shifts and stretches of all corners, then of single corners.
    """
    across, down, shift, moved = np.zeros(2), np.zeros(2), np.zeros((4, 2)), np.zeros((4, 2))
    for axis in range(2):
        diagonal, other = corners[4 + axis] - corners[axis], corners[2 + axis] - corners[6 + axis]
        across[axis] = (diagonal + other) / (2 * (COLUMNS - 1))
        down[axis] = (diagonal - other) / (2 * (ROWS - 1))
    trial, start = corners[:8].copy(), corners[:8].copy()
    best, step = fit_quality(image, corners), FIRST_STEP
    for _ in range(STEPS):
        for _ in range(ROUNDS):
            gained = False
            for move in range(28):
                # Shift or stretch all corners, or shift a single corner.
                kind, axis, change = move // 4, move // 2 % 2, step * (1 - 2 * (move % 2))
                moved[:] = shift
                far, held = 0.0, 0.0
                for corner in range(4):
                    if kind == 0 or kind == corner + 3:
                        moved[corner, axis] += change
                    elif kind < 3:
                        is_plus = corner >= 2 if kind == 2 else corner == 1 or corner == 2
                        moved[corner, axis] += change if is_plus else -change
                    for part in range(2):
                        far = max(far, abs(moved[corner, part]))
                        held += moved[corner, part] * moved[corner, part] / 4
                        trial[2 * corner + part] = (
                            start[2 * corner + part]
                            + across[part] * moved[corner, 0]
                            + down[part] * moved[corner, 1]
                        )
                if far > FARTHEST:
                    continue
                quality = fit_quality(image, trial) - FIT_HOLD * held
                if quality > best + 1e-4:
                    best, gained = quality, True
                    shift[:] = moved
                    corners[:8] = trial
            if not gained:
                break
        step /= 2
    return best
