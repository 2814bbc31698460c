"""Segmentation of a photo into patches that may be booths."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels.sampling import linear_table, to_oklab

LIGHTNESS, HUE = 0.7, 1.6
MAX_ELONGATION = 9.0
MIN_CONTRAST = 0.004
MIN_FILL, MAX_FILL = 0.5, 1.12
"""Range of the area of a patch relative to an ellipse of the same moments."""


@kernel
def shrink(image: UInt8s, left: int, top: int, width: int, height: int, small: UInt8s) -> None:
    """Write the means over boxes of an image region to ``small``.

    Parameters
    ----------
    image, small
        uint8 of shape (height, width, 3).
    left, top, width, height
        The region, at least as large as ``small``.
    """
    rows, columns, _ = small.shape
    for row in range(rows):
        first_y = top + row * height // rows
        last_y = top + (row + 1) * height // rows
        for column in range(columns):
            first_x = left + column * width // columns
            last_x = left + (column + 1) * width // columns
            count = (last_y - first_y) * (last_x - first_x)
            for channel in range(3):
                total = count // 2
                for y in range(first_y, last_y):
                    for x in range(first_x, last_x):
                        total += int(image[y, x, channel])
                small[row, column, channel] = total // count


@kernel
def median_filter(image: UInt8s, filtered: UInt8s) -> None:
    """Write the medians over 3 x 3 pixels to ``filtered``; the border is copied."""
    height, width, _ = image.shape
    nine = np.zeros(9, np.uint8)
    filtered[:] = image
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            for channel in range(3):
                for place in range(9):
                    value = image[y + place // 3 - 1, x + place % 3 - 1, channel]
                    at = place
                    while at > 0 and nine[at - 1] > value:
                        nine[at] = nine[at - 1]
                        at -= 1
                    nine[at] = value
                filtered[y, x, channel] = nine[4]


@kernel
def convert_to_oklab(image: UInt8s, lab: Float32s) -> None:
    """Write the OKLab colors of an sRGB image to ``lab``."""
    height, width, _ = image.shape
    table, color = np.zeros(256), np.zeros(3)
    linear_table(table)
    for y in range(height):
        for x in range(width):
            to_oklab(table[image[y, x, 0]], table[image[y, x, 1]], table[image[y, x, 2]], color)
            for axis in range(3):
                lab[y, x, axis] = color[axis]


@kernel
def fill_smoothness(lab: Float32s, max_gradient: float, smoothness: Float32s) -> None:
    """Write ``max_gradient`` minus the larger color difference across or down."""
    height, width, _ = lab.shape
    smoothness[:] = -1.0
    for y in range(1, height - 1):
        for x in range(1, width - 1):
            across, down = 0.0, 0.0
            for axis in range(3):
                weight = LIGHTNESS if axis == 0 else HUE
                difference = weight * (lab[y, x + 1, axis] - lab[y, x - 1, axis])
                across += difference * difference
                difference = weight * (lab[y + 1, x, axis] - lab[y - 1, x, axis])
                down += difference * difference
            smoothness[y, x] = max_gradient - sqrt(max(across, down))


@kernel
def box_blur(values: Float32s, radius: int) -> None:
    """Replace values by means over squares of side 2 ``radius`` + 1; borders are repeated."""
    height, width = values.shape
    line = np.zeros(max(height, width))
    for axis in range(2):
        lines, length = (height, width) if axis == 0 else (width, height)
        for at in range(lines):
            total = 0.0
            for place in range(length):
                line[place] = values[at, place] if axis == 0 else values[place, at]
            for place in range(-radius, radius + 1):
                total += line[min(max(place, 0), length - 1)]
            for place in range(length):
                mean = total / (2 * radius + 1)
                if axis == 0:
                    values[at, place] = mean
                else:
                    values[place, at] = mean
                total += line[min(place + radius + 1, length - 1)] - line[max(place - radius, 0)]


@kernel
def fill_salience(
    lab: Float32s, blur: int, surround: int, work: Float32s, salience: Float32s
) -> None:
    """Write the contrast of hue to the surround, minus its local mean or `MIN_CONTRAST`.

    Parameters
    ----------
    blur, surround
        Radii in pixels.
    work
        Workspace, float32 of shape (2, height, width).
    """
    height, width, _ = lab.shape
    salience[:] = 0.0
    for axis in range(1, 3):
        work[0] = lab[:, :, axis]
        box_blur(work[0], blur)
        work[1] = work[0]
        box_blur(work[1], surround)
        for y in range(height):
            for x in range(width):
                difference = work[0, y, x] - work[1, y, x]
                salience[y, x] += difference * difference
    for y in range(height):
        for x in range(width):
            salience[y, x] = sqrt(salience[y, x])
    work[0] = salience
    box_blur(work[0], surround)
    for y in range(height):
        for x in range(width):
            salience[y, x] -= max(work[0, y, x], MIN_CONTRAST)


@kernel
def _root_of(parent: Int64s, node: int) -> int:
    while parent[node] != node:
        parent[node] = parent[parent[node]]
        node = parent[node]
    return node


@kernel
def collect_patches(
    values: Float32s, parent: Int64s, sums: Float64s, min_area: float, max_area: float,
    patches: Float64s,
) -> int:  # fmt: skip
    """Collect the compact connected components of positive values; return their number.

    Parameters
    ----------
    parent, sums
        Workspaces, int64 of shape (height * width,) and float64 of shape (height * width, 6).
    min_area, max_area
        Range of the area in pixels.
    patches
        Output, float64 of shape (n, 3): center x and y, and area, in pixels. Components beyond n
        are only counted.
    """
    height, width = values.shape
    sums[:] = 0.0  # pixels and sums of x, y, xx, xy, yy, by the first pixel of a component
    for here in range(height * width):
        parent[here] = here
        y, x = here // width, here % width
        if values[y, x] > 0 and x > 0 and values[y, x - 1] > 0:
            parent[here] = _root_of(parent, here - 1)
        if values[y, x] > 0 and y > 0 and values[y - 1, x] > 0:
            a, b = _root_of(parent, here), _root_of(parent, here - width)
            parent[max(a, b)] = min(a, b)
    for here in range(height * width):
        y, x = here // width, here % width
        if values[y, x] > 0:
            part = sums[_root_of(parent, here)]
            part[0] += 1.0
            part[1] += x
            part[2] += y
            part[3] += x * x
            part[4] += x * y
            part[5] += y * y
    count = 0
    for root in range(height * width):
        area = sums[root, 0]
        if not min_area < area < max_area:
            continue
        x, y = sums[root, 1] / area, sums[root, 2] / area
        xx = sums[root, 3] / area - x * x
        xy = sums[root, 4] / area - x * y
        yy = sums[root, 5] / area - y * y
        determinant = max((xx + 1 / 12) * (yy + 1 / 12) - xy * xy, 1e-9)
        half = (xx - yy) / 2
        major = (xx + yy) / 2 + sqrt(half * half + xy * xy)
        fill = area / (4 * np.pi * sqrt(determinant))
        if MIN_FILL < fill < MAX_FILL and major * major < determinant * MAX_ELONGATION:
            if count < patches.shape[0]:
                patches[count, 0], patches[count, 1], patches[count, 2] = x, y, area
            count += 1
    return count
