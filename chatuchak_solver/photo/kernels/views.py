"""Rectified views of a tile and their combination.

A view is float32 of shape (`HEIGHT`, `WIDTH`, 3): linear light, 0 to 1, nan outside the photo.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.photo.kernels.elementary import exponential, logarithm, median
from chatuchak_solver.photo.kernels.geometry import interpolate, is_convex, map_corners, project
from chatuchak_solver.photo.kernels.sampling import OFFSET
from chatuchak_solver.photo.kernels.segmentation import linear_image

PIXELS, MARGIN = 30, 1.25
"""Pixels per spot, and the margin around the outermost spots, in spots."""
WIDTH, HEIGHT = 225, 195


@precompiled("photo", makes_arrays=True)
def rectify(image: Cube[np.uint8], tile: Float64s, view: Cube[np.float32]) -> bool:
    """Write the view of a tile, interpolated bilinearly; return False for degenerate corners.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    tile
        float64 of shape (8,) or longer: the corners, as in `read_tile`.
    """
    if not is_convex(tile):
        return False
    light, by, at = linear_image(image, 1), map_corners(tile), np.zeros(3)
    height, width, _ = image.shape
    for row in range(view.shape[0]):
        for column in range(view.shape[1]):
            u, v = (column + 0.5) / PIXELS - MARGIN, (row + 0.5) / PIXELS - MARGIN
            x, y = project(by, u, v)
            if -0.5 <= x < width - 0.5 and -0.5 <= y < height - 0.5:
                interpolate(light, by, u, v, at)
            else:
                at[:] = np.nan
            view[row, column] = at
    return True


@precompiled("photo", makes_arrays=True)
def merge_view(view: Cube[np.float32], other: Cube[np.float32]) -> None:
    """Lower ``view`` to the minimum with ``other``, per pixel and channel.

    Reflections only add light. The median ratio per channel first adapts the brightness of
    ``other``.
    """
    height, width, _ = view.shape
    ratios = np.zeros(height * width)
    for channel in range(3):
        light, second = view[:, :, channel] + OFFSET, other[:, :, channel] + OFFSET
        for row in range(height):
            ratios[row * width : (row + 1) * width] = light[row] / second[row]
        known = ratios[~np.isnan(ratios)]
        ratio = median(known) if len(known) > 0 else 1.0
        view[:, :, channel] = np.fmin(light, second * ratio) - OFFSET


@precompiled("photo", makes_arrays=True)
def encode_srgb(view: Cube[np.float32], image: Cube[np.uint8]) -> None:
    """Write a view to a uint8 ``image`` of its shape, black where unknown."""
    for place in np.ndindex(view.shape):
        light = min(float(view[place]), 1.0) if view[place] > 0 else 0.0
        tone = 12.92 * light
        if light > 0.0031308:
            tone = 1.055 * exponential(logarithm(light) / 2.4) - 0.055
        image[place] = int(255.0 * tone + 0.5)
