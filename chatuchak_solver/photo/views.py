"""Homographies, rectified views of a tile, and their combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


View = Float32s
"""Tones, 0 to 1, of shape (rows, columns, 3); nan outside the photo."""

ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
CORNER_SPOTS: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)

PIXELS: Final = 30
MARGIN: Final = 1.25
"""Margin around the outermost spots, in spots."""
OFFSET: Final = 0.1
"""Added to tones before taking logarithms."""
ROUNDS: Final = 6
MAX_DEVIATION: Final = 0.25
"""Maximum difference of log tones from the median of pixels counted as inliers at first."""
MIN_TOLERANCE, INLIER_PERCENT = 0.06, 35
"""Minimum difference of log tones, and percentage of pixels, counted as inliers."""


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
    """Return a tile rectified by bilinear interpolation; corners are in pixels."""
    images, size = pillow("Image"), np.round(2 * MARGIN * PIXELS + CORNER_SPOTS[2] * PIXELS)
    coefficients = fit_homography(view_corners(), corners).ravel()[:8].tolist()
    view = np.asarray(
        image.convert("RGBA").transform(
            size.astype(int).tolist(), images.Transform.PERSPECTIVE, coefficients,
            images.Resampling.BILINEAR,
        )
    )  # fmt: skip
    return np.where(view[..., 3:] == 255, view[..., :3] / np.float32(255), np.float32(np.nan))


def combine_views(views: Sequence[View]) -> Image.Image:
    """Return the minimum of several views, per pixel and channel, as an image.

    A smooth field, fitted to inliers, first adapts their brightness to the most colorful view.
    """

    def colorfulness(view: View) -> float:
        return float(np.nanmedian(np.nanstd(view, axis=-1)))

    tones, *remaining = sorted(views, key=colorfulness, reverse=True)
    for view in remaining:
        tones = np.fmin(tones, _adapt_brightness(view, tones))
    tones = np.clip(np.nan_to_num(tones), 0, 1)
    picture: Image.Image = pillow("Image").fromarray((tones * 255 + 0.5).astype(np.uint8))
    return picture


def _adapt_brightness(view: View, reference: View) -> View:
    height, width, _ = view.shape
    y, x = np.mgrid[:height, :width] / np.array([height, width])[:, None, None] - 0.5
    terms = np.stack((np.ones_like(x), x, y, x * x, x * y, y * y), -1)
    ratio = (np.log(reference + OFFSET) - np.log(view + OFFSET))[::3, ::3].reshape(-1, 3)
    known = np.isfinite(ratio).all(1)
    if known.sum() < 100:
        return np.full_like(view, np.nan)
    ratio, at = ratio[known], terms[::3, ::3].reshape(-1, terms.shape[-1])[known]
    gray = ratio.mean(1)
    inliers = np.abs(gray - np.median(gray)) < MAX_DEVIATION
    fit = np.zeros((terms.shape[-1], 3))
    for _ in range(ROUNDS):
        fit = np.linalg.lstsq(at[inliers], ratio[inliers], rcond=None)[0]
        error = np.abs(ratio - at @ fit).mean(1)
        inliers = error <= max(MIN_TOLERANCE, np.percentile(error, INLIER_PERCENT))
    return ((view + OFFSET) * np.exp(terms @ fit) - OFFSET).astype(np.float32)
