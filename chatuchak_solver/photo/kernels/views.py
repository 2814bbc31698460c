"""Rectified views of a tile and their combination.

A view is float32 of shape (`HEIGHT`, `WIDTH`, 3): linear light, 0 to 1, nan outside the photo.
"""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s
from chatuchak_solver.kernels.jit import precompiled
from chatuchak_solver.photo.kernels.elementary import exponential, logarithm, median
from chatuchak_solver.photo.kernels.geometry import interpolate, map_corners, project
from chatuchak_solver.photo.kernels.sampling import OFFSET
from chatuchak_solver.photo.kernels.segmentation import linear_image

PIXELS, MARGIN = 30, 1.25
"""Pixels per spot, and the margin around the outermost spots, in spots."""
WIDTH, HEIGHT = 225, 195


@precompiled("photo", makes_arrays=True, unrolls=True)
def rectify(image: Cube[np.uint8], tile: Float64s, view: Cube[np.float32]) -> bool:
    """Write the view of a tile, interpolated bilinearly; return False for degenerate corners.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    tile
        float64 of shape (8,) or longer: the corners, as in `read_tile`.
    """
    by, at = np.zeros(8), np.zeros(3)
    height, width, _ = image.shape
    if not map_corners(tile, by):
        return False
    light = linear_image(image)
    for row in range(view.shape[0]):
        for column in range(view.shape[1]):
            u, v = (column + 0.5) / PIXELS - MARGIN, (row + 0.5) / PIXELS - MARGIN
            project(by, u, v, at)
            if -0.5 <= at[0] < width - 0.5 and -0.5 <= at[1] < height - 0.5:
                interpolate(light, by, u, v, at)
                view[row, column] = at
            else:
                view[row, column] = np.nan
    return True


@precompiled("photo", makes_arrays=True, unrolls=True)
def merge_view(view: Cube[np.float32], other: Cube[np.float32]) -> None:
    """Lower ``view`` to the minimum with ``other``, per pixel and channel.

    Reflections only add light. The median ratio per channel first adapts the brightness of
    ``other``.
    """
    height, width, _ = view.shape
    for channel in range(3):
        ratios, known = np.zeros(height * width), 0
        for row in range(height):
            for column in range(width):
                light, other_light = view[row, column, channel], other[row, column, channel]
                ratio = (light + OFFSET) / (other_light + OFFSET)
                if not np.isnan(ratio):
                    ratios[known] = ratio
                    known += 1
        ratio = median(ratios[:known]) if known > 0 else 1.0
        for row in range(height):
            for column in range(width):
                light = (other[row, column, channel] + OFFSET) * ratio - OFFSET
                if not np.isnan(light) and not view[row, column, channel] <= light:
                    view[row, column, channel] = light


@precompiled("photo", makes_arrays=True, unrolls=True)
def encode_srgb(view: Cube[np.float32], image: Cube[np.uint8]) -> None:
    """Write a view to a uint8 ``image`` of its shape, black where unknown."""
    for row in range(view.shape[0]):
        for column in range(view.shape[1]):
            for channel in range(3):
                light = float(view[row, column, channel])
                light = 0.0 if np.isnan(light) else min(max(light, 0.0), 1.0)
                tone = 12.92 * light
                if light > 0.0031308:
                    tone = 1.055 * exponential(logarithm(light) / 2.4) - 0.055
                image[row, column, channel] = int(255.0 * tone + 0.5)
