"""All tiles of a photo: selected, read and sorted."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import layout, measures, windows
from chatuchak_solver.photo.kernels.elementary import length, median
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import convert_to_oklab, shrink
from chatuchak_solver.photo.kernels.windows import CANDIDATE, HUES, PATCHES, RANK, VOTES

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be upside down."""
MIN_SIDE = 16
"""Minimum side of a photo, in pixels."""
MAX_CANDIDATES, MAX_PLACES = 4000, 800
PITCHES = (42.0, 30.0, 60.0, 85.0, 120.0, 170.0, 22.0)
"""Pixels per spot in a photo of `PITCH_SIDE` pixels, most likely first."""
PITCH_SIDE = 1600.0
MAX_PITCH_RATIO = 1.5
"""Maximum ratio of searched scales to that of the first sure tile."""
MIN_WEAK, MIN_PATCHES, MIN_SINGLE_PATCHES, SURE_PATCHES = 12, 16, 12, 24
"""Minimum patches and votes of a tile next to others; minimum patches of a tile, of a single tile,
and of a tile with sure corners."""
SURE_RANK, MIN_RANK = 30.0, 20.0
MAX_RANK_GAP = 14.0
"""Maximum gap of rank to the best tile. Lattices on cloth rank lower."""
RANK_TOLERANCE, WEAK_TOLERANCE = 5.0, 8.0
"""Maximum gap of rank of candidates compared by their readings."""
SINGLE_TOLERANCE, UNSURE_TOLERANCE = 4.0, 8.0
"""The same for a single tile with nearly all patches, and for others."""
SCALE_TOLERANCE = 4.0
"""Maximum gap of rank to the best of tiles that determine the scale."""
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
    known = np.zeros(1, np.int64)
    count = _choose(image, colors, either_way, chosen, hidden, known)
    order, rows = np.zeros(measures.MAX_TILES, np.int64), np.zeros(measures.MAX_TILES, np.int64)
    layout.sort_rows(chosen, count, order, rows)
    for place in range(count):
        candidate, tile = chosen[order[place]], tiles[place]
        tile[:] = 0.0
        tile[:8] = candidate[:8]
        read_tile(image, either_way, tile)
        tile[measures.PATCHES] = candidate[PATCHES]
        tile[measures.RANK] = candidate[RANK]
        if tile[measures.LETTERS + SPOTS - 1] == EMPTY and is_turnable:
            turn_tile(tile)
    # Several guesses count as tiles only next to a readable tile.
    readable = np.zeros((measures.MAX_TILES, CANDIDATE))
    for place in range(count):
        summary[0] += 0 if _is_guess(tiles[place]) else 1
    read, best = 0, -1
    for place in range(count):
        tile = tiles[place]
        if _is_guess(tile):
            if summary[0] > 0:
                hidden[known[0]] = tile[:8]
                known[0] += 1
            elif best < 0 or tile[measures.RANK] > tiles[best, measures.RANK]:
                best = place
            continue
        readable[read] = chosen[order[place]]
        tiles[read] = tile
        read += 1
    if read == 0 and best >= 0:
        hidden[known[0]] = tiles[best, :8]
        known[0] += 1
    if read > 1:
        known[0] = layout.find_covered(image, colors, readable, read, hidden, known[0])
    layout.locate_unreadable(image, readable, read, hidden, known[0], unreadable)
    while read > max_tiles:
        worst = 0
        for place in range(1, read):
            if tiles[place, measures.RANK] <= tiles[worst, measures.RANK]:
                worst = place
        for place in range(worst, read - 1):
            tiles[place] = tiles[place + 1]
        read -= 1
    return read


@kernel
def turn_tile(tile: Float64s) -> None:
    """Rotate a reading by half a turn."""
    for part in range(4):
        tile[part], tile[part + 4] = tile[part + 4], tile[part]
    for first in (
        measures.LETTERS,
        measures.SECOND,
        measures.MARGINS,
        measures.HIDDEN,
        measures.SHINY,
    ):
        for spot in range(SPOTS // 2):
            a, b = first + spot, first + SPOTS - 1 - spot
            tile[a], tile[b] = tile[b], tile[a]


@kernel
def _unclear(tile: Float64s) -> int:
    count = 0
    for spot in range(SPOTS):
        count += 1 if tile[measures.MARGINS + spot] < measures.CLEAR_MARGIN else 0
    return count


@kernel
def _is_guess(tile: Float64s) -> bool:
    hidden = 0
    for spot in range(SPOTS):
        hidden += 1 if tile[measures.HIDDEN + spot] > 0 else 0
    is_unclear = _unclear(tile) > MAX_UNCLEAR and tile[measures.PATCHES] < MIN_CLEAR_PATCHES
    return is_unclear or hidden > MAX_HIDDEN


@kernel
def _choose(
    image: UInt8s, colors: Float32s, options: Float64s, chosen: Float64s, hidden: Float64s,
    known: Int64s,
) -> int:  # fmt: skip
    """Write the tiles to ``chosen``, and corners of cut-off tiles to ``hidden``; return the count.

    ``known`` of shape (1,) is set to the number of hidden tiles.
    """
    candidates = np.zeros((MAX_CANDIDATES, CANDIDATE))
    inside, outside = (np.zeros((MAX_PLACES, CANDIDATE)), np.zeros((MAX_PLACES, CANDIDATE)))
    alone = windows.find_candidates(image, colors, 0.0, candidates, 0)
    total = _search_pitches(image, colors, candidates, alone)
    number = _merge(image, candidates, total, 0.0, inside, outside, known)
    beyond = known[0]
    known[0] = 0
    count = _choose_likely(image, options, inside, number, chosen)
    if count >= 2:
        count = _complete(
            image, options, inside, number, outside, beyond, chosen, count, hidden, known
        )
        if count >= 2:
            return count
    # The most likely single tile, by reading among similar ranks.
    known[0] = 0
    number = _merge(image, candidates, alone, windows.MAX_OUTSIDE, inside, outside, known)
    beyond = known[0]
    known[0] = 0
    first = 0
    while first < number and inside[first, PATCHES] < MIN_SINGLE_PATCHES:
        first += 1
    if first == number:
        return count
    is_full = inside[first, PATCHES] >= SPOTS - 2
    tolerance = SINGLE_TOLERANCE if is_full else UNSURE_TOLERANCE
    best = _best_rival(
        image, options, inside, first, number, tolerance,
        MIN_SINGLE_PATCHES, False,
    )  # fmt: skip
    chosen[0] = inside[best]
    for other in range(beyond):
        is_full = chosen[0, PATCHES] > SPOTS - CHANCE_PATCHES
        is_better = outside[other, RANK] >= chosen[0, RANK]
        if not is_full and is_better and _explains(outside[other], chosen[0]):
            hidden[0] = outside[other, :8]
            known[0] = 1
            return 0
    return 1


@kernel
def _search_pitches(image: UInt8s, colors: Float32s, candidates: Float64s, alone: int) -> int:
    """Append candidates at all scales, or near that of sure tiles."""
    sure = np.zeros(MAX_CANDIDATES)
    scale = max(image.shape[0], image.shape[1]) / PITCH_SIDE
    best, number = SURE_RANK, 0
    for place in range(alone):
        is_sure = candidates[place, PATCHES] >= SURE_PATCHES
        if is_sure and windows.is_inside(image, candidates[place], 0.0):
            best = max(best, candidates[place, RANK] - SCALE_TOLERANCE)
    for place in range(alone):
        is_sure = candidates[place, PATCHES] >= SURE_PATCHES and candidates[place, RANK] > best
        if is_sure and windows.is_inside(image, candidates[place], 0.0):
            sure[number] = layout.mean_pitch(candidates[place])
            number += 1
    first = sure[0]
    done = np.zeros(len(PITCHES), np.bool_)
    total = alone
    for _ in range(len(PITCHES)):
        typical = 0.0
        if number > 0:
            typical = median(sure, number)
        best_pitch, nearest = -1, 1e18
        for index in range(len(PITCHES)):
            pitch = PITCHES[index] * scale
            ratio = max(pitch / typical, typical / pitch) if number > 0 else 1.0
            if done[index] or ratio >= MAX_PITCH_RATIO:
                continue
            distance = max(pitch / first, first / pitch) if first > 0 else float(index)
            if distance < nearest:
                best_pitch, nearest = index, distance
        if best_pitch < 0:
            break
        done[best_pitch] = True
        before = total
        total = windows.find_candidates(
            image, colors, PITCHES[best_pitch] * scale, candidates, total
        )
        for place in range(before, total):
            row = candidates[place]
            if row[PATCHES] >= SURE_PATCHES and row[RANK] > SURE_RANK and number < MAX_CANDIDATES:
                sure[number] = layout.mean_pitch(row)
                number += 1
    return total


@kernel
def _merge(
    image: UInt8s, candidates: Float64s, total: int, tolerance: float, inside: Float64s,
    outside: Float64s, beyond: Int64s,
) -> int:  # fmt: skip
    """Write the best candidate of each place, by rank; return the number inside the photo.

    ``beyond`` of shape (1,) is set to the number outside.
    """
    sizes = np.zeros(2, np.int64)
    for index in range(total):
        row = candidates[index]
        side = 0 if windows.is_inside(image, row, tolerance) else 1
        places = inside if side == 0 else outside
        limit = 0.4 * layout.mean_pitch(row)
        at = -1
        for place in range(sizes[side]):
            straight, turned = 0.0, 0.0
            for corner in range(4):
                x, y = row[2 * corner], row[2 * corner + 1]
                a, b = 2 * corner, (2 * corner + 4) % 8
                straight = max(straight, length(places[place, a] - x, places[place, a + 1] - y))
                turned = max(turned, length(places[place, b] - x, places[place, b + 1] - y))
            if min(straight, turned) < limit:
                at = place
                break
        votes = 1.0
        if at >= 0:
            votes = places[at, VOTES] + 1
            places[at, VOTES] = votes
            if places[at, RANK] >= row[RANK]:
                continue
        elif sizes[side] < MAX_PLACES:
            at = sizes[side]
            sizes[side] += 1
        elif places[MAX_PLACES - 1, RANK] < row[RANK]:
            at = MAX_PLACES - 1
        else:
            continue
        while at > 0 and places[at - 1, RANK] < row[RANK]:
            places[at] = places[at - 1]
            at -= 1
        places[at] = row
        places[at, VOTES] = votes
    beyond[0] = sizes[1]
    return int(sizes[0])


@kernel
def _explains(cut: Float64s, tile: Float64s) -> bool:
    return cut[PATCHES] + CHANCE_PATCHES >= tile[PATCHES] and layout.overlap(tile, cut)


@kernel
def _best_rival(
    image: UInt8s, options: Float64s, places: Float64s, first: int, number: int, tolerance: float,
    min_patches: int, overlaps: bool,
) -> int:  # fmt: skip
    """Return the place with the best reading among those of similar rank, from the first on.

    With ``overlaps``, only those that overlap the first. Negative ranks are excluded.
    """
    rivals, count = np.zeros(MAX_RIVALS, np.int64), 0
    for place in range(first, number):
        row = places[place]
        if row[RANK] < places[first, RANK] - tolerance or count == MAX_RIVALS:
            break
        if row[PATCHES] >= min_patches and (not overlaps or layout.overlap(row, places[first])):
            rivals[count] = place
            count += 1
    best, lowest = first, 1e18
    tile = np.zeros(measures.TILE)
    for rival in range(count if count > 1 else 0):
        row = places[rivals[rival]]
        tile[:8] = row[:8]
        price = -PATCH_WEIGHT * row[PATCHES]
        if read_tile(image, options, tile):
            for spot in range(SPOTS):
                price -= min(tile[measures.MARGINS + spot], MAX_COUNTED_MARGIN)
        if price < lowest:
            best, lowest = int(rivals[rival]), float(price)
    return int(best)


@kernel
def _choose_likely(
    image: UInt8s, options: Float64s, inside: Float64s, number: int, chosen: Float64s
) -> int:
    """Write likely places without overlaps, best first."""
    likely, size, count = np.zeros((MAX_PLACES, CANDIDATE)), 0, 0
    for place in range(number):
        row = inside[place]
        is_colorful = row[RANK] > SURE_RANK or row[HUES] > MIN_HUES_RATIO * inside[0, HUES]
        min_rank = max(MIN_RANK, inside[0, RANK] - MAX_RANK_GAP)
        if row[PATCHES] >= MIN_PATCHES and is_colorful and row[RANK] > min_rank:
            likely[size] = row
            size += 1
    while size > 0 and count < measures.MAX_TILES:
        best = _best_rival(
            image, options, likely, 0, size, RANK_TOLERANCE,
            0, True,
        )  # fmt: skip
        chosen[count] = likely[best]
        size = _drop_overlapping(likely, size, chosen[count])
        count += 1
    return count


@kernel
def _drop_overlapping(places: Float64s, size: int, tile: Float64s) -> int:
    left = 0
    for place in range(size):
        if not layout.overlap(places[place], tile):
            places[left] = places[place]
            left += 1
    return left


@kernel
def _fits(tiles: Float64s, count: int, row: Float64s) -> bool:
    hues, size, aligned = 0.0, 0.0, 0
    pitch = layout.mean_pitch(row)
    for place in range(count):
        tile = tiles[place]
        hues += tile[HUES] / count
        size += layout.mean_pitch(tile) / count
        x, y = tile[2] - tile[0], tile[3] - tile[1]
        dot = (row[2] - row[0]) * x + (row[3] - row[1]) * y
        is_aligned = abs(dot) > 0.7 * length(x, y) * length(row[2] - row[0], row[3] - row[1])
        aligned += 1 if is_aligned else -1
    has_size = size / MAX_SIZE_RATIO < pitch < size * MAX_SIZE_RATIO
    return row[HUES] > MIN_HUES_RATIO * hues and has_size and aligned >= 0


@kernel
def _complete(
    image: UInt8s, options: Float64s, inside: Float64s, number: int, outside: Float64s, beyond: int,
    chosen: Float64s, count: int, hidden: Float64s, known: Int64s,
) -> int:  # fmt: skip
    """Drop tiles unlike the others or explained by cut-off tiles; add weaker tiles.

    Return the number of tiles; see `_choose`.
    """
    cut, size = np.zeros((MAX_PLACES, CANDIDATE)), 0
    sure, sure_count = chosen.copy(), count
    for place in range(beyond):
        if _fits(sure, sure_count, outside[place]):
            cut[size] = outside[place]
            size += 1
    count = 0
    for place in range(sure_count):
        if _fits(sure, sure_count, sure[place]) and not _is_explained(cut, size, sure[place]):
            chosen[count] = sure[place]
            count += 1
    weak, left = np.zeros((MAX_PLACES, CANDIDATE)), 0
    for place in range(number):
        if _fits(sure, sure_count, inside[place]):
            weak[left] = inside[place]
            left += 1
    for place in range(count):
        left = _drop_overlapping(weak, left, chosen[place])
    while left > 0 and count < measures.MAX_TILES:
        best = _best_rival(
            image, options, weak, 0, left, WEAK_TOLERANCE, 0,
            True,
        )  # fmt: skip
        row = weak[best].copy()
        left = _drop_overlapping(weak, left, row)
        is_enough = row[PATCHES] + min(row[VOTES], 4.0) >= MIN_WEAK
        if is_enough and not _is_explained(cut, size, row):
            chosen[count] = row
            count += 1
    for place in range(size):
        is_new = known[0] < measures.MAX_TILES
        for tile in range(count):
            is_new = is_new and not layout.overlap(cut[place], chosen[tile])
        for other in range(known[0]):
            is_new = is_new and not layout.overlap(cut[place], hidden[other])
        if is_new:
            hidden[known[0]] = cut[place, :8]
            known[0] += 1
    return count


@kernel
def _is_explained(cut: Float64s, size: int, tile: Float64s) -> bool:
    is_explained = False
    for place in range(size):
        is_explained = is_explained or _explains(cut[place], tile)
    return is_explained
