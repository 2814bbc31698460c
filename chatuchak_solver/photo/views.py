"""Rectified views of a tile and their combination by the minimum of light."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from chatuchak_solver.photo.geometry import (
    CORNER_SPOTS,
    Floats,
    fit_homography,
    linear_light,
    project,
)
from chatuchak_solver.photo.image_file import pillow
from chatuchak_solver.puzzle import STANDARD_BOARD

if TYPE_CHECKING:
    from PIL import Image


View = NDArray[np.float32]
"""A rectified tile: linear light, 0 to 1, of shape (rows, columns, 3); nan outside the photo."""

PIXELS: Final = 30
"""Pixels per spot."""
MARGIN: Final = 1.25
"""Margin around the outermost spots, in spots."""
OFFSET: Final = 0.02
"""Light added before taking logarithms."""
ROUNDS: Final = 6
MIN_TOLERANCE, INLIER_PERCENT = 0.12, 35
"""Minimum difference of log light, and percentage of pixels, treated as inliers."""


def rectify_view(image: Image.Image, corners: Floats) -> View:
    """Return a tile rectified by bilinear interpolation.

    Parameters
    ----------
    corners
        Centers of the corner spots, of shape (4, 2), in pixels.
    """
    height = round((STANDARD_BOARD.rows - 1 + 2 * MARGIN) * PIXELS)
    width = round((STANDARD_BOARD.columns - 1 + 2 * MARGIN) * PIXELS)
    y, x = (np.mgrid[:height, :width] + 0.5) / PIXELS - MARGIN
    at = project(fit_homography(CORNER_SPOTS, corners), np.stack((x, y), -1)) - 0.5
    within = np.asarray(((at >= -0.5) & (at < np.array(image.size) - 0.5)).all(-1))
    low = np.maximum(np.floor(at[within].min(0, initial=image.width)).astype(int), 0)
    high = np.minimum(np.ceil(at[within].max(0, initial=0)).astype(int) + 2, image.size)
    part = np.asarray(image.crop((*low.tolist(), *high.tolist())))
    light = linear_light(part)
    at = np.clip(at - low, 0, np.array(light.shape[1::-1]) - 1.001)
    column, row = np.moveaxis(at.astype(int), -1, 0)
    right, down = np.moveaxis(at % 1, -1, 0)[..., None]
    upper = light[row, column] * (1 - right) + light[row, column + 1] * right
    lower = light[row + 1, column] * (1 - right) + light[row + 1, column + 1] * right
    values = upper * (1 - down) + lower * down
    return np.where(within[..., None], values, np.nan).astype(np.float32)


def view_corners() -> Floats:
    """Return the centers of the corner spots in a view, of shape (4, 2), in pixels."""
    return (CORNER_SPOTS + MARGIN) * PIXELS


def combine_views(views: Sequence[View]) -> Image.Image:
    """Return the minimum of several views, per pixel and channel, as an image.

    The most colorful view is the reference. The brightness of the other views is first adapted to
    the reference by a smooth field fitted to the inlier pixels.
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
