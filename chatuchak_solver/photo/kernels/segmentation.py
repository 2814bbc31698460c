"""Colors of a photo, and its segmentation into patches that may be booths."""

from math import sqrt
from typing import TypeVar

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.elementary import cube_root, exponential, logarithm

Floats = TypeVar("Floats", Float32s, Float64s)

LIGHTNESS, HUE = 0.7, 1.6
MAX_ELONGATION = 11.0
"""Maximum squared trace of the moments of a patch relative to the determinant; 4 for a disk."""
MIN_CONTRAST = 0.004
MIN_AREA, MAX_AREA = 0.14, 1.3
"""Range of the area of a patch in squares of the pitch."""
MAX_PATCHES = 2500
"""Maximum patches per segmentation; more patches are a pattern."""
MIN_FILL, MAX_FILL = 0.5, 1.12
"""Range of the area of a patch relative to an ellipse of the same moments."""


@kernel
def linear_image(image: UInt8s, factor: int) -> Float32s:
    """Return the linear light, 0 to 1, of an sRGB image reduced by means over squares.

    An incomplete last row or column is left out.
    """
    table = np.zeros(256)
    for value in range(256):
        tone = value / 255.0
        light = exponential(2.4 * logarithm((tone + 0.055) / 1.055))
        table[value] = tone / 12.92 if tone <= 0.04045 else light
    rows, columns = image.shape[0] // factor, image.shape[1] // factor
    small = np.zeros((rows, columns, 3), np.float32)
    for row in range(rows):
        for column in range(columns):
            for channel in range(3):
                total = 0.0
                for y in range(row * factor, (row + 1) * factor):
                    for x in range(column * factor, (column + 1) * factor):
                        total += table[image[y, x, channel]]
                small[row, column, channel] = total / (factor * factor)
    return small


@kernel
def to_oklab(light: Floats) -> Floats:
    """Return the OKLab colors of light, in arrays of shape (..., 3).

    References
    ----------
    Ottosson, "A perceptual color space for image processing", 2020.
    """
    lab = np.zeros_like(light)
    for place in np.ndindex(light.shape[:-1]):
        red, green, blue = light[place]
        long = cube_root(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        middle = cube_root(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        short = cube_root(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        result = lab[place]
        result[0] = 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short
        result[1] = 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short
        result[2] = 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    return lab


@kernel
def smoothness(colors: Float32s, max_gradient: float) -> Float32s:
    """Return ``max_gradient`` minus the larger color difference across or down, both squared."""
    values, (height, width, _) = np.full(colors.shape[:2], -1.0, np.float32), colors.shape
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            across = down = 0.0
            for channel, weight in enumerate((LIGHTNESS, HUE, HUE)):
                across += (weight * (colors[y, x + 1, channel] - colors[y, x - 1, channel])) ** 2
                down += (weight * (colors[y + 1, x, channel] - colors[y - 1, x, channel])) ** 2
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
def collect_patches(values: Float32s, factor: int, unit: float) -> Float64s:
    """Return center and area of the compact connected components of positive values.

    Parameters
    ----------
    factor
        Reduction of the photo to ``values``.
    unit
        Expected distance of patches in ``values``.

    Returns
    -------
    Float64s
        float64 of shape (n, 3): x, y and area in pixels of the photo.
    """
    height, width = values.shape
    is_free, found = np.zeros(height * width, np.bool_), np.zeros(height * width, np.int64)
    for y in range(1, height - 1):
        is_free[y * width + 1 : (y + 1) * width - 1] = values[y, 1 : width - 1] > 0
    patches, count = np.zeros((MAX_PATCHES, 3)), 0
    for start in range(height * width):
        if not is_free[start]:
            continue
        is_free[start] = False
        found[0], done, area = start, 0, 1
        while done < area:
            here = found[done]
            done += 1
            for neighbor in (here - 1, here + 1, here - width, here + width):
                if is_free[neighbor]:
                    is_free[neighbor] = False
                    found[area] = neighbor
                    area += 1
        if not MIN_AREA * unit * unit < area < MAX_AREA * unit * unit:
            continue
        x, y = found[:area] % width, found[:area] // width
        xx, yy = x.var() + 1 / 12, y.var() + 1 / 12
        determinant = xx * yy - ((x * y).mean() - x.mean() * y.mean()) ** 2
        fill = area / (4 * np.pi * sqrt(determinant))
        if MIN_FILL < fill < MAX_FILL and (xx + yy) ** 2 < determinant * MAX_ELONGATION:
            if count < MAX_PATCHES:
                patches[count] = x.mean(), y.mean(), float(area)
            count += 1
    patches[:, :2] = (patches[:, :2] + 0.5) * factor - 0.5
    patches[:, 2] *= factor * factor
    return patches[: count if count <= MAX_PATCHES else 0]
