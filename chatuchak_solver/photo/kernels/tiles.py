"""All tiles of a photo: selected, read and sorted."""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import geometry, layout, measures, windows
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import MAX_TILES, SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import oklab_image, shrink
from chatuchak_solver.photo.kernels.windows import CANDIDATE, PATCHES, RANK

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be upside down."""
MIN_SIDE = 16
"""Minimum side of a photo, in pixels."""
MAX_CANDIDATES, MAX_PLACES = 4000, 800
PITCHES = (240.0, 170.0, 120.0, 85.0, 60.0, 42.0, 30.0, 22.0)
"""Pixels per spot in a photo of `PITCH_SIDE` pixels."""
PITCH_SIDE = 1600.0
PIXELS, MAX_PIXELS = (14.0, 28.0), 0.4
"""Pixels per spot of the downscaled photo, and maximum relative to the photo."""
MAX_PITCH_RATIO = 1.5
"""Maximum ratio of the largest sure tile's scale to searched scales."""
MIN_PATCHES, SURE_PATCHES = 12, 24
"""Minimum patches of a tile, and of a tile that determines the scale."""
SURE_RANK, MIN_RANK = 32.0, 22.0
MAX_RANK_GAP = 14.0
"""Maximum gap of rank to the best tile. Lattices on cloth rank lower."""
RANK_TOLERANCE = 5.0
"""Maximum gap of rank of overlapping candidates compared by their readings."""
CHANCE_PATCHES = 2
"""Patches of a candidate that may be chance."""
MAX_RIVALS = 8
PATCH_WEIGHT, MAX_COUNTED_MARGIN = 4.0, 30.0
"""Margin equivalent of a patch, and maximum counted margin per spot, to compare positions."""
MIN_CLEAR_PATCHES, MAX_UNCLEAR, MAX_HIDDEN = 20, 17, 11
"""For a readable tile: minimum patches, or else maximum spots below `CLEAR_MARGIN`; maximum hidden
spots."""


@precompiled("photo", makes_arrays=True, unrolls=True)
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
    quarter = oklab_image(shrink(image, height // windows.QUARTER, width // windows.QUARTER))
    either_way, last = options.copy(), measures.EMPTY_PRICE + SPOTS - 1
    is_turnable = options[last] > options[measures.EMPTY_PRICE]
    if is_turnable:
        either_way[last] = MAX_TURNED_PRICE
    chosen, hidden = np.zeros((MAX_TILES, CANDIDATE)), np.zeros((2 * MAX_TILES, 8))
    count, known = _choose(image, quarter, either_way, chosen, hidden)
    chosen = chosen[:count]
    # Unreadable tiles next to readable ones, or the most likely tile, if unreadable.
    is_readable, read, cut = np.zeros(count, np.bool_), 0, known
    for place in layout.sort_rows(chosen[:, :8])[0]:
        tile = tiles[read]
        tile[:] = 0.0
        tile[:8] = chosen[place, :8]
        tile[measures.PATCHES], tile[measures.RANK] = chosen[place, PATCHES], chosen[place, RANK]
        read_tile(image, either_way, tile)
        if tile[measures.LETTERS + SPOTS - 1] == EMPTY and is_turnable:
            turn_tile(tile)
        if _is_guess(tile):
            hidden[known] = tile[:8]
            known += 1
        else:
            is_readable[place] = True
            read += 1
    if read == 0 and known > cut:
        hidden[cut], known = chosen[np.argmax(chosen[:, RANK]), :8], cut + 1
    summary[0] = read
    readable = chosen[is_readable]
    if read > 1:
        known = layout.find_covered(image, quarter, readable, hidden, known)
    layout.locate_unreadable(image, readable, hidden[:known], unreadable)
    while read > max_tiles:
        worst = np.argmin(tiles[:read, measures.RANK])
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
    is_unclear = unclear > MAX_UNCLEAR and tile[measures.PATCHES] < MIN_CLEAR_PATCHES
    return bool(is_unclear or hidden > MAX_HIDDEN)


@kernel
def _search(image: UInt8s, quarter: Float32s) -> Float64s:
    """Return the best candidate of each place, by rank.

    Candidates are searched at all scales, or near that of the largest sure tiles.
    """
    candidates, total, largest = np.zeros((MAX_CANDIDATES, CANDIDATE)), 0, 0.0
    for relative in PITCHES:
        pitch, before = relative * max(image.shape[0], image.shape[1]) / PITCH_SIDE, total
        if pitch * MAX_PITCH_RATIO < largest:
            break
        for pixels in PIXELS:
            if pixels < MAX_PIXELS * pitch or pixels == PIXELS[0]:
                scale = min(1.0, pixels / pitch)
                total = windows.find_candidates(
                    image, quarter, scale, scale * pitch, candidates, total
                )
        for row in candidates[before:total]:
            is_sure = row[PATCHES] >= SURE_PATCHES and row[RANK] > SURE_RANK
            if is_sure and geometry.cut_edge(image, row)[1] <= 0:
                largest = max(largest, geometry.mean_pitch(row))
    places, number = np.zeros((MAX_PLACES, CANDIDATE)), 0
    for index in np.argsort(-candidates[:total, RANK], kind="mergesort"):
        row = candidates[index]
        limit, is_new = 0.4 * geometry.mean_pitch(row), number < MAX_PLACES
        for place in places[:number]:
            straight, turned = 0.0, 0.0
            for part in range(8):
                straight = max(straight, abs(place[part] - row[part]))
                turned = max(turned, abs(place[(part + 4) % 8] - row[part]))
            if min(straight, turned) < limit:
                is_new = False
                break
        if is_new:
            places[number] = row
            number += 1
    return places[:number]


@kernel
def _choose(
    image: UInt8s, quarter: Float32s, options: Float64s, chosen: Float64s, hidden: Float64s
) -> tuple[int, int]:
    """Write the tiles to ``chosen`` and cut-off corners to ``hidden``; return the counts."""
    places, count, known = _search(image, quarter), 0, 0
    is_cut = np.zeros(len(places), np.bool_)
    for place in range(len(places)):
        is_cut[place] = geometry.cut_edge(image, places[place])[1] > 0
    is_open = ~is_cut & (places[:, PATCHES] >= MIN_PATCHES) & (places[:, RANK] > MIN_RANK)
    best = places[np.argmax(is_open), RANK] if np.any(is_open) else 0.0
    is_open &= places[:, RANK] > best - MAX_RANK_GAP
    for place in range(len(places)):
        if count == MAX_TILES or not is_open[place]:
            continue
        at = best_rival(image, options, places, is_open, place)
        chosen[count] = places[at]
        is_full, cut = places[at, PATCHES] > SPOTS - CHANCE_PATCHES, -1
        for other in range(len(places)):
            if is_open[other] and geometry.overlap(places[other], chosen[count]):
                is_open[other] = False
            elif is_cut[other] and cut < 0 and not is_full:
                has_patches = places[other, PATCHES] + CHANCE_PATCHES >= places[at, PATCHES]
                has_patches = has_patches and places[other, RANK] >= places[at, RANK]
                if has_patches and geometry.overlap(places[other], chosen[count]):
                    cut = other
        if cut < 0:
            count += 1
        elif known < MAX_TILES:
            hidden[known] = places[cut, :8]
            known += 1
    return count, known


@kernel
def best_rival(
    image: UInt8s, options: Float64s, places: Float64s, is_open: Bools, first: int
) -> int:  # fmt: skip
    """Return the open place with the best reading of the first and those of similar rank over it.

    Parameters
    ----------
    image, options
        See `read_tile`.
    places
        float64 of shape (n, `CANDIDATE`), by descending rank.
    """
    rivals, count = np.zeros(MAX_RIVALS, np.int64), 0
    for place in range(first, len(places)):
        is_similar = places[place, RANK] >= places[first, RANK] - RANK_TOLERANCE
        is_rival = is_similar and is_open[place] and count < MAX_RIVALS
        if is_rival and geometry.overlap(places[place], places[first]):
            rivals[count] = place
            count += 1
    best, lowest, tile = first, 1e18, np.zeros(measures.TILE)
    for place in rivals[: count if count > 1 else 0]:
        tile[:8] = places[place, :8]
        price = -PATCH_WEIGHT * places[place, PATCHES]
        if read_tile(image, options, tile):
            margins = tile[measures.MARGINS : measures.MARGINS + SPOTS]
            price -= np.minimum(margins, MAX_COUNTED_MARGIN).sum()
        if price < lowest:
            best, lowest = place, price
    return int(best)
