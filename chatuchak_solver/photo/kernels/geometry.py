"""Homographies from a grid of spots to a photo, and places of tiles."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import ascending
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS

MARGIN = 0.6
"""Margin of a tile around its outermost spots, in spots."""

SAME = 0.5
"""Maximum distance of the corners of candidates of the same tile, in spots."""


@kernel
def least_squares(equations: Float64s, ridge: Float64s) -> Float64s:
    """Return the least-squares solutions of linear equations, of shape (n, m).

    Parameters
    ----------
    equations
        float64 of shape (equations, n + m): coefficients and m right sides.
    ridge
        float64 of shape (n,): regularization of each unknown toward zero.
    """
    n, columns = len(ridge), equations.shape[1]
    system = np.zeros((n, columns))
    for row in equations:
        for a in range(n):
            for b in range(columns):
                system[a, b] += row[a] * row[b]
    for a in range(n):
        system[a, a] += ridge[a]
    for pivot in range(n):  # Gauss-Jordan elimination
        scale = 1.0 / system[pivot, pivot]
        for column in range(pivot, columns):
            system[pivot, column] *= scale
        for row in range(n):
            factor = system[row, pivot]
            for column in range(pivot, columns if row != pivot else 0):
                system[row, column] -= factor * system[pivot, column]
    return system[:, n:]


@kernel
def fit_homography(places: Float64s, points: Float64s, damping: float) -> Float64s:
    """Return the homography from places to points by least squares.

    Parameters
    ----------
    places, points
        float64 of shape (n, 2): columns and rows of the grid, and pixels.
    damping
        Regularization of the perspective toward zero.

    Returns
    -------
    Float64s
        float64 of shape (8,): x = (b0 u + b1 v + b2) / (b6 u + b7 v + 1), y likewise from b3, for
        spot centers at integers from 0.
    """
    equations, ridge = np.zeros((2 * len(places), 9)), np.full(8, 1e-9)
    ridge[6:] += damping * 0.37 * (points[:, 0].var() + points[:, 1].var())
    for place in range(len(places)):
        for axis in range(2):
            row = equations[2 * place + axis]
            row[3 * axis : 3 * axis + 2] = places[place]
            row[3 * axis + 2] = 1.0
            row[8] = points[place, axis]
            row[6:8] = -row[8] * places[place]
    return least_squares(equations, ridge)[:, 0].copy()


@kernel
def corner_spots() -> Float64s:
    """Return columns and rows of the corner spots, clockwise from the upper left."""
    places = np.zeros((4, 2))
    places[1:3, 0], places[2:, 1] = COLUMNS - 1, ROWS - 1
    return places


@kernel
def map_corners(tile: Float64s) -> Float64s:
    """Return the homography from grid to image; see `fit_homography`.

    Parameters
    ----------
    tile
        float64 of shape (8,) or longer: x and y of the corner spots in pixels, clockwise from the
        upper left.
    """
    points = np.zeros((4, 2))
    points[:, 0], points[:, 1] = tile[0:8:2], tile[1:8:2]
    return fit_homography(corner_spots(), points, 0.0)


@kernel
def is_convex(tile: Float64s) -> bool:
    """Return whether the corner spots are clockwise, and no three are collinear."""
    for corner in range(0, 8, 2):
        side = tile[(corner + 2) % 8] - tile[corner], tile[(corner + 3) % 8] - tile[corner + 1]
        x, y = tile[(corner + 4) % 8] - tile[corner], tile[(corner + 5) % 8] - tile[corner + 1]
        if side[0] * y - side[1] * x < 1e-9:
            return False
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
def project(by: Float64s, u: float, v: float) -> tuple[float, float]:
    """Return the pixel at a grid position."""
    depth = by[6] * u + by[7] * v + 1.0
    if abs(depth) < 1e-9:
        depth = 1e-9
    return (by[0] * u + by[1] * v + by[2]) / depth, (by[3] * u + by[4] * v + by[5]) / depth


@kernel
def interpolate(image: Float32s, by: Float64s, u: float, v: float, out: Float64s) -> None:
    """Write the bilinearly interpolated image at a grid position to ``out``."""
    height, width, _ = image.shape
    x, y = project(by, u, v)
    x, y = min(max(x, 0.0), width - 1.001), min(max(y, 0.0), height - 1.001)
    left, top = int(x), int(y)
    right, down = x - left, y - top
    for channel in range(3):
        first, second = image[top, left, channel], image[top, left + 1, channel]
        upper = first * (1.0 - right) + second * right
        first, second = image[top + 1, left, channel], image[top + 1, left + 1, channel]
        out[channel] = upper * (1.0 - down) + (first * (1.0 - right) + second * right) * down


@kernel
def mean_pitch(tile: Float64s) -> float:
    """Return the mean distance of spots in pixels, from the area; 0 if counterclockwise."""
    width, height = tile[4] - tile[0], tile[5] - tile[1]
    area = (width * (tile[7] - tile[3]) - height * (tile[6] - tile[2])) / 2
    return sqrt(max(area, 0.0) / ((COLUMNS - 1) * (ROWS - 1)))


@kernel
def overlap(tile: Float64s, other: Float64s) -> bool:
    """Return whether the middle of a tile is less than a tile from that of another.

    Columns and rows are by the larger scale.
    """
    columns = rows = 1e9
    x, y = (other[0:8:2] - tile[0:8:2]).mean(), (other[1:8:2] - tile[1:8:2]).mean()
    for grid in (tile[:8].copy(), other[:8].copy()):
        diagonal, second = grid[4:6] - grid[:2], grid[2:4] - grid[6:8]
        right, down = (diagonal + second) / (2 * COLUMNS - 2), (diagonal - second) / (2 * ROWS - 2)
        area = max(right[0] * down[1] - right[1] * down[0], 1e-9)
        columns = min(columns, abs(x * down[1] - y * down[0]) / area)
        rows = min(rows, abs(right[0] * y - right[1] * x) / area)
    return columns < COLUMNS - 1 + MARGIN and rows < ROWS - 1 + MARGIN


@kernel
def is_same(tile: Float64s, other: Float64s) -> bool:
    """Return whether two tiles have the same corners, in the same order."""
    off = (tile[:8] - other[:8]) ** 2
    return not np.any(off[0::2] + off[1::2] > (SAME * mean_pitch(other)) ** 2)


@kernel
def cut_edge(image: UInt8s, tile: Float64s) -> tuple[int, float]:
    """Return the edge that cuts a tile most, and the pixels beyond it.

    Edges are 0 left, 1 right, 2 top and 3 bottom; the pixels are negative inside.
    """
    height, width, _ = image.shape
    x, y, beyond = ascending(tile[0:8:2]), ascending(tile[1:8:2]), np.zeros(4)
    beyond[:] = -x[0], x[3] - width + 1, -y[0], y[3] - height + 1
    edge = np.argmax(beyond)
    return int(edge), float(beyond[edge])
