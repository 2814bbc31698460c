"""Homographies, rectified views of a tile, and their combination."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, UInt8s
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


View = Float32s
"""Linear light, 0 to 1, of shape (rows, columns, 3); nan outside the photo."""

ACROSS, DOWN = STANDARD_BOARD.columns - 1, STANDARD_BOARD.rows - 1
CORNER_SPOTS: Final = np.array([[0, 0], [ACROSS, 0], [ACROSS, DOWN], [0, DOWN]], float)

PIXELS: Final = 30
MARGIN: Final = 1.25
"""Margin around the outermost spots, in spots."""
OFFSET: Final = 0.02
"""Light added before taking logarithms."""
ROUNDS: Final = 6
MIN_TOLERANCE, INLIER_PERCENT = 0.12, 35
"""Minimum difference of log light, and percentage of pixels, counted as inliers."""


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


def linear_light(srgb: UInt8s) -> Float64s:
    """Return linear light, 0 to 1, of sRGB values."""
    tone = np.arange(256) / 255
    return np.asarray(
        np.where(tone <= 0.04045, tone / 12.92, ((tone + 0.055) / 1.055) ** 2.4)[srgb]
    )


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
    light = linear_light(view[..., :3])
    return np.where(view[..., 3:] == 255, light, np.nan).astype(np.float32)


def combine_views(views: Sequence[View]) -> Image.Image:
    """Return the minimum of several views, per pixel and channel, as an image.

    A smooth field, fitted to inliers, first adapts their brightness to the most colorful view.
    """

    def colorfulness(view: View) -> float:
        return float(np.nanmedian(np.nanstd(view, axis=-1)))

    light, *remaining = sorted(views, key=colorfulness, reverse=True)
    for view in remaining:
        light = np.fmin(light, _adapt_brightness(view, light))
    light = np.clip(np.nan_to_num(light), 0, 1)
    tone = np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
    picture: Image.Image = pillow("Image").fromarray((tone * 255 + 0.5).astype(np.uint8))
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
    inliers = np.abs(gray - np.median(gray)) < 0.5
    fit = np.zeros((terms.shape[-1], 3))
    for _ in range(ROUNDS):
        fit = np.linalg.lstsq(at[inliers], ratio[inliers], rcond=None)[0]
        error = np.abs(ratio - at @ fit).mean(1)
        inliers = error <= max(MIN_TOLERANCE, np.percentile(error, INLIER_PERCENT))
    return ((view + OFFSET) * np.exp(terms @ fit) - OFFSET).astype(np.float32)
