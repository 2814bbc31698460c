"""Rectified views of a tile and their combination.

A view is float32 of shape (`HEIGHT`, `WIDTH`, 3): linear light, 0 to 1, nan outside the photo.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels.elementary import ascending, exponential, logarithm, median
from chatuchak_solver.photo.kernels.geometry import interpolate, map_corners, project, solve_linear
from chatuchak_solver.photo.kernels.sampling import OFFSET
from chatuchak_solver.photo.kernels.segmentation import linear_image

PIXELS, MARGIN = 30, 1.25
"""Pixels per spot, and the margin around the outermost spots, in spots."""
WIDTH, HEIGHT = 225, 195

STEP, MIN_PIXELS = 3, 100
"""Distance of the compared pixels, and their minimum number."""
TERMS, ROUNDS = 6, 6
FIRST_TOLERANCE, MIN_TOLERANCE, INLIERS = 0.5, 0.12, 0.35
"""Difference of log light from the median that counts as an inlier at first, the minimum of later
rounds, and the least share of inliers."""


@precompiled("photo", makes_arrays=True, unrolls=True)
def rectify(image: Cube[np.uint8], tile: Float64s, view: Cube[np.float32]) -> bool:
    """Write the view of a tile, interpolated bilinearly; return False for degenerate corners.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    tile
        float64 of shape (8,) or longer: the corners, as in `read_tile`.
    """
    by, at = np.zeros(8), np.zeros(3)
    height, width, _ = image.shape
    if not map_corners(tile, by):
        return False
    light = linear_image(image)
    for row in range(view.shape[0]):
        for column in range(view.shape[1]):
            u, v = (column + 0.5) / PIXELS - MARGIN, (row + 0.5) / PIXELS - MARGIN
            project(by, u, v, at)
            if -0.5 <= at[0] < width - 0.5 and -0.5 <= at[1] < height - 0.5:
                interpolate(light, by, u, v, at)
                view[row, column] = at
            else:
                view[row, column] = np.nan
    return True


@kernel
def _fill_terms(row: int, column: int, height: int, width: int, terms: Float64s) -> None:
    x, y = column / width - 0.5, row / height - 0.5
    terms[0], terms[1], terms[2] = 1.0, x, y
    terms[3], terms[4], terms[5] = x * x, x * y, y * y


@precompiled("photo", makes_arrays=True, unrolls=True)
def merge_view(view: Cube[np.float32], other: Cube[np.float32]) -> None:
    """Lower ``view`` to the minimum with ``other``, per pixel and channel.

    Reflections only add light. A quadratic field of log light, fitted to inliers, first adapts the
    brightness of ``other``.
    """
    height, width, _ = view.shape
    total = ((height - 1) // STEP + 1) * ((width - 1) // STEP + 1)
    rows, term, known = np.zeros((total, TERMS + 3)), np.zeros(TERMS), 0
    for row in range(0, height, STEP):
        for column in range(0, width, STEP):
            if np.isnan(view[row, column, 0]) or np.isnan(other[row, column, 0]):
                continue
            _fill_terms(row, column, height, width, rows[known])
            for channel in range(3):
                light, other_light = view[row, column, channel], other[row, column, channel]
                difference = logarithm(light + OFFSET) - logarithm(other_light + OFFSET)
                rows[known, TERMS + channel] = difference
            known += 1
    if known < MIN_PIXELS:
        return
    rows, error = rows[:known], np.zeros(known)
    for place in range(known):
        error[place] = rows[place, TERMS:].mean()
    error, tolerance = np.abs(error - median(error)), FIRST_TOLERANCE
    system, fit = np.zeros((TERMS, TERMS + 3)), np.zeros((TERMS, 3))
    for _ in range(ROUNDS):
        system[:] = 0.0
        for a in range(TERMS):
            system[a, a] = 1e-9
            for place in range(known):
                if error[place] <= tolerance:
                    system[a] += rows[place, a] * rows[place]
        solve_linear(system)
        fit[:] = system[:, TERMS:]
        for place in range(known):
            rest = rows[place, TERMS:].copy()
            for a in range(TERMS):
                rest -= rows[place, a] * fit[a]
            error[place] = np.abs(rest).mean()
        tolerance = max(MIN_TOLERANCE, ascending(error)[int(INLIERS * (known - 1))])
    for row in range(height):
        for column in range(width):
            if np.isnan(other[row, column, 0]):
                continue
            _fill_terms(row, column, height, width, term)
            for channel in range(3):
                field = 0.0
                for a in range(TERMS):
                    field += term[a] * fit[a, channel]
                light = (other[row, column, channel] + OFFSET) * exponential(field) - OFFSET
                if not view[row, column, channel] <= light:
                    view[row, column, channel] = light


@precompiled("photo", makes_arrays=True, unrolls=True)
def encode_srgb(view: Cube[np.float32], image: Cube[np.uint8]) -> None:
    """Write a view to a uint8 ``image`` of its shape, black where unknown."""
    for row in range(view.shape[0]):
        for column in range(view.shape[1]):
            for channel in range(3):
                light = float(view[row, column, channel])
                light = 0.0 if np.isnan(light) else min(max(light, 0.0), 1.0)
                tone = 12.92 * light
                if light > 0.0031308:
                    tone = 1.055 * exponential(logarithm(light) / 2.4) - 0.055
                image[row, column, channel] = int(255.0 * tone + 0.5)
