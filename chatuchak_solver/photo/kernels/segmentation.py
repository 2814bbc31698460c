"""Segmentation of a photo into patches that may be booths."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.sampling import linear_table, to_oklab

LIGHTNESS, HUE = 0.7, 1.6
MAX_ELONGATION = 9.0
MIN_CONTRAST = 0.004
MIN_FILL, MAX_FILL = 0.5, 1.12
"""Range of the area of a patch relative to an ellipse of the same moments."""


@kernel
def shrink(image: UInt8s, rows: int, columns: int) -> UInt8s:
    """Return the means over boxes of an image, uint8 of shape (rows, columns, 3)."""
    height, width, _ = image.shape
    small = np.zeros((rows, columns, 3), np.uint8)
    for row in range(rows):
        first_y, last_y = row * height // rows, (row + 1) * height // rows
        for column in range(columns):
            first_x, last_x = column * width // columns, (column + 1) * width // columns
            count = (last_y - first_y) * (last_x - first_x)
            for channel in range(3):
                total = count // 2
                for y in range(first_y, last_y):
                    for x in range(first_x, last_x):
                        total += int(image[y, x, channel])
                small[row, column, channel] = total // count
    return small


@kernel
def linear_image(image: UInt8s) -> Float32s:
    """Return the linear light, 0 to 1, of an sRGB image."""
    height, width, _ = image.shape
    light, table = np.zeros((height, width, 3), np.float32), np.zeros(256)
    linear_table(table)
    for y in range(height):
        for x in range(width):
            for channel in range(3):
                light[y, x, channel] = table[image[y, x, channel]]
    return light


@kernel
def oklab_image(image: UInt8s) -> Float32s:
    """Return the OKLab colors of an sRGB image."""
    lab, color = linear_image(image), np.zeros(3)
    for y in range(lab.shape[0]):
        for x in range(lab.shape[1]):
            red, green, blue = lab[y, x]
            to_oklab(red, green, blue, color)
            lab[y, x] = color
    return lab


@kernel
def smoothness(colors: Float32s, max_gradient: float) -> Float32s:
    """Return ``max_gradient`` minus the larger color difference across or down, both squared."""
    height, width, _ = colors.shape
    values = np.full((height, width), -1.0, np.float32)
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            across = down = 0.0
            for axis in range(3):
                weight = LIGHTNESS if axis == 0 else HUE
                across += (weight * (colors[y, x + 1, axis] - colors[y, x - 1, axis])) ** 2
                down += (weight * (colors[y + 1, x, axis] - colors[y - 1, x, axis])) ** 2
            values[y, x] = max_gradient * max_gradient - max(across, down)
    return values


@kernel
def box_blur(values: Float32s, radius: int) -> Float32s:
    """Return the means over squares of side 2 ``radius`` + 1, within the image."""
    height, width = values.shape
    sums, means = np.zeros((height + 1, width + 1)), np.zeros((height, width), np.float32)
    for y in range(height):
        total = 0.0
        for x in range(width):
            total += values[y, x]
            sums[y + 1, x + 1] = sums[y, x + 1] + total
    for y in range(height):
        top, bottom = max(y - radius, 0), min(y + radius + 1, height)
        for x in range(width):
            left, right = max(x - radius, 0), min(x + radius + 1, width)
            total = sums[bottom, right] - sums[bottom, left] - sums[top, right] + sums[top, left]
            means[y, x] = total / ((bottom - top) * (right - left))
    return means


@kernel
def salience(colors: Float32s, blur: int, surround: int) -> Float32s:
    """Return the contrast of hue to the surround, minus its local mean or `MIN_CONTRAST`.

    Parameters
    ----------
    blur, surround
        Radii in pixels.
    """
    contrast = np.zeros(colors.shape[:2], np.float32)
    for axis in range(1, 3):
        hue = box_blur(colors[:, :, axis], blur)
        contrast += (hue - box_blur(hue, surround)) ** 2
    contrast = np.sqrt(contrast)
    contrast -= np.maximum(box_blur(contrast, surround), np.float32(MIN_CONTRAST))
    return contrast


@kernel
def collect_patches(values: Float32s, min_area: float, max_area: float, patches: Float64s) -> int:
    """Collect the compact connected components of positive values; return their number.

    Parameters
    ----------
    min_area, max_area
        Range of the area in pixels.
    patches
        Output, float64 of shape (n, 3): center x and y, and area, in pixels. Components beyond n
        are only counted.
    """
    height, width = values.shape
    is_free, stack = np.zeros(height * width, np.bool_), np.zeros(height * width, np.int64)
    for y in range(1, height - 1):
        is_free[y * width + 1 : (y + 1) * width - 1] = values[y, 1 : width - 1] > 0
    count = 0
    for start in range(height * width):
        if not is_free[start]:
            continue
        is_free[start] = False
        stack[0], end = start, 1
        area = sx = sy = sxx = sxy = syy = 0.0
        while end > 0:
            end -= 1
            here = stack[end]
            y, x = here // width, here % width
            area, sx, sy = area + 1, sx + x, sy + y
            sxx, sxy, syy = sxx + x * x, sxy + x * y, syy + y * y
            for neighbor in (here - 1, here + 1, here - width, here + width):
                if is_free[neighbor]:
                    is_free[neighbor] = False
                    stack[end] = neighbor
                    end += 1
        if not min_area < area < max_area:
            continue
        center_x, center_y = sx / area, sy / area
        xx, yy = sxx / area - center_x * center_x, syy / area - center_y * center_y
        xy = sxy / area - center_x * center_y
        determinant = max((xx + 1 / 12) * (yy + 1 / 12) - xy * xy, 1e-9)
        major = (xx + yy) / 2 + sqrt(((xx - yy) / 2) ** 2 + xy * xy)
        fill = area / (4 * np.pi * sqrt(determinant))
        if MIN_FILL < fill < MAX_FILL and major * major < determinant * MAX_ELONGATION:
            if count < len(patches):
                patches[count] = center_x, center_y, area
            count += 1
    return count
