"""Homographies and the conversion of sRGB to linear light."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.puzzle import STANDARD_BOARD

Floats = NDArray[np.float64]
ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
CORNER_SPOTS: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)
"""Corner spots of a grid, in spots."""


def project(homography: Floats, points: Floats) -> Floats:
    """Apply a homography of shape (3, 3) to points of shape (..., 2)."""
    moved = points @ homography[:, :2].T + homography[:, 2]
    depth = np.where(np.abs(moved[..., 2:]) < 1e-9, 1e-9, moved[..., 2:])
    return np.asarray(moved[..., :2] / depth)


def fit_homography(source: Floats, target: Floats) -> Floats:
    """Return the homography from four points to four others, each of shape (4, 2)."""
    flat, zeros = np.column_stack((source, np.ones(4))), np.zeros((4, 3))
    upper = np.hstack((flat, zeros, -target[:, :1] * source))
    lower = np.hstack((zeros, flat, -target[:, 1:] * source))
    solution = np.linalg.solve(np.vstack((upper, lower)), target.T.ravel())
    return np.append(solution, 1).reshape(3, 3)


def linear_light(srgb: NDArray[np.uint8]) -> Floats:
    """Return linear light, 0 to 1, of sRGB values of any shape."""
    tone = np.arange(256) / 255
    return np.asarray(
        np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)[srgb]
    )
