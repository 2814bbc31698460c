"""All tiles of a photo: selected, read and sorted."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, lattices, layout, measures
from chatuchak_solver.photo.kernels.grouping import EMPTY
from chatuchak_solver.photo.kernels.measures import CANDIDATE, MAX_TILES, PATCHES, RANK, SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be upside down."""
MIN_SIDE = 16
"""Minimum side of a photo, in pixels."""
MAX_CANDIDATES, MAX_READINGS = 4000, 100
SMALLEST_SIDE = 95
"""Longer side of the photo at the first scale, in pixels."""
MAX_PITCH_RATIO = 1.5
"""Maximum ratio of the largest sure tile's scale to searched scales."""
SURE_PATCHES, SURE_RANK = 24, 32.0
"""Minimum patches and rank of a tile that determines the scale."""
MIN_RANK, MAX_RANK_GAP = 22.0, 14.0
"""Minimum rank, and maximum gap of rank to the best tile. Lattices on cloth rank lower."""
RANK_TOLERANCE = 5.0
"""Maximum gap of rank of overlapping candidates compared by their readings."""
PATCH_WEIGHT, MAX_COUNTED_MARGIN = 4.0, 30.0
"""Margin equivalent of a patch, and maximum counted margin per spot, to compare readings."""
CUT_OFF = 1e18
"""Price of a candidate that the edge of the photo cuts off."""
MIN_CLEAR_PATCHES, MAX_UNCLEAR, MAX_HIDDEN = 20, 17, 11
"""For a readable tile: minimum patches, or else maximum spots below `CLEAR_MARGIN`; maximum hidden
spots."""


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
    hidden, read, known = np.zeros((2 * MAX_TILES, 8)), 0, 0
    for first in np.argsort(prices[:count], kind="mergesort"):
        best, is_free = first, read + known < MAX_TILES
        for other in range(count):
            is_likelier = readings[other, RANK] >= readings[best, RANK]
            is_cut = prices[other] == CUT_OFF and is_likelier
            if is_cut and geometry.overlap(readings[other], readings[first]):
                best = other
        tile, is_cut = readings[best], prices[best] == CUT_OFF
        for place in np.concatenate((tiles[:read, :8], hidden[:known])):
            is_free = is_free and not geometry.overlap(place, tile)
        if is_free and not (is_cut or _is_guess(tile)):
            is_turned = tile[measures.LETTERS + SPOTS - 1] == EMPTY
            if is_turned and options[last] > options[measures.EMPTY_PRICE]:
                turn_tile(tile)
            tiles[read] = tile
            read += 1
        elif is_free and (is_cut or read > 0 or known == 0):
            # Unreadable tiles next to readable ones, or the most likely tile, if unreadable.
            hidden[known] = tile[:8]
            known += 1
    tiles[:read] = tiles[layout.sort_rows(tiles[:read])[0]]
    if read > 1:
        known = layout.find_covered(image, tiles[:read], hidden, known)
    layout.locate_unreadable(image, tiles[:read], hidden[:known], unreadable)
    return read


@kernel
def turn_tile(tile: Float64s) -> None:
    """Rotate a reading by half a turn."""
    tile[:4], tile[4:8] = tile[4:8].copy(), tile[:4].copy()
    for first in range(measures.LETTERS, measures.NAMES_LEAD, SPOTS):
        tile[first : first + SPOTS] = tile[first : first + SPOTS][::-1].copy()


@kernel
def _is_guess(tile: Float64s) -> bool:
    margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
    hidden = np.sum(tile[measures.HIDDEN : measures.HIDDEN + SPOTS] > 0)
    unclear = np.sum(margins < measures.CLEAR_MARGIN)
    is_unclear = unclear > MAX_UNCLEAR and tile[PATCHES] < MIN_CLEAR_PATCHES
    return bool(is_unclear or hidden > MAX_HIDDEN)


@kernel
def _search(image: UInt8s) -> Float64s:
    """Return the candidates by descending rank.

    Candidates are searched at all scales, or near that of the largest sure tiles.
    """
    candidates, total, largest = np.zeros((MAX_CANDIDATES, CANDIDATE)), 0, 0.0
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

    Parameters
    ----------
    readings
        Output, float64 of shape (n, `TILE`), by descending rank.
    prices
        Output, float64 of shape (n,): lower for better readings; `CUT_OFF` without a reading.
    """
    candidates, view, count = _search(image), np.zeros((SPOTS, measures.VIEW_SAMPLES, 3)), 0
    for candidate in candidates:
        rank = candidate[RANK]
        is_likely = rank > max(MIN_RANK, candidates[0, RANK] - MAX_RANK_GAP)
        is_open = is_likely and count < len(readings)
        for other in readings[:count]:
            if is_open and geometry.overlap(other, candidate):
                is_open = rank >= other[RANK] - RANK_TOLERANCE
                is_open = is_open and not geometry.is_same(other, candidate)
        if not is_open:
            continue
        tile, prices[count] = readings[count], CUT_OFF
        tile[:CANDIDATE] = candidate
        is_cut = geometry.cut_edge(image, candidate)[1] > 0
        if not is_cut and read_tile(image, options, tile, view):
            margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
            prices[count] = -np.minimum(margins, MAX_COUNTED_MARGIN).sum()
            prices[count] -= PATCH_WEIGHT * candidate[PATCHES]
        count += 1
    return count
