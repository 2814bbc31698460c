"""All tiles of a photo: selected, read and sorted, and places of unreadable ones."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, lattices, measures
from chatuchak_solver.photo.kernels.elementary import length, logarithm
from chatuchak_solver.photo.kernels.grouping import EMPTY
from chatuchak_solver.photo.kernels.measures import COLUMNS, HUES, PATCHES, RANK, ROWS, SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import linear_image, to_oklab

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be upside down."""
MIN_SIDE = 16
"""Minimum side of a photo, in pixels."""
MAX_CANDIDATES, MAX_RIVALS = 4000, 8
"""Maximum numbers of candidates, and of those of one scale read that overlap one."""
MAX_READINGS = MAX_RIVALS * measures.MAX_TILES
"""Maximum number of candidates read."""
SMALLEST_SIDE = 95
"""Longer side of the photo at the first scale, in pixels."""
MAX_PITCH_RATIO, MAX_SCALE_RATIO = 1.5, 1.25
"""Maximum ratio of the largest sure tile's scale to searched scales, and of pitches of one scale;
that of a lattice of diagonals is 1.41."""
SURE_PATCHES, SURE_RANK = 24, 32.0
"""Minimum patches and rank of a tile that determines the scale."""
MIN_RANK, MAX_RANK_GAP, RANK_TOLERANCE = 22.0, 18.0, 5.0
"""Minimum rank, maximum gap of rank to the best tile (lattices on cloth rank lower), and of
overlapping candidates of one scale compared by their readings."""
PATCH_WEIGHT, PITCH_WEIGHT, MAX_COUNTED_MARGIN = 4.0, 150.0, 15.0
"""Margin equivalents of a patch and of the log of the pitch, and maximum counted margin per spot,
to compare readings. Parts of patterned booths form smaller lattices than the booths."""
MAX_UNCLEAR_TO_EXCLUDE, MAX_UNCLEAR_OF_SURE, MIN_RELATIVE_HUES = 6, 2, 0.4
"""Maximum spots below `CLEAR_MARGIN` of readings that rule out smaller scales, and of sure ones;
minimum spread of hues relative to the most likely candidate, if sure. Cloth has less."""
CUT_OFF = 1e18
"""Price of a candidate that the edge of the photo cuts off. It replaces overlapping readings that
have unclear spots and are not likelier, unless their scale is larger."""
MIN_CLEAR_PATCHES, MAX_UNCLEAR, MAX_HIDDEN = 20, 17, 11
"""For a readable tile: minimum patches, or else maximum spots below `CLEAR_MARGIN`; maximum hidden
spots."""

QUARTER = 4
"""Reduction of the photo for colors of covered tiles."""
MAX_ROW_OFFSET, MAX_PLACE_ERROR = 0.55, 0.6
"""Maximum vertical distance of tiles in a row, in tile heights, and maximum distance of a tile from
a place it occupies, in steps between tiles."""
MIN_HUES_RATIO, MIN_DIFFERENCE, MIN_DIFFERENT = 0.3, 0.06, 0.7
"""For a covered tile: minimum spread of hues relative to readable tiles, color difference from the
table, and fraction of different spots."""
BESIDE = ((2.5, -1.9), (2.5, ROWS + 0.9), (-1.9, 2.0), (COLUMNS + 0.9, 2.0))
"""Columns and rows of the table next to a tile."""
MAX_BEYOND, EDGE_DISTANCE = 4.0, 0.8
"""Maximum part of a cut-off tile beyond the edge of the photo, and distance from it, in spots."""


@precompiled("photo", makes_arrays=True)
def read_tiles(
    image: Cube[np.uint8], options: Float64s, tiles: Matrix[np.float64],
    unreadable: Matrix[np.float64],
) -> int:  # fmt: skip
    """Read all tiles in reading order; return their number.

    Parameters
    ----------
    image, options
        See `read_tile`. Tiles with the empty spot last are rotated, unless it has the price of the
        first spot.
    tiles
        Output, float64 of shape (n, `TILE`); see `measures`.
    unreadable
        Output, float64 of shape (n, 3): row, place and edge; see `locate_unreadable`.
    """
    height, width, _ = image.shape
    unreadable[:] = 0.0
    if min(height, width) < MIN_SIDE:
        return 0
    either_way, last = options.copy(), measures.EMPTY_PRICE + SPOTS - 1
    either_way[last] = min(options[last], MAX_TURNED_PRICE)
    readings, prices = np.zeros((MAX_READINGS, measures.TILE)), np.zeros(MAX_READINGS)
    count = _read_candidates(image, either_way, readings, prices)
    hidden, read, known = np.zeros((2 * measures.MAX_TILES, 8)), 0, 0
    for first in np.argsort(prices[:count], kind="mergesort"):
        best, pitch = first, geometry.mean_pitch(readings[first])
        for other in range(count if _count_unclear(readings[first]) > 0 else 0):
            is_likelier = readings[other, RANK] >= readings[best, RANK]
            is_cut = prices[other] == CUT_OFF and is_likelier
            is_cut = is_cut and MAX_SCALE_RATIO * geometry.mean_pitch(readings[other]) > pitch
            if is_cut and geometry.overlap(readings[other], readings[first]):
                best = other
        tile, is_cut = readings[best], prices[best] == CUT_OFF
        is_readable = not (is_cut or _is_guess(tile))
        is_free = (read if is_readable else known) < measures.MAX_TILES
        for place in np.concatenate((tiles[:read, :8], hidden[:known])):
            is_free = is_free and not geometry.overlap(place, tile)
        if is_free and is_readable:
            is_turned = tile[measures.LETTERS + SPOTS - 1] == EMPTY
            if is_turned and options[last] > options[measures.EMPTY_PRICE]:
                turn_tile(tile)
            tiles[read] = tile
            read += 1
        elif is_free and (is_cut or read > 0 or known == 0):
            # Unreadable tiles next to readable ones, or the most likely tile, if unreadable.
            hidden[known] = tile[:8]
            known += 1
    tiles[:read] = tiles[sort_rows(tiles[:read])[0]]
    if read > 1:
        known = find_covered(image, tiles[:read], hidden, known)
    locate_unreadable(image, tiles[:read], hidden[:known], unreadable)
    return read


@kernel
def turn_tile(tile: Float64s) -> None:
    """Rotate a reading by half a turn."""
    tile[:4], tile[4:8] = tile[4:8].copy(), tile[:4].copy()
    for first in range(measures.LETTERS, measures.NAMES_LEAD, SPOTS):
        tile[first : first + SPOTS] = tile[first : first + SPOTS][::-1].copy()


@kernel
def _count_unclear(tile: Float64s) -> int:
    margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
    return int(np.sum(margins < measures.CLEAR_MARGIN))


@kernel
def _is_sure(tile: Float64s) -> bool:
    return bool(_count_unclear(tile) <= MAX_UNCLEAR_OF_SURE and tile[PATCHES] >= MIN_CLEAR_PATCHES)


@kernel
def _is_guess(tile: Float64s) -> bool:
    hidden = np.sum(tile[measures.HIDDEN : measures.HIDDEN + SPOTS] > 0)
    is_unclear = _count_unclear(tile) > MAX_UNCLEAR and tile[PATCHES] < MIN_CLEAR_PATCHES
    return bool(is_unclear or hidden > MAX_HIDDEN)


@kernel
def _search(image: UInt8s) -> Float64s:
    """Return the candidates by descending rank.

    Candidates are searched at all scales, or near that of the largest sure tiles.
    """
    candidates, total, largest = np.zeros((MAX_CANDIDATES, measures.CANDIDATE)), 0, 0.0
    factor = max(1, max(image.shape[0], image.shape[1]) // SMALLEST_SIDE)
    while factor > 0 and largest < MAX_PITCH_RATIO * lattices.UNITS[0] * factor:
        before, total = total, lattices.find_candidates(image, factor, candidates, total)
        for row in candidates[before:total]:
            if row[PATCHES] >= SURE_PATCHES and row[RANK] > SURE_RANK:
                largest = max(largest, geometry.mean_pitch(row))
        factor = factor * 3 // 4
    return candidates[np.argsort(-candidates[:total, RANK], kind="mergesort")]


@kernel
def _read_candidates(image: UInt8s, options: Float64s, readings: Float64s, prices: Float64s) -> int:
    """Read the likely candidates, of those with the same place and scale one; return their number.

    Candidates over a sure reading, or of smaller scales over a clear one, are left out.

    Parameters
    ----------
    readings
        Output, float64 of shape (n, `TILE`), by descending rank.
    prices
        Output, float64 of shape (n,): lower for better readings; `CUT_OFF` without a reading.
    """
    candidates, view, count = _search(image), np.zeros((SPOTS, measures.VIEW_SAMPLES, 3)), 0
    for candidate in candidates:
        rank, rivals, pitch = candidate[RANK], 0, geometry.mean_pitch(candidate)
        is_likely = rank > max(MIN_RANK, candidates[0, RANK] - MAX_RANK_GAP)
        is_plain = candidate[HUES] < MIN_RELATIVE_HUES * candidates[0, HUES]
        is_open = is_likely and count < len(readings) and not (is_plain and _is_sure(readings[0]))
        for place in range(count):
            other = candidates[place]  # with the corners before refinement
            if not is_open or not geometry.overlap(other, candidate):
                continue
            other_pitch, unclear = geometry.mean_pitch(other), _count_unclear(readings[place])
            if _is_sure(readings[place]):
                is_open = False
            elif MAX_SCALE_RATIO * pitch < other_pitch:
                is_open = unclear > MAX_UNCLEAR_TO_EXCLUDE
            elif pitch <= MAX_SCALE_RATIO * other_pitch:
                rivals += 1
                is_close = rank >= other[RANK] - RANK_TOLERANCE and rivals < MAX_RIVALS
                is_open = is_close and not geometry.is_same(other, candidate)
        if not is_open:
            continue
        tile, candidates[count], prices[count] = readings[count], candidate, CUT_OFF
        tile[: measures.CANDIDATE] = candidate
        is_cut = geometry.cut_edge(image, candidate)[1] > 0
        if not is_cut and read_tile(image, options, tile, view):
            margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
            prices[count] = -np.minimum(margins, MAX_COUNTED_MARGIN).sum()
            prices[count] -= PATCH_WEIGHT * candidate[PATCHES] + PITCH_WEIGHT * logarithm(pitch)
        count += 1
    return count


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
        Readable tiles, of shape (n, `measures.CANDIDATE` or more).
    unreadable
        float64 of shape (m, 8): corners of ``known`` tiles; others are appended.
    """
    quarter = to_oklab(linear_image(image, QUARTER))
    order, rows = sort_rows(tiles)
    middle = (tiles[:, :2] + tiles[:, 2:4] + tiles[:, 4:6] + tiles[:, 6:8]) / 4
    step, least = np.zeros(8), 1e18
    for at in range(len(tiles) - 1):
        x, y = middle[order[at + 1]] - middle[order[at]]
        if rows[order[at]] == rows[order[at + 1]] and length(x, y) < least:
            step[0::2], step[1::2] = x, y
            least = length(x, y)
    for tile in range(len(tiles) if least < 1e18 else 0):
        for sign in (-1.0, 1.0):
            place = tiles[tile, :8] + sign * step
            ahead = sign * ((middle - middle[tile]) * step[:2]).sum(axis=1)
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
    """Write row, place and edge (-1 if covered) of each unreadable tile."""
    corners = np.concatenate((tiles[:, :8], unreadable))
    order, rows = sort_rows(corners)
    written, number = 0, 0
    for at, tile in enumerate(order):
        number = number + 1 if at > 0 and rows[tile] == rows[order[at - 1]] else 1
        if tile >= len(tiles) and written < len(places) - 1:
            edge, beyond = geometry.cut_edge(image, corners[tile])
            is_cut = beyond > -EDGE_DISTANCE * geometry.mean_pitch(corners[tile])
            places[written] = rows[tile], number, edge if is_cut else -1
            written += 1
