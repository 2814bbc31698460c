"""Projective maps of a plane, fitted to points; and the light that a picture's values stand for."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def mapped(by: Floats, points: Floats) -> Floats:
    """Return points, of shape (..., 2), as a projective map of shape (3, 3) takes them."""
    moved = points @ by[:, :2].T + by[:, 2]
    depth = np.where(np.abs(moved[..., 2:]) < 1e-9, 1e-9, moved[..., 2:])
    return np.asarray(moved[..., :2] / depth)


def fit_map(source: Floats, target: Floats) -> Floats:
    """Return the projective map that takes ``source`` nearest to ``target``, each (n, 2), n >= 4.

    References
    ----------
    Hartley, "In defense of the eight-point algorithm", 1997: points are centered and scaled first.
    """
    a, before = _centered(source)
    b, after = _centered(target)
    ones, nothing = np.ones(len(a)), np.zeros((len(a), 3))
    flat = np.column_stack((a, ones))
    upper = np.hstack((flat, nothing, -b[:, :1] * flat))
    lower = np.hstack((nothing, flat, -b[:, 1:] * flat))
    rows = np.vstack((upper, lower))
    solution = np.linalg.eigh(rows.T @ rows)[1][:, 0].reshape(3, 3)
    return np.asarray(np.linalg.inv(after) @ solution @ before)


def _centered(points: Floats) -> tuple[Floats, Floats]:
    """Return points around 0 at a mean distance of 1, and the map that takes them there."""
    middle = points.mean(0)
    scale = 1 / (np.linalg.norm(points - middle, axis=1).mean() + 1e-12)
    by = np.array([[scale, 0, -scale * middle[0]], [0, scale, -scale * middle[1]], [0, 0, 1.0]])
    return (points - middle) * scale, by


def light_of(srgb: NDArray[np.uint8]) -> Floats:
    """Return the linear light, 0 to 1, of sRGB values of any shape."""
    tone = np.arange(256) / 255
    return np.asarray(
        np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)[srgb]
    )
