"""All tiles of a photo: selected, read and sorted."""

import numpy as np

from chatuchak_solver.kernels.arrays import Bools, Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import layout, measures, windows
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import convert_to_oklab, shrink
from chatuchak_solver.photo.kernels.windows import CANDIDATE, HUES, OUTSIDE, PATCHES, RANK, VOTES

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
MIN_WEAK, MIN_PATCHES, MIN_SINGLE_PATCHES, SURE_PATCHES = 12, 16, 12, 24
"""Minimum patches and votes of a tile next to others; minimum patches of a tile, of a single tile,
and of a tile that determines the scale."""
SURE_RANK, MIN_RANK = 30.0, 20.0
MAX_RANK_GAP = 14.0
"""Maximum gap of rank to the best tile. Lattices on cloth rank lower."""
RANK_TOLERANCE, WEAK_TOLERANCE, SINGLE_TOLERANCE = 5.0, 8.0, 8.0
"""Maximum gap of rank of candidates compared by their readings."""
MAX_OUTSIDE = 20.0
"""Maximum distance of a single tile's corners from the photo, in pixels."""
CHANCE_PATCHES = 2
"""Patches of a candidate that may be chance."""
MAX_RIVALS = 8
MIN_HUES_RATIO = 0.5
"""Minimum spread of hues relative to the best tiles."""
MAX_SIZE_RATIO = 1.7
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
    quarter = np.zeros((height // 4, width // 4, 3), np.uint8)
    colors = np.zeros((height // 4, width // 4, 3), np.float32)
    shrink(image, 0, 0, width, height, quarter)
    convert_to_oklab(quarter, colors)
    either_way, last = options.copy(), measures.EMPTY_PRICE + SPOTS - 1
    is_turnable = options[last] > options[measures.EMPTY_PRICE]
    if is_turnable:
        either_way[last] = MAX_TURNED_PRICE
    chosen = np.zeros((measures.MAX_TILES, CANDIDATE))
    hidden = np.zeros((2 * measures.MAX_TILES, 8))
    count, known = _choose(image, colors, either_way, chosen, hidden)
    order, rows = np.zeros(measures.MAX_TILES, np.int64), np.zeros(measures.MAX_TILES, np.int64)
    layout.sort_rows(chosen, count, order, rows)
    # Unreadable tiles next to readable ones, or the most likely tile, if unreadable.
    readable, read = np.zeros((measures.MAX_TILES, CANDIDATE)), 0
    cut, best = known, -1
    for place in range(count):
        candidate, tile = chosen[order[place]], tiles[read]
        tile[:] = 0.0
        tile[:8] = candidate[:8]
        read_tile(image, either_way, tile)
        tile[measures.PATCHES] = candidate[PATCHES]
        tile[measures.RANK] = candidate[RANK]
        if tile[measures.LETTERS + SPOTS - 1] == EMPTY and is_turnable:
            turn_tile(tile)
        if not _is_guess(tile):
            readable[read] = candidate
            read += 1
            continue
        hidden[known] = tile[:8]
        known += 1
        if best < 0 or candidate[RANK] > chosen[best, RANK]:
            best = order[place]
    if read == 0 and best >= 0:
        hidden[cut], known = chosen[best, :8], cut + 1
    summary[0] = read
    if read > 1:
        known = layout.find_covered(image, colors, readable, read, hidden, known)
    layout.locate_unreadable(image, readable, read, hidden, known, unreadable)
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
def _choose(
    image: UInt8s, colors: Float32s, options: Float64s, chosen: Float64s, hidden: Float64s
) -> tuple[int, int]:
    """Write the tiles to ``chosen`` and cut-off corners to ``hidden``; return the counts."""
    candidates, places = np.zeros((MAX_CANDIDATES, CANDIDATE)), np.zeros((MAX_PLACES, CANDIDATE))
    number = _merge(candidates, _search(image, colors, candidates), places)
    inside = places[:number, OUTSIDE] <= 0
    open_places = inside & (places[:number, PATCHES] >= MIN_PATCHES)
    best_rank, best_hues = 0.0, 0.0
    for place in range(number):
        if open_places[place]:
            best_rank, best_hues = places[place, RANK], places[place, HUES]
            break
    for place in range(number):
        row = places[place]
        is_colorful = row[RANK] > SURE_RANK or row[HUES] > MIN_HUES_RATIO * best_hues
        is_likely = is_colorful and row[RANK] > max(MIN_RANK, best_rank - MAX_RANK_GAP)
        open_places[place] = open_places[place] and is_likely
    count = _take(image, options, places[:number], open_places, RANK_TOLERANCE, chosen, 0)
    if count >= 2:
        # Tiles like the others, unless cut-off tiles explain them.
        sure = chosen[:count].copy()
        fitting = np.zeros(number, np.bool_)
        for place in range(number):
            fitting[place] = _fits(sure, places[place])
        cut = places[:number][fitting & ~inside]
        count = 0
        for place in range(len(sure)):
            if _fits(sure, sure[place]) and not _is_explained(cut, sure[place]):
                chosen[count] = sure[place]
                count += 1
        for place in range(number):
            row = places[place]
            is_enough = row[PATCHES] + min(row[VOTES], 4.0) >= MIN_WEAK
            is_open = fitting[place] and inside[place] and is_enough
            open_places[place] = is_open and not _is_explained(cut, row)
        _close(places[:number], open_places, chosen[:count])
        count = _take(image, options, places[:number], open_places, WEAK_TOLERANCE, chosen, count)
        known = 0
        for place in range(len(cut)):
            is_new = known < measures.MAX_TILES
            is_new = is_new and not _overlaps(chosen[:count], cut[place])
            if is_new and not _overlaps(hidden[:known], cut[place]):
                hidden[known] = cut[place, :8]
                known += 1
        if count >= 2:
            return count, known
    # The most likely single tile, by reading among similar ranks.
    for place in range(number):
        is_inside = places[place, OUTSIDE] <= MAX_OUTSIDE
        open_places[place] = is_inside and places[place, PATCHES] >= MIN_SINGLE_PATCHES
    for place in range(number):
        if open_places[place]:
            best = _best_rival(
                image, options, places[:number], open_places, place, SINGLE_TOLERANCE, False
            )
            chosen[0] = places[best]
            break
    else:
        return 0, 0
    for place in range(number):
        row = places[place]
        is_better = row[OUTSIDE] > MAX_OUTSIDE and row[RANK] >= chosen[0, RANK]
        is_full = chosen[0, PATCHES] > SPOTS - CHANCE_PATCHES
        if is_better and not is_full and _is_explained(places[place : place + 1], chosen[0]):
            hidden[0] = row[:8]
            return 0, 1
    return 1, 0


@kernel
def _search(image: UInt8s, colors: Float32s, candidates: Float64s) -> int:
    """Write candidates at all scales, or near that of the largest sure tiles."""
    scale, total, largest = max(image.shape[0], image.shape[1]) / PITCH_SIDE, 0, 0.0
    for pitch in PITCHES:
        if pitch * scale * MAX_PITCH_RATIO < largest:
            break
        before = total
        for pixels in PIXELS:
            if pixels < MAX_PIXELS * pitch * scale or pixels == PIXELS[0]:
                total = windows.find_candidates(
                    image, colors, pitch * scale, pixels, candidates, total
                )
        for place in range(before, total):
            row = candidates[place]
            is_sure = row[PATCHES] >= SURE_PATCHES and row[RANK] > SURE_RANK
            if is_sure and row[OUTSIDE] <= 0:
                largest = max(largest, layout.mean_pitch(row))
    return total


@kernel
def _merge(candidates: Float64s, total: int, places: Float64s) -> int:
    """Write the best candidate of each place, by rank; return the number of places."""
    number = 0
    for index in np.argsort(-candidates[:total, RANK], kind="mergesort"):
        row = candidates[index]
        limit, is_new = 0.4 * layout.mean_pitch(row), number < len(places)
        for place in range(number):
            straight, turned = 0.0, 0.0
            for corner in range(4):
                x, y = row[2 * corner], row[2 * corner + 1]
                a, b = 2 * corner, (2 * corner + 4) % 8
                straight = max(straight, length(places[place, a] - x, places[place, a + 1] - y))
                turned = max(turned, length(places[place, b] - x, places[place, b + 1] - y))
            if min(straight, turned) < limit:
                places[place, VOTES] += 1
                is_new = False
                break
        if is_new:
            places[number] = row
            number += 1
    return number


@kernel
def _overlaps(tiles: Float64s, tile: Float64s) -> bool:
    overlaps = False
    for other in tiles:
        overlaps = overlaps or layout.overlap(other, tile)
    return overlaps


@kernel
def _is_explained(cut: Float64s, tile: Float64s) -> bool:
    """Return whether a cut-off tile at the place has as many patches."""
    is_explained = False
    for row in cut:
        has_patches = row[PATCHES] + CHANCE_PATCHES >= tile[PATCHES]
        is_explained = is_explained or (has_patches and layout.overlap(tile, row))
    return is_explained


@kernel
def _best_rival(
    image: UInt8s, options: Float64s, places: Float64s, open_places: Bools, first: int,
    tolerance: float, overlaps: bool,
) -> int:  # fmt: skip
    """Return the open place with the best reading among those of similar rank, from the first on.

    With ``overlaps``, only those that overlap the first.
    """
    rivals, count = np.zeros(MAX_RIVALS, np.int64), 0
    for place in range(first, len(places)):
        is_similar = places[place, RANK] >= places[first, RANK] - tolerance
        is_rival = is_similar and open_places[place] and count < MAX_RIVALS
        if is_rival and (not overlaps or layout.overlap(places[place], places[first])):
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


@kernel
def _take(
    image: UInt8s, options: Float64s, places: Float64s, open_places: Bools, tolerance: float,
    chosen: Float64s, count: int,
) -> int:  # fmt: skip
    """Append open places without overlaps to the chosen tiles, best first; return their number."""
    for place in range(len(places)):
        if open_places[place] and count < len(chosen):
            best = _best_rival(image, options, places, open_places, place, tolerance, True)
            chosen[count] = places[best]
            count += 1
            _close(places, open_places, chosen[count - 1 : count])
    return count


@kernel
def _close(places: Float64s, open_places: Bools, tiles: Float64s) -> None:
    """Close the places that overlap tiles."""
    for place in range(len(places)):
        open_places[place] = open_places[place] and not _overlaps(tiles, places[place])


@kernel
def _fits(tiles: Float64s, row: Float64s) -> bool:
    """Return whether a place has colors, size and direction like the tiles."""
    hues, size, aligned, count = 0.0, 0.0, 0, len(tiles)
    pitch = layout.mean_pitch(row)
    for tile in tiles:
        hues += tile[HUES] / count
        size += layout.mean_pitch(tile) / count
        x, y = tile[2] - tile[0], tile[3] - tile[1]
        dot = (row[2] - row[0]) * x + (row[3] - row[1]) * y
        is_aligned = abs(dot) > 0.7 * length(x, y) * length(row[2] - row[0], row[3] - row[1])
        aligned += 1 if is_aligned else -1
    has_size = size / MAX_SIZE_RATIO < pitch < size * MAX_SIZE_RATIO
    return bool(row[HUES] > MIN_HUES_RATIO * hues and has_size and aligned >= 0)
