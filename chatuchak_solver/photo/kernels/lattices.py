"""Lattices of patches, and their windows of 6 x 5 spots as ranked tile candidates."""

from math import sqrt

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import geometry, segmentation
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.measures import COLUMNS, HUES, PATCHES, RANK, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import sample_spots

UNITS = (28.0, 14.0)
"""Expected pixels per spot of the reduced photo."""
MAX_GRADIENT = 0.05
"""Maximum color difference of adjacent pixels of a patch."""
RADII = ((0.07, 0.5), (0.14, 0.7), (0.0, 0.0))
"""Blur and surround radius of salience, in spots, for patterned booths; none for even booths."""
MAX_OF_SEGMENTATION = 600
MAX_PITCH_RATIO, MIN_SIDES_RATIO = 1.7, 0.55
"""Maximum ratio of the pitch of a window to the expected one, and minimum ratio of its sides."""

FULL_HUES, MIN_HUES = 0.02, 0.008
"""Spread of hues along the minor axis of five colors, and maximum of a cloth of two colors."""
HUES_WEIGHT = 12.0
COLOR_SIDE, COLOR_UNIT = 3, 0.2
"""Samples for the color of a spot; its center may have a letter."""

MIDDLE = 9
"""Maximum steps from the seed in each direction."""
SPAN = 2 * MIDDLE + 1
"""Side of a lattice, seed in the middle."""
MIN_PATCHES = 10
MIN_DISTANCE, MAX_DISTANCE = 0.9, 4.0
"""Range of the distance of neighbors, in patch sides."""
MAX_AREA_RATIO = 2.4
MAX_OFFSET = 0.2
"""Maximum distance of a patch from its expected position, in steps."""
MAX_LATTICE_DISTANCE = 24.0
"""Maximum distance of a lattice's patches from its seed, in patch sides."""
FEW, AFFINE, PERSPECTIVE = 12, 1.0, 1e-3
"""Number of patches below which perspective is damped, and the damping below and above."""


@kernel
def find_candidates(image: UInt8s, factor: int, candidates: Float64s, count: int) -> int:
    """Append the windows of 6 x 5 spots; return the new count.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    factor
        Reduction of the photo.
    candidates
        Output, float64 of shape (n, `CANDIDATE`); corner spots clockwise, long side first, in
        pixels. The search ends if all rows are filled.
    """
    colors = segmentation.to_oklab(segmentation.linear_image(image, factor))
    lattice = np.zeros((SPAN, SPAN), np.int64)
    for unit in UNITS:
        for blur, surround in RADII:
            if blur > 0:
                radii = int(blur * unit + 0.5), int(surround * unit + 0.5)
                values = segmentation.salience(colors, radii[0], radii[1])
            else:
                values = segmentation.smoothness(colors, MAX_GRADIENT)
            patches = segmentation.collect_patches(values, factor, unit)
            untried = np.ones(len(patches) + 1, np.bool_)
            last = min(count + MAX_OF_SEGMENTATION, len(candidates))
            for seed in range(len(patches)):
                if not untried[seed]:
                    continue
                size, by = find_lattice(patches, seed, lattice)
                if size > 0:
                    rows = candidates[:last]
                    count = _list_windows(colors, factor, lattice, by, unit, rows, count)
                    for place in np.ndindex(lattice.shape):
                        untried[lattice[place]] = False  # the last item for -1
    return count


@kernel
def _list_windows(
    colors: Float32s, factor: int, lattice: Int64s, by: Float64s, unit: float,
    candidates: Float64s, count: int,
) -> int:  # fmt: skip
    """Append the horizontal and vertical windows of a lattice; return the new count."""
    rows, columns = np.nonzero(lattice >= 0)
    size, first, right = len(rows), columns[np.argmin(columns)], columns[np.argmax(columns)]
    for wide, high in ((COLUMNS, ROWS), (ROWS, COLUMNS)):
        last_column, last_row = right - wide + 1, rows[size - 1] - high + 1
        for left in range(min(first, last_column), max(first, last_column) + 1):
            for top in range(min(rows[0], last_row), max(rows[0], last_row) + 1):
                part = lattice[max(top, 0) : top + high, max(left, 0) : left + wide]
                number = np.sum(part >= 0)
                is_filled = number >= max(MIN_PATCHES, min(size, SPOTS) // 2)
                if not is_filled or count == len(candidates):
                    continue
                row = candidates[count]
                if _place_corners(by, left, top, wide == ROWS, unit * factor, row):
                    row[HUES], row[PATCHES] = hue_spread(spot_colors(colors, factor, row)), number
                    row[RANK] = number - 0.5 * min(int(size - number), 10)
                    row[RANK] += HUES_WEIGHT * min(row[HUES] / FULL_HUES, 1.0)
                    count += 1 if row[HUES] >= MIN_HUES else 0
    return count


@kernel
def _place_corners(
    by: Float64s, left: int, top: int, is_upright: bool, pitch: float, tile: Float64s
) -> bool:
    """Write the corner spots of a window; return whether its sides fit a tile and the pitch.

    A long side comes first, which points to the right.
    """
    for corner, (column, row) in enumerate(geometry.corner_spots()):
        u, v = left + column, top + row
        if is_upright:
            u, v = left + ROWS - 1 - row, top + column
        tile[2 * corner], tile[2 * corner + 1] = geometry.project(by, u, v)
    if tile[2] - tile[0] + 0.3 * (tile[3] - tile[1]) < 0:
        tile[:4], tile[4:8] = tile[4:8].copy(), tile[:4].copy()
    across = length(tile[2] - tile[0], tile[3] - tile[1]) / (COLUMNS - 1)
    down = length(tile[6] - tile[0], tile[7] - tile[1]) / (ROWS - 1)
    ratio = geometry.mean_pitch(tile) / pitch
    has_pitch = 1 / MAX_PITCH_RATIO < ratio < MAX_PITCH_RATIO
    return bool(has_pitch and min(across, down) > MIN_SIDES_RATIO * max(across, down))


@kernel
def spot_colors(image: Float32s, factor: int, tile: Float64s) -> Float64s:
    """Return the mean colors of the spots in an image reduced by ``factor``."""
    by = geometry.map_corners((tile[:8] + 0.5) / factor - 0.5)
    colors: Float64s = sample_spots(image, by, COLOR_SIDE, COLOR_UNIT).sum(axis=1)
    return colors / (COLOR_SIDE * COLOR_SIDE)


@kernel
def hue_spread(colors: Float64s) -> float:
    """Return the standard deviation of the hues of OKLab colors along their minor axis."""
    a, b = colors[:, 1] - colors[:, 1].mean(), colors[:, 2] - colors[:, 2].mean()
    aa, ab, bb = (a * a).sum(), (a * b).sum(), (b * b).sum()
    minor = (aa + bb) / 2 - sqrt(((aa - bb) / 2) ** 2 + ab * ab)
    return float(sqrt(max(minor, 0.0) / (SPOTS - 1)))


@kernel
def find_lattice(patches: Float64s, seed: int, lattice: Int64s) -> tuple[int, Float64s]:
    """Find the lattice around a seed; return its number of patches, or 0, and its homography.

    The homography maps columns and rows to the photo. It begins with the two shortest pairs of
    steps to neighbors along rows and columns.

    Parameters
    ----------
    patches
        float64 of shape (n, 3): center and area.
    lattice
        Output, int64 of shape (`SPAN`, `SPAN`): patches by row and column, -1 for none.
    """
    x, y, area = patches[seed]
    square = ((patches[:, 0] - x) ** 2 + (patches[:, 1] - y) ** 2) / area
    ratio = patches[:, 2] / area
    is_similar = (ratio < MAX_AREA_RATIO) & (ratio > 1 / MAX_AREA_RATIO)
    subset = np.nonzero(is_similar & (square < MAX_LATTICE_DISTANCE**2))[0]
    near = subset[(square[subset] > MIN_DISTANCE**2) & (square[subset] < MAX_DISTANCE**2)]
    near = near[np.argsort(square[near], kind="mergesort")]
    tried, by = 0, np.zeros(8)
    for second in range(1, min(len(near), 6)):
        for first in range(second):
            along = patches[near[first], :2] - patches[seed, :2]
            down = patches[near[second], :2] - patches[seed, :2]
            sides = length(along[0], along[1]), length(down[0], down[1])
            cross = along[0] * down[1] - along[1] * down[0]
            is_pair = sides[1] <= 1.7 * sides[0] and abs(cross) >= 0.75 * sides[0] * sides[1]
            if tried == 2 or not is_pair:
                continue
            tried += 1
            if cross < 0:
                down = -down
            by[:] = 0.0
            for axis in range(2):
                by[3 * axis], by[3 * axis + 1] = along[axis], down[axis]
                by[3 * axis + 2] = patches[seed, axis] - MIDDLE * (along[axis] + down[axis])
            count = _extend(patches, subset, lattice, by)
            if count >= MIN_PATCHES:
                return count, by
    return 0, by


@kernel
def _extend(patches: Float64s, subset: Int64s, lattice: Int64s, by: Float64s) -> int:
    """Add patches around the lattice and fit ``by`` again while it grows; return their number."""
    nearest, count = np.zeros((SPAN, SPAN)), 0
    for reach in range(1, MIDDLE + 1):
        lattice[:], nearest[:] = -1, MAX_OFFSET * MAX_OFFSET
        back, before = geometry.invert(by), count
        for patch in subset:
            u, v = geometry.project(back, patches[patch, 0], patches[patch, 1])
            column, row = int(np.floor(u + 0.5)), int(np.floor(v + 0.5))
            off = (u - column) ** 2 + (v - row) ** 2
            is_near = abs(column - MIDDLE) <= reach and abs(row - MIDDLE) <= reach
            if is_near and off < nearest[row, column]:
                lattice[row, column], nearest[row, column] = patch, off
        rows, columns = np.nonzero(lattice >= 0)
        count = len(rows)
        if count < 4 or count <= before:
            break
        places, points = np.zeros((2, count, 2))
        for place in range(count):
            places[place] = columns[place], rows[place]
            points[place] = patches[lattice[rows[place], columns[place]], :2]
        by[:] = geometry.fit_homography(places, points, AFFINE if count < FEW else PERSPECTIVE)
    return count
