"""All tiles of a photo: selected, read and sorted."""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, layout, measures, windows
from chatuchak_solver.photo.kernels.grouping import EMPTY
from chatuchak_solver.photo.kernels.measures import CANDIDATE, MAX_TILES, PATCHES, RANK, SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import linear_image, to_oklab

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be upside down."""
MIN_SIDE = 16
"""Minimum side of a photo, in pixels."""
MAX_CANDIDATES = 4000
SMALLEST_SIDE = 95
"""Longer side of the photo at the first scale, in pixels."""
MAX_PITCH_RATIO = 1.5
"""Maximum ratio of the largest sure tile's scale to searched scales."""
MIN_PATCHES, SURE_PATCHES = 12, 24
"""Minimum patches of a tile, and of a tile that determines the scale."""
SURE_RANK, MIN_RANK = 32.0, 22.0
MAX_RANK_GAP = 14.0
"""Maximum gap of rank to the best tile. Lattices on cloth rank lower."""
RANK_TOLERANCE = 5.0
"""Maximum gap of rank of overlapping candidates compared by their readings."""
MAX_RIVALS = 8
PATCH_WEIGHT, MAX_COUNTED_MARGIN = 4.0, 30.0
"""Margin equivalent of a patch, and maximum counted margin per spot, to compare positions."""
MIN_CLEAR_PATCHES, MAX_UNCLEAR, MAX_HIDDEN = 20, 17, 11
"""For a readable tile: minimum patches, or else maximum spots below `CLEAR_MARGIN`; maximum hidden
spots."""


@precompiled("photo", makes_arrays=True)
def read_tiles(
    image: Cube[np.uint8], options: Float64s, max_tiles: int, tiles: Matrix[np.float64],
    unreadable: Matrix[np.float64], summary: Int64s,
) -> int:  # fmt: skip
    """Read all tiles in reading order; return their number.

    Parameters
    ----------
    image, options
        See `read_tile`. Tiles with the empty spot last are rotated, unless it has the price of the
        first spot.
    max_tiles
        The most likely tiles are read.
    tiles
        Output, float64 of shape (n, `TILE`); see `measures`.
    unreadable
        Output, float64 of shape (n, 3): row, place and edge; see `locate_unreadable`.
    summary
        Output, int64 of shape (1,): readable tiles.
    """
    height, width, _ = image.shape
    summary[0] = 0
    unreadable[:] = 0.0
    if min(height, width) < MIN_SIDE:
        return 0
    quarter = to_oklab(linear_image(image, windows.QUARTER))
    either_way, last = options.copy(), measures.EMPTY_PRICE + SPOTS - 1
    either_way[last] = min(options[last], MAX_TURNED_PRICE)
    chosen, hidden = np.zeros((MAX_TILES, measures.TILE)), np.zeros((2 * MAX_TILES, 8))
    count, known = _choose(image, quarter, either_way, chosen, hidden)
    # Unreadable tiles next to readable ones, or the most likely tile, if unreadable.
    read, cut = 0, known
    for place in layout.sort_rows(chosen[:count])[0]:
        if _is_guess(chosen[place]):
            hidden[known] = chosen[place, :8]
            known += 1
        else:
            tiles[read] = chosen[place]
            is_turned = tiles[read, measures.LETTERS + SPOTS - 1] == EMPTY
            if is_turned and options[last] > options[measures.EMPTY_PRICE]:
                turn_tile(tiles[read])
            read += 1
    if read == 0 and known > cut:
        hidden[cut], known = chosen[np.argmax(chosen[:count, RANK]), :8], cut + 1
    summary[0] = read
    if read > 1:
        known = layout.find_covered(image, quarter, tiles[:read], hidden, known)
    layout.locate_unreadable(image, tiles[:read], hidden[:known], unreadable)
    while read > max_tiles:
        worst = np.argmin(tiles[:read, RANK])
        for place in range(worst, read - 1):
            tiles[place] = tiles[place + 1]
        read -= 1
    return read


@kernel
def turn_tile(tile: Float64s) -> None:
    """Rotate a reading by half a turn."""
    for part in range(4):
        tile[part], tile[part + 4] = tile[part + 4], tile[part]
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
def _search(image: UInt8s, quarter: Float32s) -> Float64s:
    """Return the candidates by descending rank.

    Candidates are searched at all scales, or near that of the largest sure tiles.
    """
    candidates, total, largest = np.zeros((MAX_CANDIDATES, CANDIDATE)), 0, 0.0
    factor = max(1, max(image.shape[0], image.shape[1]) // SMALLEST_SIDE)
    while factor > 0 and largest < MAX_PITCH_RATIO * windows.UNITS[0] * factor:
        before, total = total, windows.find_candidates(image, quarter, factor, candidates, total)
        for row in candidates[before:total]:
            if row[PATCHES] >= SURE_PATCHES and row[RANK] > SURE_RANK:
                largest = max(largest, geometry.mean_pitch(row))
        factor = factor * 3 // 4
    return candidates[np.argsort(-candidates[:total, RANK], kind="mergesort")]


@kernel
def _choose(
    image: UInt8s, quarter: Float32s, options: Float64s, chosen: Float64s, hidden: Float64s
) -> tuple[int, int]:
    """Read the tiles to ``chosen``, write cut-off corners to ``hidden``; return the counts."""
    places, count, known = _search(image, quarter), 0, 0
    is_open = (places[:, PATCHES] >= MIN_PATCHES) & (places[:, RANK] > MIN_RANK)
    is_cut = np.zeros(len(places), np.bool_)
    for place in range(len(places)):
        is_open[place] &= places[place, RANK] > places[0, RANK] - MAX_RANK_GAP
        is_cut[place] = geometry.cut_edge(image, places[place])[1] > 0
    for place in range(len(places)):
        if not is_open[place] or max(count, known) == MAX_TILES:
            continue
        at, cut = place, place
        if not is_cut[place]:
            cut = -1
            at = best_rival(image, options, places, is_open & ~is_cut, place, chosen[count])
        for other in range(len(places)):
            if is_open[other] and geometry.overlap(places[other], places[at]):
                is_open[other] = False
                if cut < 0 and is_cut[other] and places[other, RANK] >= places[at, RANK]:
                    cut = other
        if cut < 0:
            count += 1
        else:
            hidden[known] = places[cut, :8]
            known += 1
    return count, known


@kernel
def best_rival(
    image: UInt8s, options: Float64s, places: Float64s, is_open: Bools, first: int, best: Float64s
) -> int:
    """Read the first open place and those of similar rank over it; return the best reading's place.

    Parameters
    ----------
    image, options
        See `read_tile`.
    places
        float64 of shape (n, `CANDIDATE`), by descending rank.
    best
        Output, float64 of shape (`TILE`,): the best reading.
    """
    winner, lowest, count = first, 1e18, 0
    is_rival = is_open & (places[:, RANK] >= places[first, RANK] - RANK_TOLERANCE)
    for place in range(first, len(places)):
        row = places[place]
        if count == MAX_RIVALS or not is_rival[place] or not geometry.overlap(row, places[first]):
            continue
        count += 1
        for other in range(place, len(places)):
            is_rival[other] = is_rival[other] and not geometry.is_same(places[other], row)
        tile, price = np.zeros(measures.TILE), -PATCH_WEIGHT * row[PATCHES]
        tile[:CANDIDATE] = row
        if read_tile(image, options, tile):
            margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
            price -= np.minimum(margins, MAX_COUNTED_MARGIN).sum()
        if price < lowest:
            winner, lowest = place, price
            best[:] = tile
    return winner
