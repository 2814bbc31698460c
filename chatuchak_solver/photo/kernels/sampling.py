"""Sampling of spots: homographies, bilinear interpolation and refinement of corners."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import cube_root, exponential, logarithm

OFFSET = 0.02
"""Added to light before logarithms, to reduce the weight of dark colors."""

SIDE = 11
"""Samples along a side of a spot."""
SAMPLES = SIDE * SIDE
REACH = 0.36
"""Distance of the outermost samples from the center of a spot, in spots."""
BETWEEN_REACH = 0.06

FIT_SIDE = 5
FIT_REACH = 0.26
FIT_HOLD = 10.0
"""Regularization of the corners toward their initial positions."""
FARTHEST = 0.3
"""Maximum shift of a corner, in spots."""
FIRST_STEP, STEPS, ROUNDS = 0.16, 4, 4
UNEVEN = 0.02
"""Maximum counted squared deviation of a sample."""


@kernel
def linear_table(table: Float64s) -> None:
    """Write the light, 0 to 1, of each sRGB value to ``table`` of length 256."""
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
def map_of_corners(corners: Float64s, columns: int, rows: int, out: Float64s) -> bool:
    """Write the homography from grid to image to ``out``.

    Parameters
    ----------
    corners
        float64 of shape (4, 2), in pixels: upper left, upper right, lower right, lower left.
    columns, rows
        Size of the grid. Centers of spots are integers from 0.
    out
        float64 of shape (8,): x = (o0 u + o1 v + o2) / (o6 u + o7 v + 1), y likewise from o3.

    Returns
    -------
    bool
        False if three corners are collinear.
    """
    x0, y0 = corners[0, 0], corners[0, 1]
    x1, y1 = corners[1, 0], corners[1, 1]
    x2, y2 = corners[2, 0], corners[2, 1]
    x3, y3 = corners[3, 0], corners[3, 1]
    dx1, dy1 = x1 - x2, y1 - y2
    dx2, dy2 = x3 - x2, y3 - y2
    sx, sy = x0 - x1 + x2 - x3, y0 - y1 + y2 - y3
    area = dx1 * dy2 - dx2 * dy1
    if abs(area) < 1e-9:
        return False
    g = (sx * dy2 - dx2 * sy) / area
    h = (dx1 * sy - sx * dy1) / area
    width, height = float(columns - 1), float(rows - 1)
    out[0] = (x1 - x0 + g * x1) / width
    out[1] = (x3 - x0 + h * x3) / height
    out[2] = x0
    out[3] = (y1 - y0 + g * y1) / width
    out[4] = (y3 - y0 + h * y3) / height
    out[5] = y0
    out[6] = g / width
    out[7] = h / height
    return True


@kernel
def project(by: Float64s, u: float, v: float, point: Float64s) -> None:
    """Write the pixel at a position of the grid to ``point``."""
    depth = by[6] * u + by[7] * v + 1.0
    if abs(depth) < 1e-9:
        depth = 1e-9
    point[0] = (by[0] * u + by[1] * v + by[2]) / depth
    point[1] = (by[3] * u + by[4] * v + by[5]) / depth


@kernel
def interpolate(image: Float32s, by: Float64s, u: float, v: float, out: Float64s) -> None:
    """Write the bilinearly interpolated image at a position of the grid to ``out``."""
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
def sample_spots(image: Float32s, by: Float64s, columns: int, rows: int, samples: Float64s) -> None:
    """Write the samples of each spot to ``samples`` of shape (spots, `SAMPLES`, 3)."""
    for spot in range(rows * columns):
        for sample in range(SAMPLES):
            u = spot % columns + REACH * (2.0 * (sample % SIDE) / (SIDE - 1) - 1.0)
            v = spot // columns + REACH * (2.0 * (sample // SIDE) / (SIDE - 1) - 1.0)
            interpolate(image, by, u, v, samples[spot, sample])


@kernel
def sample_between(
    image: Float32s, by: Float64s, columns: int, rows: int, between: Float64s
) -> None:
    """Write light at the corners between spots to ``between`` of shape (rows + 1, columns + 1, 3).

    It is the median of nine samples, per channel.
    """
    value = np.zeros(3)
    nine = np.zeros((3, 9))
    for row in range(rows + 1):
        for column in range(columns + 1):
            for sample in range(9):
                u = column - 0.5 + BETWEEN_REACH * (sample % 3 - 1)
                v = row - 0.5 + BETWEEN_REACH * (sample // 3 - 1)
                interpolate(image, by, u, v, value)
                for channel in range(3):
                    place = sample  # insertion sort
                    while place > 0 and nine[channel, place - 1] > value[channel]:
                        nine[channel, place] = nine[channel, place - 1]
                        place -= 1
                    nine[channel, place] = value[channel]
            for channel in range(3):
                between[row, column, channel] = nine[channel, 4]


@kernel
def fit_quality(image: Float32s, corners: Float64s, columns: int, rows: int) -> float:
    """Return the log ratio of the variance between spots to the variance within.

    Parameters
    ----------
    image
        float32 of shape (height, width, 3), OKLab.
    """
    by = np.zeros(8)
    if not map_of_corners(corners, columns, rows, by):
        return -1e9
    spots = rows * columns
    part = np.zeros((FIT_SIDE * FIT_SIDE, 3))
    mean = np.zeros((spots, 3))
    within = 0.0
    for spot in range(spots):
        for sample in range(FIT_SIDE * FIT_SIDE):
            u = spot % columns + FIT_REACH * (2.0 * (sample % FIT_SIDE) / (FIT_SIDE - 1) - 1.0)
            v = spot // columns + FIT_REACH * (2.0 * (sample // FIT_SIDE) / (FIT_SIDE - 1) - 1.0)
            interpolate(image, by, u, v, part[sample])
            for channel in range(3):
                mean[spot, channel] += part[sample, channel] / (FIT_SIDE * FIT_SIDE)
        for sample in range(FIT_SIDE * FIT_SIDE):
            apart = 0.0
            for channel in range(3):
                off = part[sample, channel] - mean[spot, channel]
                apart += off * off
            within += min(apart, UNEVEN)
    between = 0.0
    for channel in range(3):
        middle = 0.0
        for spot in range(spots):
            middle += mean[spot, channel] / spots
        for spot in range(spots):
            off = mean[spot, channel] - middle
            between += off * off / spots
    within /= spots * FIT_SIDE * FIT_SIDE
    return logarithm((between + 1e-4) / (within + 2e-4))


@kernel
def fit_corners(image: Float32s, corners: Float64s, columns: int, rows: int) -> float:
    """Refine corners by coordinate search with decreasing steps; return the `fit_quality`.

    Moves are shifts and stretches of all corners, then shifts of single corners.
    """
    # Mean column and row vectors, in pixels.
    ux = (corners[1, 0] - corners[0, 0] + corners[2, 0] - corners[3, 0]) / 2 / (columns - 1)
    uy = (corners[1, 1] - corners[0, 1] + corners[2, 1] - corners[3, 1]) / 2 / (columns - 1)
    vx = (corners[3, 0] - corners[0, 0] + corners[2, 0] - corners[1, 0]) / 2 / (rows - 1)
    vy = (corners[3, 1] - corners[0, 1] + corners[2, 1] - corners[1, 1]) / 2 / (rows - 1)
    shift = np.zeros((4, 2))
    trial = np.zeros((4, 2))
    moved = np.zeros((4, 2))
    best = fit_quality(image, corners, columns, rows)
    step = FIRST_STEP
    for _ in range(STEPS):
        for _ in range(ROUNDS):
            gained = False
            for move in range(28):
                # Move all corners (shift, stretch across, stretch down) or a single corner.
                kind, axis, sign = move // 4, move // 2 % 2, 1.0 - 2.0 * (move % 2)
                far, held = 0.0, 0.0
                for corner in range(4):
                    part = 0.0
                    if kind == 0:
                        part = 1.0
                    elif kind == 1:
                        part = 1.0 if corner == 1 or corner == 2 else -1.0
                    elif kind == 2:
                        part = 1.0 if corner >= 2 else -1.0
                    elif corner == kind - 3:
                        part = 1.0
                    for other in range(2):
                        moved[corner, other] = shift[corner, other]
                    moved[corner, axis] += part * sign * step
                    for other in range(2):
                        far = max(far, abs(moved[corner, other]))
                        held += moved[corner, other] * moved[corner, other] / 4
                    trial[corner, 0] = corners[corner, 0] + ux * moved[corner, 0]
                    trial[corner, 0] += vx * moved[corner, 1]
                    trial[corner, 1] = corners[corner, 1] + uy * moved[corner, 0]
                    trial[corner, 1] += vy * moved[corner, 1]
                # Accept if the quality gain exceeds the regularization.
                if far > FARTHEST:
                    continue
                quality = fit_quality(image, trial, columns, rows) - FIT_HOLD * held
                if quality > best + 1e-4:
                    best = quality
                    gained = True
                    for corner in range(4):
                        for other in range(2):
                            shift[corner, other] = moved[corner, other]
            if not gained:
                break
        step /= 2
    # From spots to pixels.
    for corner in range(4):
        corners[corner, 0] += ux * shift[corner, 0] + vx * shift[corner, 1]
        corners[corner, 1] += uy * shift[corner, 0] + vy * shift[corner, 1]
    return best
