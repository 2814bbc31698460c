"""Ranked tile candidates: 6 x 5 windows of lattices of patches."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import lattices, segmentation
from chatuchak_solver.photo.kernels.elementary import length, median, square_root
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import project

CORNERS, PATCHES, RANK, HUES, VOTES, CANDIDATE = 0, 8, 9, 10, 11, 12
"""Columns of a candidate: corners of shape (4, 2), spots with a patch, rank (higher is more
likely), spread of hues, merged candidates; and the number of columns."""

SINGLE_SIDES = (480, 240)
"""Maximum sides of the downscaled photo of a single tile, in pixels."""
SINGLE_GRADIENTS = ((0.05, 0.03, 0.08, 0.018), (0.08, 0.05, 0.12, 0.0))
"""Maximum color difference of adjacent pixels of a patch, by side."""
SINGLE_SALIENCE = ((1, 16), (2, 24), (3, 24), (4, 32))
"""Blur and surround radius, in pixels, for patterned booths."""
SINGLE_CONTRAST = 0.008
SINGLE_AREA, SINGLE_FILL = (0.0003, 0.025), (0.6, 1.12)
"""Area of a patch relative to the image, and fill; see `collect_patches`."""
SINGLE_SEEDS, MAX_SINGLE_PATCHES = 14, 1500
SURE_RANK = 40.0
"""Rank that ends the search for a single tile."""
MAX_OUTSIDE = 20.0
"""Maximum distance of a single tile's corners from the photo, in pixels."""

PITCH = 14.0
"""Pixels per spot of the downscaled photo of several tiles."""
PITCH_GRADIENTS = (0.05, 0.09)
PITCH_SALIENCE = ((1, 7), (2, 10))
PITCH_CONTRAST = 0.004
PITCH_AREA, PITCH_FILL = (0.14, 1.3), (0.5, 1.12)
"""Area of a patch in squares of the pitch, and fill."""
MAX_SEEDS, MAX_PATCHES = 120, 2500
"""Maximum seeds and patches per segmentation; more patches are a pattern."""
MAX_OF_SEGMENTATION = 600

FULL_HUES, MIN_HUES = 0.02, 0.008
"""Spread of hues along the minor axis of five colors, and maximum of a cloth of two colors."""
HUES_WEIGHT = 12.0
OFFSET = 0.2
"""Distance of color samples from the center, which may have a letter, in spots."""
REACH = lattices.MIDDLE + COLUMNS + 1
WIDTH = 2 * REACH + 1


@kernel
def find_candidates(
    image: UInt8s, colors: Float32s, pitch: float, candidates: Float64s, count: int
) -> int:
    """Append the windows of 6 x 5 spots; return the new count.

    Parameters
    ----------
    image
        uint8 of shape (height, width, 3), sRGB.
    colors
        float32 of shape (rows, columns, 3): OKLab at a quarter of the size.
    pitch
        Expected pixels per spot, or 0 for a tile that fills most of the photo.
    candidates
        Output, float64 of shape (n, `CANDIDATE`); corner spots clockwise, long side first, in
        pixels. The search ends if all rows are filled.
    """
    height, width, _ = image.shape
    longest, first = max(height, width), count
    for size in range(len(SINGLE_SIDES) if pitch == 0 else 1):
        side = min(longest, SINGLE_SIDES[size]) if pitch == 0 else longest
        if pitch > PITCH:
            side = max(4, int(longest * PITCH / pitch + 0.5))
        rows = max(2, int(height * side / longest + 0.5))
        columns = max(2, int(width * side / longest + 0.5))
        small = np.zeros((rows, columns, 3), np.uint8)
        soft = np.zeros((rows, columns, 3), np.uint8)
        lab = np.zeros((rows, columns, 3), np.float32)
        values = np.zeros((rows, columns), np.float32)
        work = np.zeros((2, rows, columns), np.float32)
        tags = np.zeros((rows, columns), np.int64)
        parent = np.zeros(rows * columns, np.int64)
        sums = np.zeros((rows * columns, 6))
        patches = np.zeros((MAX_PATCHES, 3))
        scale = side / longest
        segmentation.shrink(image, 0, 0, width, height, small)
        segmentation.median_filter(small, soft)
        segmentation.convert_to_oklab(soft, lab)
        segmentation.fill_gradient(lab, values)
        gradients = len(SINGLE_GRADIENTS[0]) if pitch == 0 else len(PITCH_GRADIENTS)
        saliences = len(SINGLE_SALIENCE) if pitch == 0 else len(PITCH_SALIENCE)
        for method in range(gradients + saliences):
            # Pixels in patches: 0, others: -1.
            limit = 0.0
            if method < gradients:
                limit = SINGLE_GRADIENTS[size][method] if pitch == 0 else PITCH_GRADIENTS[method]
            elif pitch == 0 and size == 0:
                continue  # slow, and seldom better than at the smaller side
            else:
                if pitch > 0 and method == gradients:
                    segmentation.convert_to_oklab(small, lab)
                kind = method - gradients
                blur, surround = SINGLE_SALIENCE[kind] if pitch == 0 else PITCH_SALIENCE[kind % 2]
                contrast = SINGLE_CONTRAST if pitch == 0 else PITCH_CONTRAST
                segmentation.fill_salience(lab, blur, surround, contrast, work, values)
            for y in range(rows):
                for x in range(columns):
                    is_inside = values[y, x] < limit if method < gradients else values[y, x] > 0
                    tags[y, x] = 0 if is_inside else -1
            low, high, fill = PITCH_AREA[0], PITCH_AREA[1], PITCH_FILL
            unit = pitch * scale * pitch * scale
            if pitch == 0:
                low, high, fill = SINGLE_AREA[0], SINGLE_AREA[1], SINGLE_FILL
                unit = float(rows * columns)
            number = segmentation.collect_patches(
                tags, parent, sums, max(low * unit, 6.0 if pitch == 0 else 0.0), high * unit,
                fill[0], fill[1], patches,
            )  # fmt: skip
            if (
                not lattices.MIN_PATCHES
                <= number
                <= (MAX_SINGLE_PATCHES if pitch == 0 else MAX_PATCHES)
            ):
                continue
            for patch in range(number):
                patches[patch, 0] = (patches[patch, 0] + 0.5) / scale - 0.5
                patches[patch, 1] = (patches[patch, 1] + 0.5) / scale - 0.5
                patches[patch, 2] /= scale * scale
            count = _add_windows(image, colors, patches, number, pitch, candidates, count)
            if pitch == 0 and _has_sure(image, candidates, first, count):
                return count
    return count


@kernel
def _has_sure(image: UInt8s, candidates: Float64s, first: int, count: int) -> bool:
    for place in range(first, count):
        is_sure = candidates[place, RANK] >= SURE_RANK
        if is_sure and is_inside(image, candidates[place], MAX_OUTSIDE):
            return True
    return False


@kernel
def is_inside(image: UInt8s, corners: Float64s, tolerance: float) -> bool:
    """Return whether corner spots are in the photo, with a tolerance in pixels."""
    inside = True
    for part in range(8):
        limit = image.shape[1 - part % 2] - 1 + tolerance
        inside = inside and -tolerance <= corners[part] <= limit
    return inside


@kernel
def _add_windows(
    image: UInt8s, colors: Float32s, patches: Float64s, number: int, pitch: float,
    candidates: Float64s, count: int,
) -> int:  # fmt: skip
    near = np.zeros((number, lattices.NEIGHBORS), np.int64)
    pairs = np.zeros(number, np.int64)
    left, untried = np.ones(number, np.bool_), np.ones(number, np.bool_)
    lattice, by = np.zeros((lattices.SPAN, lattices.SPAN), np.int64), np.zeros(8)
    spots, gaps = np.zeros((WIDTH, WIDTH, 2)), np.zeros((WIDTH, WIDTH, 2))
    lattices.fill_neighbors(patches, number, near, pairs)
    last = min(count + MAX_OF_SEGMENTATION, candidates.shape[0])
    tried = 0
    for level in range(lattices.MAX_OPPOSITE_PAIRS, lattices.MIN_OPPOSITE_PAIRS - 1, -1):
        for seed in range(number):
            if pairs[seed] != level or not untried[seed] or not left[seed]:
                continue
            tried += 1
            if tried > (SINGLE_SEEDS if pitch == 0 else MAX_SEEDS):
                return count
            size = lattices.find_lattice(patches, number, seed, near, left, untried, lattice, by)
            if size == 0:
                continue
            count = _list_windows(
                image, colors, lattice, size, by, pitch, spots, gaps, candidates, count, last
            )
            if count == last:
                return count
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
    spots: Float64s, gaps: Float64s, candidates: Float64s, count: int, last: int,
) -> int:  # fmt: skip
    """Append the horizontal and vertical windows of a lattice; return the new count.

    ``spots`` and ``gaps`` are workspaces: hues around spots and below right of them.
    """
    low_row, high_row, low_column, high_column = lattices.SPAN, 0, lattices.SPAN, 0
    for row in range(lattices.SPAN):
        for column in range(lattices.SPAN):
            if lattice[row, column] >= 0:
                low_row, high_row = min(low_row, row), max(high_row, row)
                low_column, high_column = min(low_column, column), max(high_column, column)
    border, here, lab = REACH - lattices.MIDDLE, np.zeros(2), np.zeros(3)
    for row in range(low_row - COLUMNS, high_row + COLUMNS + 1):
        for column in range(low_column - COLUMNS, high_column + COLUMNS + 1):
            spot, gap = spots[row + border, column + border], gaps[row + border, column + border]
            spot[:] = 0.0
            for sample in range(5):
                u, v = float(column - lattices.MIDDLE), float(row - lattices.MIDDLE)
                if sample > 0:
                    step = OFFSET if sample % 2 == 0 else -OFFSET
                    u, v = (u + step, v) if sample < 3 else (u, v + step)
                project(by, u, v, here)
                look_up(image, colors, here[0], here[1], lab)
                for axis in range(2):
                    spot[axis] += lab[axis + 1] / 5
            project(by, column - lattices.MIDDLE + 0.5, row - lattices.MIDDLE + 0.5, here)
            look_up(image, colors, here[0], here[1], lab)
            gap[0], gap[1] = lab[1], lab[2]
    for turn in range(2):
        wide, high = (COLUMNS, ROWS) if turn == 0 else (ROWS, COLUMNS)
        last_column, last_row = high_column - wide + 1, high_row - high + 1
        for left in range(min(low_column, last_column), max(low_column, last_column) + 1):
            for top in range(min(low_row, last_row), max(low_row, last_row) + 1):
                number = 0
                for row in range(max(top, 0), min(top + high, lattices.SPAN)):
                    for column in range(max(left, 0), min(left + wide, lattices.SPAN)):
                        number += 1 if lattice[row, column] >= 0 else 0
                if number < max(lattices.MIN_PATCHES, min(size, SPOTS) // 2):
                    continue
                window = spots[top + border : top + border + high,
                               left + border : left + border + wide]  # fmt: skip
                between = gaps[top + border : top + border + high - 1,
                               left + border : left + border + wide - 1]  # fmt: skip
                hues = hue_spread(window)
                if hues < MIN_HUES or count == last:
                    continue
                row_ = candidates[count]
                if _place_corners(
                    by, left - lattices.MIDDLE, top - lattices.MIDDLE, turn, pitch, row_
                ):
                    row_[PATCHES], row_[HUES], row_[VOTES] = number, hues, 1.0
                    row_[RANK] = number - 0.5 * min(size - number, 10)
                    row_[RANK] += HUES_WEIGHT * min(hues / FULL_HUES, 1.0)
                    row_[RANK] -= _empty_spot_price(window, between)
                    count += 1
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
    has_pitch = pitch == 0 or 0.6 * pitch < mean < 1.7 * pitch
    return has_pitch and shortest > 0.45 * longest


@kernel
def hue_spread(hues: Float64s) -> float:
    """Return the standard deviation of hues of shape (m, n, 2) along their minor axis."""
    count = hues.shape[0] * hues.shape[1]
    a = b = aa = ab = bb = 0.0
    for row in range(hues.shape[0]):
        for column in range(hues.shape[1]):
            x, y = hues[row, column, 0], hues[row, column, 1]
            a, b, aa, ab, bb = a + x, b + y, aa + x * x, ab + x * y, bb + y * y
    a, b = a / count, b / count
    aa, ab, bb = aa / count - a * a, ab / count - a * b, bb / count - b * b
    half = (aa - bb) / 2
    minor = (aa + bb) / 2 - square_root(half * half + ab * ab)
    return float(square_root(max(minor, 0.0) * count / (SPOTS - 1)))


@kernel
def _empty_spot_price(spots: Float64s, gaps: Float64s) -> float:
    """Return a price unless exactly one spot is pale, and in a corner."""
    high, wide, _ = spots.shape
    values, card = np.zeros(SPOTS), np.zeros(2)
    colorful = np.zeros(SPOTS)
    for axis in range(2):
        for gap in range((high - 1) * (wide - 1)):
            values[gap] = gaps[gap // (wide - 1), gap % (wide - 1), axis]
        card[axis] = median(values, (high - 1) * (wide - 1))
    for spot in range(SPOTS):
        a = spots[spot // wide, spot % wide, 0] - card[0]
        b = spots[spot // wide, spot % wide, 1] - card[1]
        colorful[spot] = values[spot] = length(a, b)
    limit = 0.4 * median(values, SPOTS)
    pale, in_corners = 0, 0
    for spot in range(SPOTS):
        if colorful[spot] < limit:
            pale += 1
            row, column = spot // wide, spot % wide
            in_corners += 1 if row % (high - 1) == 0 and column % (wide - 1) == 0 else 0
    return min(2.0 * abs(pale - 1), 4.0) + (0.0 if in_corners == 1 else 2.0)
