"""Ranked tile candidates: 6 x 5 windows of lattices of patches."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import geometry, lattices, segmentation
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS

PATCHES, RANK, HUES, CANDIDATE = 8, 9, 10, 11
"""Columns of a candidate after the corners: spots with a patch, rank (higher is more likely) and
spread of hues; and the number of columns."""

MAX_GRADIENT = 0.05
"""Maximum color difference of adjacent pixels of a patch."""
SALIENCE = ((0.07, 0.5), (0.14, 0.7))
"""Blur and surround radius, in spots, for patterned booths."""
MIN_AREA, MAX_AREA = 0.14, 1.3
"""Range of the area of a patch in squares of the pitch."""
MAX_PATCHES = 2500
"""Maximum patches per segmentation; more patches are a pattern."""
MAX_OF_SEGMENTATION = 600
QUARTER = 4
"""Scale of the photo for colors of candidates."""

FULL_HUES, MIN_HUES = 0.02, 0.008
"""Spread of hues along the minor axis of five colors, and maximum of a cloth of two colors."""
HUES_WEIGHT = 12.0
OFFSETS = ((0.0, 0.0), (0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2))
"""Color samples of a spot, whose center may have a letter."""


@kernel
def find_candidates(
    image: UInt8s, quarter: Float32s, scale: float, unit: float, candidates: Float64s, count: int
) -> int:
    """Append the windows of 6 x 5 spots; return the new count.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    quarter
        float32 of shape (rows, columns, 3): OKLab at a quarter of the size.
    scale
        Scale of the downscaled photo.
    unit
        Expected pixels per spot in the downscaled photo.
    candidates
        Output, float64 of shape (n, `CANDIDATE`); corner spots clockwise, long side first, in
        pixels. The search ends if all rows are filled.
    """
    height, width, _ = image.shape
    rows, columns = max(2, int(height * scale + 0.5)), max(2, int(width * scale + 0.5))
    colors = segmentation.oklab_image(segmentation.shrink(image, rows, columns))
    patches, area = np.zeros((MAX_PATCHES, 3)), unit * unit
    lattice, by = np.zeros((lattices.SPAN, lattices.SPAN), np.int64), np.zeros(8)
    for method in range(3):
        if method == 2:
            values = segmentation.smoothness(colors, MAX_GRADIENT)
        else:
            blur, surround = SALIENCE[method]
            values = segmentation.salience(
                colors, int(blur * unit + 0.5), int(surround * unit + 0.5)
            )
        number = segmentation.collect_patches(values, MIN_AREA * area, MAX_AREA * area, patches)
        if not lattices.MIN_PATCHES <= number <= MAX_PATCHES:
            continue
        found = patches[:number].copy()
        for patch in found:
            patch[0], patch[1] = (patch[0] + 0.5) / scale - 0.5, (patch[1] + 0.5) / scale - 0.5
            patch[2] /= scale * scale
        near, untried = lattices.find_neighbors(found), np.ones(number, np.bool_)
        last = min(count + MAX_OF_SEGMENTATION, len(candidates))
        for seed in range(number):
            if untried[seed] and lattices.find_lattice(found, near, seed, lattice, by) > 0:
                for row in lattice:
                    for patch in row:
                        if patch >= 0:
                            untried[patch] = False
                count = _list_windows(quarter, lattice, by, unit / scale, candidates[:last], count)
    return count


@kernel
def _list_windows(
    quarter: Float32s, lattice: Int64s, by: Float64s, pitch: float, candidates: Float64s, count: int
) -> int:
    """Append the horizontal and vertical windows of a lattice; return the new count."""
    rows, columns = np.nonzero(lattice >= 0)
    size, first, right = len(rows), columns[np.argmin(columns)], columns[np.argmax(columns)]
    for turn in range(2):
        wide, high = (COLUMNS, ROWS) if turn == 0 else (ROWS, COLUMNS)
        last_column, last_row = right - wide + 1, rows[size - 1] - high + 1
        for left in range(min(first, last_column), max(first, last_column) + 1):
            for top in range(min(rows[0], last_row), max(rows[0], last_row) + 1):
                part = lattice[max(top, 0) : top + high, max(left, 0) : left + wide]
                number = np.sum(part >= 0)
                is_filled = number >= max(lattices.MIN_PATCHES, min(size, SPOTS) // 2)
                if not is_filled or count == len(candidates):
                    continue
                row = candidates[count]
                if _place_corners(by, left, top, turn, pitch, row):
                    row[HUES], row[PATCHES] = hue_spread(spot_colors(quarter, row)), number
                    row[RANK] = number - 0.5 * min(int(size - number), 10)
                    row[RANK] += HUES_WEIGHT * min(row[HUES] / FULL_HUES, 1.0)
                    count += 1 if row[HUES] >= MIN_HUES else 0
    return count


@kernel
def _place_corners(
    by: Float64s, left: int, top: int, turn: int, pitch: float, corners: Float64s
) -> bool:
    """Write the corner spots of a window; return whether its sides fit a tile and the pitch."""
    moved, sides = np.zeros(8), np.zeros(4)
    for corner in range(4):
        u = COLUMNS - 1 if corner == 1 or corner == 2 else 0
        v = ROWS - 1 if corner >= 2 else 0
        to = corner if turn == 0 else 3 - corner  # clockwise, long side first
        x, y = (u, v) if turn == 0 else (v, u)
        geometry.project(by, left + x, top + y, moved[2 * to : 2 * to + 2])
    is_turned = moved[2] - moved[0] + 0.3 * (moved[3] - moved[1]) < 0
    for part in range(8):
        corners[part] = moved[(part + 4) % 8] if is_turned else moved[part]
    for corner in range(4):
        dx = corners[(2 * corner + 2) % 8] - corners[2 * corner]
        dy = corners[(2 * corner + 3) % 8] - corners[2 * corner + 1]
        sides[corner] = length(dx, dy) / (COLUMNS - 1 if corner % 2 == 0 else ROWS - 1)
    has_pitch = 0.6 * pitch < sides.mean() < 1.7 * pitch
    return bool(has_pitch and sides[np.argmin(sides)] > 0.55 * sides[np.argmax(sides)])


@kernel
def spot_colors(quarter: Float32s, corners: Float64s) -> Float64s:
    """Return the OKLab colors of the spots."""
    by, value, spots = np.zeros(8), np.zeros(3), np.zeros((SPOTS, 3))
    geometry.map_corners(corners, by)
    by[:6] /= QUARTER
    for spot in range(SPOTS):
        for u, v in OFFSETS:
            column, row = spot % COLUMNS + u, spot // COLUMNS + v
            geometry.interpolate(quarter, by, column, row, value)
            for axis in range(3):
                spots[spot, axis] += value[axis] / len(OFFSETS)
    return spots


@kernel
def hue_spread(colors: Float64s) -> float:
    """Return the standard deviation of the hues of OKLab colors along their minor axis."""
    a, b = colors[:, 1] - colors[:, 1].mean(), colors[:, 2] - colors[:, 2].mean()
    aa, ab, bb = (a * a).sum(), (a * b).sum(), (b * b).sum()
    minor = (aa + bb) / 2 - sqrt(((aa - bb) / 2) ** 2 + ab * ab)
    return float(sqrt(max(minor, 0.0) / (SPOTS - 1)))
