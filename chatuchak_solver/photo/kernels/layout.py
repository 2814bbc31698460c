"""Order of tiles on a table, and places of unreadable tiles."""

import numpy as np

from chatuchak_solver.kernels.arrays import Float32s, Float64s, Int64s, UInt8s
from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.photo.kernels import geometry, windows
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.measures import COLUMNS, ROWS, SPOTS

MAX_ROW_OFFSET = 0.55
"""Maximum vertical distance of tiles in a row, in tile heights."""
MAX_PLACE_ERROR = 0.6
"""Maximum distance of a tile from a place it occupies, in steps between tiles."""
MIN_HUES_RATIO = 0.3
"""Minimum spread of hues of a covered tile, relative to readable tiles."""
MIN_DIFFERENCE, MIN_DIFFERENT = 0.06, 0.7
"""Minimum color difference from the table, and fraction of different spots, of a covered tile."""
BESIDE, MIN_DISTANCE = 1.9, 5.0
"""Distance of table samples from a tile, and minimum from the middle of the tested place, in
spots."""
MAX_BEYOND = 4.0
"""Maximum part of a cut-off tile beyond the edge of the photo, in spots."""
EDGE_DISTANCE = 0.8
"""Maximum distance of a cut-off tile from the edge of the photo, in spots."""


@kernel
def sort_rows(corners: Float64s) -> Int64s:
    """Return the reading order of tiles and the row of each, from 1, of shape (2, n).

    Rows follow the common tile side closest to horizontal.

    Parameters
    ----------
    corners
        float64 of shape (n, 8), in pixels.
    """
    count, across, down, height = len(corners), 0.0, 0.0, 0.0
    for tile in corners:
        x, y = tile[2] - tile[0], tile[3] - tile[1]
        if abs(y) > abs(x):
            x, y = y, -x
        side = max(length(x, y), 1e-9) * (count if x > 0 else -count)
        across, down = across + x / side, down + y / side
        height += length(tile[6] - tile[0], tile[7] - tile[1]) / count
    size = max(length(across, down), 1e-9)
    u, v, rows = np.zeros(count), np.zeros(count), np.zeros(count, np.int64)
    for corner in range(0, 8, 2):
        u += (corners[:, corner] * across + corners[:, corner + 1] * down) / size / 4
        v += (corners[:, corner + 1] * across - corners[:, corner] * down) / size / 4
    row, top = 0, -1e18
    for tile in np.argsort(v, kind="mergesort"):
        if v[tile] > top + MAX_ROW_OFFSET * height:
            row, top = row + 1, v[tile]
        rows[tile] = row
    by_column = np.argsort(u, kind="mergesort")
    order = np.zeros((2, count), np.int64)
    order[0] = by_column[np.argsort(rows[by_column], kind="mergesort")]
    order[1] = rows
    return order


@kernel
def _is_tile(image: UInt8s, quarter: Float32s, corners: Float64s, tiles: Float64s) -> bool:
    """Return whether a place has many hues, or colors unlike the adjacent table."""
    by, here = np.zeros(8), np.zeros(2)
    height, width, _ = image.shape
    x, y, pitch = corners[0::2].mean(), corners[1::2].mean(), geometry.mean_pitch(corners)
    spots = windows.spot_colors(quarter, corners)
    is_different = np.ones(SPOTS, np.bool_)
    for tile in tiles:
        geometry.map_corners(tile, by)
        for side in range(4):
            u = 2.5 if side < 2 else -BESIDE if side == 2 else COLUMNS - 1 + BESIDE
            v = 2.0 if side >= 2 else -BESIDE if side == 0 else ROWS - 1 + BESIDE
            geometry.project(by, u, v, here)
            is_far = length(here[0] - x, here[1] - y) > MIN_DISTANCE * pitch
            if 0 <= here[0] < width and 0 <= here[1] < height and is_far:
                column = min(int(here[0]) // windows.QUARTER, quarter.shape[1] - 1)
                row = min(int(here[1]) // windows.QUARTER, quarter.shape[0] - 1)
                square = ((spots - quarter[row, column]) ** 2).sum(axis=1)
                is_different &= square > MIN_DIFFERENCE * MIN_DIFFERENCE
    hues = windows.hue_spread(spots)
    is_colorful = hues > MIN_HUES_RATIO * tiles[:, windows.HUES].mean()
    _, beyond = geometry.cut_edge(image, corners)
    if beyond > 0:
        return bool(is_colorful and beyond < MAX_BEYOND * pitch)
    return bool(is_colorful or np.sum(is_different) > MIN_DIFFERENT * SPOTS)


@kernel
def find_covered(
    image: UInt8s, quarter: Float32s, tiles: Float64s, unreadable: Float64s, known: int
) -> int:
    """Append covered or cut-off tiles inferred from the layout; return the new count.

    Gaps in rows and columns hold a tile if the spread of hues is large or the colors differ from
    the table. Row ends at the edge need a large spread of hues.

    Parameters
    ----------
    tiles
        Readable tiles, of shape (n, `CANDIDATE`).
    unreadable
        float64 of shape (m, 8): corners of ``known`` tiles; others are appended.
    """
    order, rows = sort_rows(tiles[:, :8])
    middle, step, least = np.zeros((len(tiles), 2)), np.zeros(2), 1e18
    for axis in range(2):
        for tile in range(len(tiles)):
            middle[tile, axis] = tiles[tile, axis:8:2].mean()
    for place in range(len(tiles) - 1):
        first, second = order[place], order[place + 1]
        x, y = middle[second] - middle[first]
        if rows[first] == rows[second] and length(x, y) < least:
            step[0], step[1], least = x, y, length(x, y)
    for tile in range(len(tiles) if least < 1e18 else 0):
        for sign in (-1.0, 1.0):
            corners = tiles[tile, :8].copy()
            corners[0::2] += sign * step[0]
            corners[1::2] += sign * step[1]
            _, beyond = geometry.cut_edge(image, corners)
            is_free, is_possible = known < len(unreadable), beyond > 0
            for other in range(len(tiles)):
                is_free = is_free and not geometry.overlap(corners, tiles[other])
                ahead = sign * ((middle[other] - middle[tile]) * step).sum()
                is_near = abs(rows[other] - rows[tile]) <= 1
                is_ahead = ahead > MAX_PLACE_ERROR * least * least
                is_possible = is_possible or (is_near and is_ahead)
            for hidden in unreadable[:known]:
                is_free = is_free and not geometry.overlap(corners, hidden)
            if is_free and is_possible and _is_tile(image, quarter, corners, tiles):
                unreadable[known] = corners
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
