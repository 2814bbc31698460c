"""Homographies, rectified views of a tile, and their combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.errors import InputError
from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.photo.kernels.views import (
    HEIGHT,
    MARGIN,
    PIXELS,
    WIDTH,
    encode_srgb,
    merge_view,
    rectify,
)
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


View = Float32s
"""See `chatuchak_solver.photo.kernels.views`."""

ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
CORNER_SPOTS: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)


def project(homography: Float64s, points: Float64s) -> Float64s:
    """Apply a homography of shape (3, 3) to points of shape (..., 2)."""
    moved = points @ homography[:, :2].T + homography[:, 2]
    depth = np.where(np.abs(moved[..., 2:]) < 1e-9, 1e-9, moved[..., 2:])
    return np.asarray(moved[..., :2] / depth)


def fit_homography(source: Float64s, target: Float64s) -> Float64s:
    """Return the homography from four points to four others, of shape (4, 2)."""
    flat, zeros = np.column_stack((source, np.ones(4))), np.zeros((4, 3))
    upper = np.hstack((flat, zeros, -target[:, :1] * source))
    lower = np.hstack((zeros, flat, -target[:, 1:] * source))
    solution = np.linalg.solve(np.vstack((upper, lower)), target.T.ravel())
    return np.append(solution, 1).reshape(3, 3)


def view_corners() -> Float64s:
    """Return the corner spots in a view, of shape (4, 2), in pixels."""
    return (CORNER_SPOTS + MARGIN) * PIXELS


def rectify_view(image: Image.Image, corners: Float64s) -> View:
    """Return the view of a tile; corners are in pixels. Raise `InputError` if degenerate."""
    view = np.zeros((HEIGHT, WIDTH, 3), np.float32)
    if not rectify(np.array(image), corners.ravel() - 0.5, view):
        raise InputError("invalid corners: expected no three on one line")
    return view


def combine_views(views: Sequence[View]) -> Image.Image:
    """Return the minimum of several views, per pixel and channel, as an image.

    The brightness of each is first adapted to the most colorful view; see `merge_view`.
    """

    def colorfulness(view: View) -> float:
        return float(np.nanmedian(view.std(axis=-1)))

    first, *remaining = sorted(views, key=colorfulness, reverse=True)
    light, picture = first.copy(), np.zeros(first.shape, np.uint8)
    for view in remaining:
        merge_view(light, view)
    encode_srgb(light, picture)
    image: Image.Image = pillow("Image").fromarray(picture)
    return image
