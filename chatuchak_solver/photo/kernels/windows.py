"""Ranked tile candidates: 6 x 5 windows of lattices of patches."""

# mypy: disable-error-code="operator"

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import lattices, sampling, segmentation
from chatuchak_solver.photo.kernels.elementary import length, median
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import project

PATCHES, RANK, HUES, VOTES, OUTSIDE, CANDIDATE = 8, 9, 10, 11, 12, 13
"""Columns of a candidate after the corners: spots with a patch, rank (higher is more likely),
spread of hues, merged candidates, pixels outside the photo; and the number of columns."""

GRADIENTS = (0.05, 0.09)
"""Maximum color difference of adjacent pixels of a patch."""
SALIENCE = ((0.07, 0.5), (0.14, 0.7))
"""Blur and surround radius, in spots, for patterned booths."""
MIN_AREA, MAX_AREA = 0.14, 1.3
"""Range of the area of a patch in squares of the pitch."""
MAX_SEEDS, MAX_PATCHES = 120, 2500
"""Maximum seeds and patches per segmentation; more patches are a pattern."""
MAX_OF_SEGMENTATION = 600

FULL_HUES, MIN_HUES = 0.02, 0.008
"""Spread of hues along the minor axis of five colors, and maximum of a cloth of two colors."""
HUES_WEIGHT = 12.0
OFFSETS = ((0.0, 0.0), (0.2, 0.0), (-0.2, 0.0), (0.0, 0.2), (0.0, -0.2))
"""Color samples of a spot, whose center may have a letter."""


@kernel
def find_candidates(
    image: UInt8s, colors: Float32s, pitch: float, pixels: float, candidates: Float64s, count: int
) -> int:
    """Append the windows of 6 x 5 spots; return the new count.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    colors
        float32 of shape (rows, columns, 3): OKLab at a quarter of the size.
    pitch
        Expected pixels per spot.
    pixels
        The same in the downscaled photo.
    candidates
        Output, float64 of shape (n, `CANDIDATE`); corner spots clockwise, long side first, in
        pixels. The search ends if all rows are filled.
    """
    height, width, _ = image.shape
    scale = min(1.0, pixels / pitch)
    rows, columns = max(2, int(height * scale + 0.5)), max(2, int(width * scale + 0.5))
    small, soft = np.zeros((rows, columns, 3), np.uint8), np.zeros((rows, columns, 3), np.uint8)
    lab, values = np.zeros((rows, columns, 3), np.float32), np.zeros((rows, columns), np.float32)
    work, parent = np.zeros((2, rows, columns), np.float32), np.zeros(rows * columns, np.int64)
    sums, patches = np.zeros((rows * columns, 6)), np.zeros((MAX_PATCHES, 3))
    segmentation.shrink(image, 0, 0, width, height, small)
    segmentation.median_filter(small, soft)
    segmentation.convert_to_oklab(soft, lab)
    unit = pitch * scale
    for method in range(4):
        if method < 2:
            segmentation.fill_smoothness(lab, GRADIENTS[method], values)
        else:
            blur, surround = SALIENCE[method - 2]
            segmentation.fill_salience(
                lab, int(blur * unit + 0.5), int(surround * unit + 0.5), work, values
            )
        number = segmentation.collect_patches(
            values, parent, sums, MIN_AREA * unit * unit, MAX_AREA * unit * unit, patches
        )
        if not lattices.MIN_PATCHES <= number <= MAX_PATCHES:
            continue
        for patch in range(number):
            patches[patch, 0] = (patches[patch, 0] + 0.5) / scale - 0.5
            patches[patch, 1] = (patches[patch, 1] + 0.5) / scale - 0.5
            patches[patch, 2] /= scale * scale
        count = _add_windows(image, colors, patches, number, pitch, candidates, count)
    return count


@kernel
def outside(image: UInt8s, corners: Float64s) -> float:
    """Return the largest distance of corner spots outside the photo, in pixels; 0 if inside."""
    most = 0.0
    for part in range(8):
        most = max(most, -corners[part], corners[part] - image.shape[1 - part % 2] + 1)
    return float(most)


@kernel
def _add_windows(
    image: UInt8s, colors: Float32s, patches: Float64s, number: int, pitch: float,
    candidates: Float64s, count: int,
) -> int:  # fmt: skip
    near = np.zeros((number, lattices.NEIGHBORS), np.int64)
    pairs = np.zeros(number, np.int64)
    left, untried = np.ones(number, np.bool_), np.ones(number, np.bool_)
    lattice, by = np.zeros((lattices.SPAN, lattices.SPAN), np.int64), np.zeros(8)
    work = np.zeros((3, lattices.SPAN * lattices.SPAN, 2))
    lattices.fill_neighbors(patches, number, near, pairs)
    last = min(count + MAX_OF_SEGMENTATION, candidates.shape[0])
    tried = 0
    for level in range(lattices.MAX_OPPOSITE_PAIRS, lattices.MIN_OPPOSITE_PAIRS - 1, -1):
        for seed in range(number):
            if pairs[seed] != level or not untried[seed] or not left[seed]:
                continue
            tried += 1
            if tried > MAX_SEEDS:
                return count
            size = lattices.find_lattice(
                patches, number, seed, near, left, untried, lattice, by, work
            )
            if size > 0:
                count = _list_windows(
                    image, colors, lattice, size, by, pitch, candidates[:last], count
                )
    return count


@kernel
def look_up(image: UInt8s, colors: Float32s, x: float, y: float, lab: Float64s) -> None:
    """Write the color at a point of the photo to ``lab``."""
    rows, columns, _ = colors.shape
    column = min(max(int(x * columns / image.shape[1]), 0), columns - 1)
    row = min(max(int(y * rows / image.shape[0]), 0), rows - 1)
    for axis in range(3):
        lab[axis] = colors[row, column, axis]


@kernel
def _list_windows(
    image: UInt8s, colors: Float32s, lattice: Int64s, size: int, by: Float64s, pitch: float,
    candidates: Float64s, count: int,
) -> int:  # fmt: skip
    """Append the horizontal and vertical windows of a lattice; return the new count."""
    rows, columns = np.nonzero(lattice >= 0)[0], np.nonzero(lattice.T >= 0)[0]
    for turn in range(2):
        wide, high = (COLUMNS, ROWS) if turn == 0 else (ROWS, COLUMNS)
        last_column, last_row = columns[size - 1] - wide + 1, rows[size - 1] - high + 1
        for left in range(min(columns[0], last_column), max(columns[0], last_column) + 1):
            for top in range(min(rows[0], last_row), max(rows[0], last_row) + 1):
                part = lattice[max(top, 0) : top + high, max(left, 0) : left + wide]
                number = np.sum(part >= 0)
                is_filled = number >= max(lattices.MIN_PATCHES, min(size, SPOTS) // 2)
                if not is_filled or count == len(candidates):
                    continue
                row = candidates[count]
                if not _place_corners(
                    by, left - lattices.MIDDLE, top - lattices.MIDDLE, turn, pitch, row
                ):
                    continue
                row[HUES], price = _measure_hues(image, colors, row)
                row[PATCHES], row[VOTES], row[OUTSIDE] = number, 1.0, outside(image, row)
                row[RANK] = number - 0.5 * min(size - number, 10) - price
                row[RANK] += HUES_WEIGHT * min(row[HUES] / FULL_HUES, 1.0)
                count += 1 if row[HUES] >= MIN_HUES else 0
    return count


@kernel
def _place_corners(
    by: Float64s, left: int, top: int, turn: int, pitch: float, corners: Float64s
) -> bool:
    """Write the corner spots of a window; return whether its sides fit a tile and the pitch."""
    here, moved = np.zeros(2), np.zeros(8)
    for corner in range(4):
        u = COLUMNS - 1 if corner == 1 or corner == 2 else 0
        v = ROWS - 1 if corner >= 2 else 0
        to = corner if turn == 0 else 3 - corner  # clockwise, long side first
        project(by, left + (u if turn == 0 else v), top + (v if turn == 0 else u), here)
        moved[2 * to], moved[2 * to + 1] = here[0], here[1]
    is_turned = moved[2] - moved[0] + 0.3 * (moved[3] - moved[1]) < 0
    for part in range(8):
        corners[part] = moved[(part + 4) % 8] if is_turned else moved[part]
    shortest, longest, mean = 1e18, 0.0, 0.0
    for corner in range(4):
        dx = corners[(2 * corner + 2) % 8] - corners[2 * corner]
        dy = corners[(2 * corner + 3) % 8] - corners[2 * corner + 1]
        edge = length(dx, dy) / (COLUMNS - 1 if corner % 2 == 0 else ROWS - 1)
        shortest, longest, mean = min(shortest, edge), max(longest, edge), mean + edge / 4
    return 0.6 * pitch < mean < 1.7 * pitch and shortest > 0.45 * longest


@kernel
def _measure_hues(image: UInt8s, colors: Float32s, corners: Float64s) -> tuple[float, float]:
    """Return the spread of hues, and a price unless exactly one spot, in a corner, is pale."""
    by, here, lab = np.zeros(8), np.zeros(2), np.zeros(3)
    spots, gaps, card = np.zeros((SPOTS, 2)), np.zeros((2, SPOTS)), np.zeros(2)
    if not sampling.map_of_corners(corners, by):
        return 0.0, 0.0
    count = 0
    for spot in range(SPOTS):
        column, row = spot % COLUMNS, spot // COLUMNS
        for u, v in OFFSETS:
            project(by, column + u, row + v, here)
            look_up(image, colors, here[0], here[1], lab)
            spots[spot, 0] += lab[1] / len(OFFSETS)
            spots[spot, 1] += lab[2] / len(OFFSETS)
        if column < COLUMNS - 1 and row < ROWS - 1:
            project(by, column + 0.5, row + 0.5, here)
            look_up(image, colors, here[0], here[1], lab)
            gaps[:, count] = lab[1:]
            count += 1
    card[0], card[1] = median(gaps[0], count), median(gaps[1], count)
    colorful, values = np.zeros(SPOTS), np.zeros(SPOTS)
    for spot in range(SPOTS):
        colorful[spot] = length(spots[spot, 0] - card[0], spots[spot, 1] - card[1])
    values[:] = colorful
    limit = 0.4 * median(values, SPOTS)
    pale, in_corners = 0, 0
    for spot in range(SPOTS):
        if colorful[spot] < limit:
            pale += 1
            is_corner = spot % COLUMNS % (COLUMNS - 1) == 0 and spot // COLUMNS % (ROWS - 1) == 0
            in_corners += 1 if is_corner else 0
    price = min(2.0 * abs(pale - 1), 4.0) + (0.0 if in_corners == 1 else 2.0)
    return hue_spread(spots, SPOTS), price


@kernel
def hue_spread(hues: Float64s, count: int) -> float:
    """Return the standard deviation of the first hues, of shape (n, 2), along their minor axis."""
    a = b = aa = ab = bb = 0.0
    for place in range(count):
        x, y = hues[place, 0], hues[place, 1]
        a, b, aa, ab, bb = a + x, b + y, aa + x * x, ab + x * y, bb + y * y
    a, b = a / count, b / count
    aa, ab, bb = aa / count - a * a, ab / count - a * b, bb / count - b * b
    half = (aa - bb) / 2
    minor = (aa + bb) / 2 - sqrt(half * half + ab * ab)
    return float(sqrt(max(minor, 0.0) * count / (SPOTS - 1)))
