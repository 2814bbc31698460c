"""Homographies from a grid of spots to a photo, and places of tiles."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS

MARGIN = 0.6
"""Margin of a tile around its outermost spots, in spots."""


@kernel
def solve_linear(system: Float64s) -> None:
    """Solve linear equations with a positive definite matrix in place (Gauss-Jordan).

    Parameters
    ----------
    system
        float64 of shape (n, n + m): the matrix and m right sides, replaced by the solutions.
    """
    n, columns = system.shape
    for pivot in range(n):
        scale = 1.0 / system[pivot, pivot]
        for column in range(pivot, columns):
            system[pivot, column] *= scale
        for row in range(n):
            factor = system[row, pivot]
            for column in range(pivot, columns if row != pivot else 0):
                system[row, column] -= factor * system[pivot, column]


@kernel
def fit_homography(places: Float64s, points: Float64s, damping: float, by: Float64s) -> None:
    """Fit a homography by least squares.

    Parameters
    ----------
    places, points
        float64 of shape (n, 2): columns and rows of the grid, and pixels.
    damping
        Regularization of the perspective toward zero.
    by
        Output, float64 of shape (8,): x = (b0 u + b1 v + b2) / (b6 u + b7 v + 1), y likewise from
        b3, for spot centers at integers from 0.
    """
    middle = np.zeros(2)
    middle[0], middle[1] = points[:, 0].mean(), points[:, 1].mean()
    scale = np.abs(points - middle).mean() + 1e-9
    system, row = np.zeros((8, 9)), np.zeros(9)
    for place in range(len(places)):
        for axis in range(2):
            row[:] = 0.0
            row[3 * axis : 3 * axis + 2] = places[place]
            row[3 * axis + 2] = 1.0
            row[8] = (points[place, axis] - middle[axis]) / scale
            row[6:8] = -row[8] * places[place]
            for a in range(8):
                for b in range(9):
                    system[a, b] += row[a] * row[b]
    for a in range(8):
        system[a, a] += damping + 1e-9 if a >= 6 else 1e-9
    solve_linear(system)
    by[6:] = system[6:, 8]
    for axis in range(2):
        for part in range(3):
            last = system[6 + part, 8] if part < 2 else 1.0
            by[3 * axis + part] = scale * system[3 * axis + part, 8] + middle[axis] * last


@kernel
def map_corners(corners: Float64s, by: Float64s) -> bool:
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
def invert(by: Float64s) -> Float64s:
    """Return the homography from pixels to the grid."""
    a, b, c, d, e, f, g, h = by
    back = np.zeros(8)
    back[0], back[1], back[2] = e - f * h, c * h - b, b * f - c * e
    back[3], back[4], back[5] = f * g - d, a - c * g, c * d - a * f
    back[6], back[7] = d * h - e * g, b * g - a * h
    back /= a * e - b * d
    return back


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
        first, second = image[top, left, channel], image[top, left + 1, channel]
        upper = first * (1.0 - right) + second * right
        first, second = image[top + 1, left, channel], image[top + 1, left + 1, channel]
        out[channel] = upper * (1.0 - down) + (first * (1.0 - right) + second * right) * down


@kernel
def mean_pitch(corners: Float64s) -> float:
    """Return the mean distance of spots in pixels, from the area; 0 if counterclockwise."""
    width, height = corners[4] - corners[0], corners[5] - corners[1]
    area = (width * (corners[7] - corners[3]) - height * (corners[6] - corners[2])) / 2
    return sqrt(max(area, 0.0) / ((COLUMNS - 1) * (ROWS - 1)))


@kernel
def overlap(tile: Float64s, other: Float64s) -> bool:
    """Return whether the middle of a tile is less than a tile from that of another."""
    by, here = np.zeros(8), np.zeros(2)
    for order in range(2):
        first, second = (tile, other) if order == 0 else (other, tile)
        map_corners(first, by)
        project(invert(by), second[0:8:2].mean(), second[1:8:2].mean(), here)
        across, along = abs(here[0] - (COLUMNS - 1) / 2), abs(here[1] - (ROWS - 1) / 2)
        if across < COLUMNS - 1 + MARGIN and along < ROWS - 1 + MARGIN:
            return True
    return False


@kernel
def cut_edge(image: UInt8s, corners: Float64s) -> tuple[int, float]:
    """Return the edge that cuts a tile most, and the pixels beyond it.

    Edges are 0 left, 1 right, 2 top and 3 bottom; the pixels are negative inside.
    """
    height, width, _ = image.shape
    beyond, here = np.full(4, -1e18), np.zeros(4)
    for corner in range(0, 8, 2):
        x, y = corners[corner], corners[corner + 1]
        here[0], here[1], here[2], here[3] = -x, x - width + 1, -y, y - height + 1
        beyond = np.maximum(beyond, here)
    edge = np.argmax(beyond)
    return int(edge), float(beyond[edge])
