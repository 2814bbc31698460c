"""Order of tiles on a table, and places of unreadable tiles."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import geometry, lattices
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.measures import COLUMNS, HUES, ROWS, SPOTS
from chatuchak_solver.photo.kernels.segmentation import linear_image, to_oklab

QUARTER = 4
"""Reduction of the photo for colors of covered tiles."""
MAX_ROW_OFFSET = 0.55
"""Maximum vertical distance of tiles in a row, in tile heights."""
MAX_PLACE_ERROR = 0.6
"""Maximum distance of a tile from a place it occupies, in steps between tiles."""
MIN_HUES_RATIO = 0.3
"""Minimum spread of hues of a covered tile, relative to readable tiles."""
MIN_DIFFERENCE, MIN_DIFFERENT = 0.06, 0.7
"""Minimum color difference from the table, and fraction of different spots, of a covered tile."""
BESIDE = ((2.5, -1.9), (2.5, ROWS + 0.9), (-1.9, 2.0), (COLUMNS + 0.9, 2.0))
"""Columns and rows of the table next to a tile."""
MAX_BEYOND = 4.0
"""Maximum part of a cut-off tile beyond the edge of the photo, in spots."""
EDGE_DISTANCE = 0.8
"""Maximum distance of a cut-off tile from the edge of the photo, in spots."""


@kernel
def sort_rows(tiles: Float64s) -> Int64s:
    """Return the reading order of tiles and the row of each, from 1, of shape (2, n).

    Rows follow the common tile side closest to horizontal.

    Parameters
    ----------
    tiles
        float64 of shape (n, 8 or more): corners in pixels.
    """
    count, across, down, height = len(tiles), 0.0, 0.0, 0.0
    for tile in tiles:
        x, y = tile[2] - tile[0], tile[3] - tile[1]
        if abs(y) > abs(x):
            x, y = y, -x
        side = length(x, y) * (1 if x > 0 else -1)
        across, down = across + x / side, down + y / side
        height += length(tile[6] - tile[0], tile[7] - tile[1]) / count
    size = length(across, down)
    middle_x, middle_y = tiles[:, 0:8:2].sum(axis=1) / 4, tiles[:, 1:8:2].sum(axis=1) / 4
    u, v = middle_x * across + middle_y * down, middle_y * across - middle_x * down
    order, row, top = np.zeros((2, count), np.int64), 0, -1e18
    for tile in np.argsort(v, kind="mergesort"):
        if v[tile] > top + MAX_ROW_OFFSET * height * size:
            row, top = row + 1, v[tile]
        order[1, tile] = row
    order[0] = np.argsort(order[1] * 1e6 * size + u, kind="mergesort")
    return order


@kernel
def _is_tile(image: UInt8s, quarter: Float32s, place: Float64s, tiles: Float64s) -> bool:
    """Return whether a place has many hues, or colors unlike the adjacent table."""
    height, width, _ = image.shape
    x, y, pitch = place[0:8:2].mean(), place[1:8:2].mean(), geometry.mean_pitch(place)
    spots, is_different = lattices.spot_colors(quarter, QUARTER, place), np.ones(SPOTS, np.bool_)
    for tile in tiles:
        for u, v in BESIDE:
            column, row = geometry.project(geometry.map_corners(tile), u, v)
            is_far = length(column - x, row - y) > (COLUMNS - 1) * pitch
            if 0 <= column < width - 4 and 0 <= row < height - 4 and is_far:
                table = quarter[int(row) // QUARTER, int(column) // QUARTER]
                is_different &= ((spots - table) ** 2).sum(axis=1) > MIN_DIFFERENCE**2
    hues, beyond = lattices.hue_spread(spots), geometry.cut_edge(image, place)[1]
    is_colorful = hues > MIN_HUES_RATIO * tiles[:, HUES].mean()
    if beyond > 0:
        return bool(is_colorful and beyond < MAX_BEYOND * pitch)
    return bool(is_colorful or np.sum(is_different) > MIN_DIFFERENT * SPOTS)


@kernel
def find_covered(image: UInt8s, tiles: Float64s, unreadable: Float64s, known: int) -> int:
    """Append covered or cut-off tiles inferred from the layout; return the new count.

    Gaps in rows hold a tile if the spread of hues is large or the colors differ from
    the table. Row ends at the edge need a large spread of hues.

    Parameters
    ----------
    tiles
        Readable tiles, of shape (n, `CANDIDATE` or more).
    unreadable
        float64 of shape (m, 8): corners of ``known`` tiles; others are appended.
    """
    quarter, (order, rows) = to_oklab(linear_image(image, QUARTER)), sort_rows(tiles)
    middle, step, least = np.zeros((len(tiles), 2)), np.zeros(2), 1e18
    for axis in range(2):
        middle[:, axis] = tiles[:, axis:8:2].sum(axis=1) / 4
    for at in range(len(tiles) - 1):
        x, y = middle[order[at + 1]] - middle[order[at]]
        if rows[order[at]] == rows[order[at + 1]] and length(x, y) < least:
            step[0], step[1], least = x, y, length(x, y)
    for tile in range(len(tiles) if least < 1e18 else 0):
        for sign in (-1.0, 1.0):
            place = tiles[tile, :8].copy()
            place[0::2] += sign * step[0]
            place[1::2] += sign * step[1]
            ahead = sign * ((middle - middle[tile]) * step).sum(axis=1)
            is_gap = np.any(ahead > MAX_PLACE_ERROR * least * least)
            is_free = known < len(unreadable)
            for other in np.concatenate((tiles[:, :8], unreadable[:known])):
                is_free = is_free and not geometry.overlap(place, other)
            is_possible = is_free and (is_gap or geometry.cut_edge(image, place)[1] > 0)
            if is_possible and _is_tile(image, quarter, place, tiles):
                unreadable[known] = place
                known += 1
    return known


@kernel
def locate_unreadable(
    image: UInt8s, tiles: Float64s, unreadable: Float64s, places: Float64s
) -> None:
    """Write row, place and edge (-1 if covered) of each unreadable tile, then zeros."""
    corners = np.concatenate((tiles[:, :8], unreadable))
    order, rows = sort_rows(corners)
    places[:] = 0.0
    written, number = 0, 0
    for at in range(len(order)):
        tile = order[at]
        number = number + 1 if at > 0 and rows[tile] == rows[order[at - 1]] else 1
        if tile >= len(tiles) and written < len(places) - 1:
            edge, beyond = geometry.cut_edge(image, corners[tile])
            is_cut = beyond > -EDGE_DISTANCE * geometry.mean_pitch(corners[tile])
            places[written] = rows[tile], number, edge if is_cut else -1
            written += 1
