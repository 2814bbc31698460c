"""Order of tiles on a table, and places of unreadable tiles."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import windows
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.lattices import fit_homography
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS
from chatuchak_solver.photo.kernels.sampling import map_of_corners, project

MIN_AGREEMENT = 0.9
"""Minimum length of the mean direction of tiles in rows, 0 to 1."""
MAX_ROW_OFFSET = 0.55
"""Maximum vertical distance of neighbors in a row, in tile heights."""
MAX_PLACE_ERROR = 0.6
"""Maximum distance of a tile from a place it occupies, in steps between tiles."""
MIN_HUES_RATIO = 0.3
"""Minimum spread of hues of a covered tile, relative to readable tiles."""
MIN_DIFFERENCE, MIN_DIFFERENT = 0.06, 0.7
"""Minimum color difference from the table, and fraction of different spots, of a covered tile."""
BESIDE, MIN_DISTANCE = 1.9, 2.5
"""Distance of table samples from a tile, and minimum from the tested place, in spots."""
EDGE_DISTANCE = 0.8
"""Maximum distance of a cut-off tile from the edge of the photo, in spots."""


@kernel
def mean_pitch(corners: Float64s) -> float:
    """Return the mean distance of spots, in pixels."""
    total = 0.0
    for corner in range(4):
        dx = corners[(2 * corner + 2) % 8] - corners[2 * corner]
        dy = corners[(2 * corner + 3) % 8] - corners[2 * corner + 1]
        total += length(dx, dy) / (COLUMNS - 1 if corner % 2 == 0 else ROWS - 1) / 4
    return total


@kernel
def overlap(tile: Float64s, other: Float64s) -> bool:
    """Return whether a spot of either tile is within the other, with half a spot of margin."""
    x, y = 0.0, 0.0
    for corner in range(4):
        x += (tile[2 * corner] - other[2 * corner]) / 4
        y += (tile[2 * corner + 1] - other[2 * corner + 1]) / 4
    if length(x, y) > 4.5 * (mean_pitch(tile) + mean_pitch(other)):
        return False
    by, back, here = np.zeros(8), np.zeros(8), np.zeros(2)
    for order in range(2):
        a, b = (tile, other) if order == 0 else (other, tile)
        map_of_corners(a, by)
        map_from_corners(b, back)
        for spot in range(SPOTS):
            project(by, spot % COLUMNS, spot // COLUMNS, here)
            project(back, here[0], here[1], here)
            if -0.6 < here[0] < COLUMNS - 0.4 and -0.6 < here[1] < ROWS - 0.4:
                return True
    return False


@kernel
def map_from_corners(corners: Float64s, by: Float64s) -> None:
    """Write the homography from photo to grid to ``by``, of shape (8,)."""
    places, points = np.zeros((4, 2)), np.zeros((4, 2))
    for corner in range(4):
        places[corner, 0], places[corner, 1] = corners[2 * corner], corners[2 * corner + 1]
        points[corner, 0] = COLUMNS - 1 if corner == 1 or corner == 2 else 0
        points[corner, 1] = ROWS - 1 if corner >= 2 else 0
    fit_homography(places, points, 4, 0.0, by)


@kernel
def sort_rows(corners: Float64s, count: int, order: Int64s, rows: Int64s) -> None:
    """Write the reading order of tiles, and the row of each, from 1.

    Rows follow the common tile side closest to horizontal, or the photo if directions disagree.
    Each row is traced from neighbor to neighbor, which tolerates slight rotation. O(n**2).

    Parameters
    ----------
    corners
        float64 of shape (n, 8), in pixels; the first ``count`` are used.
    """
    across, down, height = 0.0, 0.0, 0.0
    for tile in range(count):
        x, y = corners[tile, 2] - corners[tile, 0], corners[tile, 3] - corners[tile, 1]
        side = max(length(x, y), 1e-9)
        if abs(y) > abs(x):
            x, y = y, -x
        sign = 1.0 if x > 0 else -1.0
        across += sign * x / side / count
        down += sign * y / side / count
        height += (
            length(corners[tile, 6] - corners[tile, 0], corners[tile, 7] - corners[tile, 1]) / count
        )
    size = length(across, down)
    if size < MIN_AGREEMENT:
        across, down, size = 1.0, 0.0, 1.0
    u, v = np.zeros(count), np.zeros(count)
    for tile in range(count):
        rows[tile] = 0
        for corner in range(4):
            x, y = corners[tile, 2 * corner], corners[tile, 2 * corner + 1]
            u[tile] += (x * across + y * down) / size / 4
            v[tile] += (y * across - x * down) / size / 4
    by_column, by_row = np.argsort(u, kind="mergesort"), np.argsort(v, kind="mergesort")
    done, row = 0, 0
    for start in by_row:
        if rows[start] > 0:
            continue
        row += 1
        rows[start] = row
        for way in (1, -1):
            here = start
            for tile in by_column[::way]:
                is_ahead = (u[tile] - u[here]) * way > 0
                if (
                    is_ahead
                    and rows[tile] == 0
                    and abs(v[tile] - v[here]) < MAX_ROW_OFFSET * height
                ):
                    rows[tile] = row
                    here = tile
        for tile in by_column:
            if rows[tile] == row:
                order[done] = tile
                done += 1


@kernel
def _cut_edge(image: UInt8s, corners: Float64s, tolerance: float) -> int:
    """Return the edge that cuts a tile most: 0 left, 1 right, 2 top, 3 bottom; or -1."""
    edge, most = -1, -tolerance
    for corner in range(4):
        x, y = corners[2 * corner], corners[2 * corner + 1]
        for side in range(4):
            outside = -x if side == 0 else x - image.shape[1] + 1
            if side >= 2:
                outside = -y if side == 2 else y - image.shape[0] + 1
            if outside > most:
                edge, most = side, outside
    return edge


@kernel
def _is_tile(
    image: UInt8s, colors: Float32s, corners: Float64s, tiles: Float64s, count: int
) -> bool:
    """Return whether a place has many hues, or colors unlike the adjacent table."""
    by, here, lab = np.zeros(8), np.zeros(2), np.zeros(3)
    back, place = np.zeros(8), np.zeros(2)
    map_from_corners(corners, back)
    table = np.zeros((4 * count, 3))
    samples, hues = 0, 0.0
    for tile in range(count):
        hues += tiles[tile, windows.HUES] / count
        map_of_corners(tiles[tile], by)
        for side in range(4):
            u = 2.5 if side < 2 else -BESIDE if side == 2 else COLUMNS - 1 + BESIDE
            v = 2.0 if side >= 2 else -BESIDE if side == 0 else ROWS - 1 + BESIDE
            project(by, u, v, here)
            project(back, here[0], here[1], place)
            x, y = place[0], place[1]
            is_near = -MIN_DISTANCE < x < COLUMNS - 1 + MIN_DISTANCE
            is_near = is_near and -MIN_DISTANCE < y < ROWS - 1 + MIN_DISTANCE
            is_visible = 0 <= here[0] < image.shape[1] and 0 <= here[1] < image.shape[0]
            if is_visible and not is_near:
                windows.look_up(image, colors, here[0], here[1], table[samples])
                samples += 1
    map_of_corners(corners, by)
    visible, different = 0, 0
    spots = np.zeros((SPOTS, 2))
    for spot in range(SPOTS):
        project(by, spot % COLUMNS, spot // COLUMNS, here)
        if not (0 <= here[0] < image.shape[1] and 0 <= here[1] < image.shape[0]):
            continue
        windows.look_up(image, colors, here[0], here[1], lab)
        is_different = True
        for sample in table[:samples]:
            difference = length(length(lab[0] - sample[0], lab[1] - sample[1]), lab[2] - sample[2])
            is_different = is_different and difference > MIN_DIFFERENCE
        spots[visible] = lab[1:]
        visible += 1
        different += 1 if is_different else 0
    if visible < COLUMNS:
        return False
    is_colorful = windows.hue_spread(spots, visible) > MIN_HUES_RATIO * hues
    is_cut = _cut_edge(image, corners, 0.0) >= 0
    return is_colorful or (not is_cut and different > MIN_DIFFERENT * visible)


@kernel
def find_covered(
    image: UInt8s, colors: Float32s, tiles: Float64s, count: int, unreadable: Float64s, known: int
) -> int:
    """Append covered or cut-off tiles inferred from the layout; return the new count.

    Gaps in rows and columns hold a tile if the spread of hues is large or the colors differ from
    the table. Row ends at the edge need a large spread of hues.

    Parameters
    ----------
    tiles
        Readable tiles, of shape (n, `CANDIDATE`); the first ``count`` are used.
    unreadable
        float64 of shape (n, 8): corners of ``known`` tiles; others are appended.
    """
    order, rows = np.zeros(max(count, 1), np.int64), np.zeros(max(count, 1), np.int64)
    middle, corners = np.zeros((max(count, 1), 2)), np.zeros(8)
    sort_rows(tiles, count, order, rows)
    for tile in range(count):
        for part in range(8):
            middle[tile, part % 2] += tiles[tile, part] / 4
    step_x, step_y, step = 0.0, 0.0, 1e18
    for place in range(count - 1):
        a, b = order[place], order[place + 1]
        x, y = middle[b, 0] - middle[a, 0], middle[b, 1] - middle[a, 1]
        if rows[a] == rows[b] and length(x, y) < step:
            step_x, step_y, step = x, y, length(x, y)
    if step == 1e18:
        return known
    for tile in range(count):
        for sign in (-1.0, 1.0):
            for part in range(8):
                corners[part] = tiles[tile, part] + sign * (step_x if part % 2 == 0 else step_y)
            is_free = known < unreadable.shape[0]
            is_possible = _cut_edge(image, corners, 0.0) >= 0
            for other in range(count):
                is_free = is_free and not overlap(corners, tiles[other])
                ahead = (middle[other, 0] - middle[tile, 0]) * sign * step_x
                ahead += (middle[other, 1] - middle[tile, 1]) * sign * step_y
                is_near = abs(rows[other] - rows[tile]) <= 1
                is_possible = is_possible or (is_near and ahead > MAX_PLACE_ERROR * step * step)
            for hidden in range(known):
                is_free = is_free and not overlap(corners, unreadable[hidden])
            if is_free and is_possible and _is_tile(image, colors, corners, tiles, count):
                unreadable[known] = corners
                known += 1
    return known


@kernel
def locate_unreadable(
    image: UInt8s, tiles: Float64s, count: int, unreadable: Float64s, known: int, places: Float64s
) -> None:
    """Write row, place and edge (-1 if covered) of each unreadable tile, then zeros."""
    corners = np.zeros((max(count + known, 1), 8))
    order = np.zeros(max(count + known, 1), np.int64)
    rows = np.zeros(max(count + known, 1), np.int64)
    for tile in range(count):
        corners[tile] = tiles[tile, :8]
    for tile in range(known):
        corners[count + tile] = unreadable[tile]
    sort_rows(corners, count + known, order, rows)
    places[:] = 0.0
    written, row, number = 0, 0, 0
    for at in range(count + known):
        tile = order[at]
        number = number + 1 if rows[tile] == row else 1
        row = rows[tile]
        if tile >= count and written < places.shape[0] - 1:
            tolerance = EDGE_DISTANCE * mean_pitch(corners[tile])
            places[written, 0], places[written, 1] = row, number
            places[written, 2] = _cut_edge(image, corners[tile], tolerance)
            written += 1
