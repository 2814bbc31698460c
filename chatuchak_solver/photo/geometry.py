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
    """Fit the homography from ``source`` to ``target``, each of shape (n, 2) with n >= 4.

    References
    ----------
    Hartley, "In defense of the eight-point algorithm", 1997 (normalized points).
    """
    a, to_a = _normalize(source)
    b, to_b = _normalize(target)
    ones, zeros = np.ones(len(a)), np.zeros((len(a), 3))
    flat = np.column_stack((a, ones))
    upper = np.hstack((flat, zeros, -b[:, :1] * flat))
    lower = np.hstack((zeros, flat, -b[:, 1:] * flat))
    rows = np.vstack((upper, lower))
    solution = np.linalg.eigh(rows.T @ rows)[1][:, 0].reshape(3, 3)
    return np.asarray(np.linalg.inv(to_b) @ solution @ to_a)


def _normalize(points: Floats) -> tuple[Floats, Floats]:
    """Return points with mean 0 and mean norm 1, and the normalizing matrix."""
    middle = points.mean(0)
    scale = 1 / (np.linalg.norm(points - middle, axis=1).mean() + 1e-12)
    matrix = np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])
    return (points - middle) * scale, matrix


def linear_light(srgb: NDArray[np.uint8]) -> Floats:
    """Return linear light, 0 to 1, of sRGB values of any shape."""
    tone = np.arange(256) / 255
    return np.asarray(
        np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)[srgb]
    )
