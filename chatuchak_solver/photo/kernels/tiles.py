"""All tiles of a photo: candidates are selected, read and put in order."""

import numpy as np

from chatuchak_solver.kernels.arrays import Cube, Float32s, Float64s, Int64s, Matrix, UInt8s
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.photo.kernels import layout, measures, windows
from chatuchak_solver.photo.kernels.elementary import length
from chatuchak_solver.photo.kernels.likelihood import EMPTY
from chatuchak_solver.photo.kernels.measures import SPOTS
from chatuchak_solver.photo.kernels.reading import read_tile
from chatuchak_solver.photo.kernels.segmentation import convert_to_oklab, shrink
from chatuchak_solver.photo.kernels.windows import CANDIDATE, HUES, PATCHES, RANK, VOTES

MAX_TURNED_PRICE = 2.0
"""Price of an empty last spot of a tile that may be rotated by half a turn."""
MIN_SIDE = 16
"""Minimum side of a photo with tiles, in pixels."""
MAX_CANDIDATES, MAX_PLACES = 4000, 800
PITCHES = (170.0, 120.0, 85.0, 60.0, 42.0, 30.0, 22.0)
"""Pixels per spot in a photo of `PITCH_SIDE` pixels, fastest first."""
PITCH_SIDE = 1600.0
MAX_PITCH_RATIO = 1.5
"""After a sure tile, only scales within this ratio of its scale are searched."""
MIN_WEAK, MIN_PATCHES, MIN_SINGLE_PATCHES, SURE_PATCHES = 12.0, 16, 12, 24
"""Minimum patches and votes of a tile next to others; minimum patches of a tile, of a single tile
in a photo, and of a tile with sure corners."""
SURE_RANK, MIN_RANK = 30.0, 20.0
MAX_RANK_GAP = 14.0
"""Maximum difference of rank from the best tile. Lattices on cloth have one hue and rank lower."""
RANK_TOLERANCE, WEAK_TOLERANCE = 5.0, 8.0
"""Maximum difference of rank of candidates that are compared by their readings."""
CHANCE_PATCHES = 2
"""Patches that a candidate may have by chance."""
MAX_RIVALS = 8
MIN_HUES_RATIO = 0.5
"""Minimum spread of hues relative to the best tiles. Cloth has less."""
MAX_SIZE_RATIO = 1.7
"""Maximum ratio of the pitches of tiles in a photo."""
PATCH_WEIGHT, MAX_COUNTED_MARGIN = 4.0, 30.0
"""Margin equivalent of a patch, and maximum margin counted per spot, for choosing between
positions."""
MIN_CLEAR_PATCHES, MAX_UNCLEAR, MAX_HIDDEN = 20, 17, 11
"""Minimum patches, or else maximum spots below `CLEAR_MARGIN`, and maximum hidden spots, of a
readable tile."""


@precompiled("photo", makes_arrays=True, unrolls=True)
def read_tiles(
    image: Cube[np.uint8], options: Float64s, max_tiles: int, tiles: Matrix[np.float64],
    unreadable: Matrix[np.float64], summary: Int64s,
) -> int:  # fmt: skip
    """Read all tiles of a photo in reading order; return their number.

    Parameters
    ----------
    image, options
        See `read_tile`. Tiles whose last spot is the empty one are rotated, unless it has the price
        of the first spot.
    max_tiles
        Maximum tiles; the most likely ones are read.
    tiles
        Output, float64 of shape (n, `TILE`); see `measures`.
    unreadable
        Output, float64 of shape (n, 3): row, place and edge; see `locate_unreadable`.
    summary
        Output, int64 of shape (1,): number of readable tiles.
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
    # Read the tiles in reading order.
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
    # Separate tiles that are only guesses. Several count as tiles only next to a readable tile.
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
    # Keep the most likely tiles.
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
    """Return the number of spots below `CLEAR_MARGIN`."""
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
    """Write the tiles to ``chosen``, and corners of tiles that are cut off to ``hidden``.

    Return the number of tiles. ``known`` of shape (1,) is set to the number of hidden ones.
    """
    candidates = np.zeros((MAX_CANDIDATES, CANDIDATE))
    inside, outside = np.zeros((MAX_PLACES, CANDIDATE)), np.zeros((MAX_PLACES, CANDIDATE))
    total = _search_pitches(image, colors, candidates)
    number = _merge(image, candidates, total, inside, outside, known)
    cut = known[0]
    known[0] = 0
    # Likely tiles, without those explained as well by tiles that are cut off.
    likely, size, count = np.zeros((MAX_PLACES, CANDIDATE)), 0, 0
    for place in range(number):
        row = inside[place]
        is_colorful = row[RANK] > SURE_RANK or row[HUES] > MIN_HUES_RATIO * inside[0, HUES]
        min_rank = max(MIN_RANK, inside[0, RANK] - MAX_RANK_GAP)
        if row[PATCHES] >= MIN_PATCHES and is_colorful and row[RANK] > min_rank:
            likely[size] = row
            size += 1
    count = _add_tiles(image, options, likely, size, RANK_TOLERANCE, 0.0, outside, 0, chosen, 0)
    are_several = count > 1
    if are_several:
        # Drop tiles unlike the others, and add weaker tiles.
        sure, sure_count = chosen.copy(), count
        cut = _drop_unlike(outside, cut, sure, sure_count)
        number = _drop_unlike(inside, number, sure, sure_count)
        size = _drop_unlike(chosen, count, sure, sure_count)
        count = 0
        for place in range(size):
            if not _is_explained(outside, 0, cut, chosen[place]):
                chosen[count] = chosen[place]
                count += 1
        for place in range(count):
            number = _drop_overlapping(inside, number, chosen[place])
        count = _add_tiles(
            image, options, inside, number, WEAK_TOLERANCE, MIN_WEAK, outside, cut, chosen, count
        )
    elif count == 0:
        # The most likely tile with enough patches.
        for place in range(number - 1, -1, -1):
            if inside[place, PATCHES] >= MIN_SINGLE_PATCHES:
                chosen[0] = inside[place]
                count = 1
    if not are_several and count == 1:
        # A single tile, unless a better tile is cut off there.
        for other in range(cut):
            is_full = chosen[0, PATCHES] > SPOTS - CHANCE_PATCHES
            is_better = outside[other, RANK] >= chosen[0, RANK]
            if not is_full and is_better and _is_explained(outside, other, other + 1, chosen[0]):
                hidden[0] = outside[other, :8]
                known[0] = 1
                return 0
        return 1
    for place in range(cut if are_several else 0):
        is_new = known[0] < measures.MAX_TILES
        for tile in range(count):
            is_new = is_new and not layout.overlap(outside[place], chosen[tile])
        for other in range(known[0]):
            is_new = is_new and not layout.overlap(outside[place], hidden[other])
        if is_new:
            hidden[known[0]] = outside[place, :8]
            known[0] += 1
    return count


@kernel
def _search_pitches(image: UInt8s, colors: Float32s, candidates: Float64s) -> int:
    """Write candidates at all scales, or only near the scale of the best sure tile."""
    scale = max(image.shape[0], image.shape[1]) / PITCH_SIDE
    done, total, typical, best = np.zeros(len(PITCHES), np.bool_), 0, 0.0, SURE_RANK
    for _ in range(len(PITCHES)):
        index, nearest = -1, 1e18
        for place in range(len(PITCHES)):
            distance, pitch = float(place), PITCHES[place] * scale
            if typical > 0:
                distance = max(pitch / typical, typical / pitch)
            is_near = typical == 0 or distance < MAX_PITCH_RATIO
            if not done[place] and is_near and distance < nearest:
                index, nearest = place, distance
        if index < 0:
            break
        done[index] = True
        before = total
        total = windows.find_candidates(image, colors, PITCHES[index] * scale, candidates, total)
        for place in range(before, total):
            row = candidates[place]
            is_sure = row[PATCHES] >= SURE_PATCHES and row[RANK] > best
            if is_sure and windows.is_inside(image, row, 0.0):
                best, typical = row[RANK], layout.mean_pitch(row)
    return total


@kernel
def _merge(
    image: UInt8s, candidates: Float64s, total: int, inside: Float64s, outside: Float64s,
    cut: Int64s,
) -> int:  # fmt: skip
    """Write the best candidate of each place, inside and outside of the photo, best rank first.

    Return the number inside; ``cut`` of shape (1,) is set to the number outside.
    """
    sizes = np.zeros(2, np.int64)
    for index in range(total):
        row = candidates[index]
        side = 0 if windows.is_inside(image, row, 0.0) else 1
        places = inside if side == 0 else outside
        limit, at, votes = 0.4 * layout.mean_pitch(row), -1, 1.0
        for place in range(sizes[side]):
            straight, turned = 0.0, 0.0
            for corner in range(0, 8, 2):
                x, y, other = row[corner], row[corner + 1], (corner + 4) % 8
                dx, dy = places[place, corner] - x, places[place, corner + 1] - y
                straight = max(straight, length(dx, dy))
                dx, dy = places[place, other] - x, places[place, other + 1] - y
                turned = max(turned, length(dx, dy))
            if min(straight, turned) < limit:
                at = place
                break
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
    cut[0] = sizes[1]
    return int(sizes[0])


@kernel
def _is_explained(outside: Float64s, first: int, last: int, tile: Float64s) -> bool:
    """Return whether one of some tiles cut off by the edge explains a candidate's patches."""
    is_explained = False
    for place in range(first, last):
        has_patches = outside[place, PATCHES] + CHANCE_PATCHES >= tile[PATCHES]
        is_explained = is_explained or (has_patches and layout.overlap(tile, outside[place]))
    return is_explained


@kernel
def _add_tiles(
    image: UInt8s, options: Float64s, places: Float64s, size: int, tolerance: float,
    min_evidence: float, outside: Float64s, cut: int, chosen: Float64s, count: int,
) -> int:  # fmt: skip
    """Append places without overlaps to ``chosen``, best first; return the new number.

    The best of similar ranks that overlap is the one with the best reading. ``places``, of which
    the first ``size`` are used, is overwritten.
    """
    tile, rivals = np.zeros(measures.TILE), np.zeros(MAX_RIVALS, np.int64)
    while size > 0 and count < measures.MAX_TILES:
        number = 0
        for place in range(size):
            is_similar = places[place, RANK] >= places[0, RANK] - tolerance
            if is_similar and number < MAX_RIVALS and layout.overlap(places[place], places[0]):
                rivals[number] = place
                number += 1
        best, lowest = 0, 1e18
        for rival in range(number if number > 1 else 0):
            row = places[rivals[rival]]
            tile[:8] = row[:8]
            price = -PATCH_WEIGHT * row[PATCHES]
            if read_tile(image, options, tile):
                for spot in range(SPOTS):
                    price -= min(tile[measures.MARGINS + spot], MAX_COUNTED_MARGIN)
            if price < lowest:
                best, lowest = rivals[rival], price
        row = places[best].copy()
        size = _drop_overlapping(places, size, row)
        has_evidence = row[PATCHES] + min(row[VOTES], 4.0) >= min_evidence
        if has_evidence and not _is_explained(outside, 0, cut, row):
            chosen[count] = row
            count += 1
    return count


@kernel
def _drop_overlapping(places: Float64s, size: int, tile: Float64s) -> int:
    """Remove places that overlap a tile; return the new number."""
    left = 0
    for place in range(size):
        if not layout.overlap(places[place], tile):
            places[left] = places[place]
            left += 1
    return left


@kernel
def _drop_unlike(places: Float64s, size: int, tiles: Float64s, count: int) -> int:
    """Remove places without the hues, size and direction of other tiles; return the new number."""
    left = 0
    for place in range(size):
        row, hues, mean_size, aligned = places[place], 0.0, 0.0, 0
        x, y, pitch = row[2] - row[0], row[3] - row[1], layout.mean_pitch(row)
        for other in range(count):
            tile = tiles[other]
            hues += tile[HUES] / count
            mean_size += layout.mean_pitch(tile) / count
            dx, dy = tile[2] - tile[0], tile[3] - tile[1]
            aligned += 1 if abs(dx * x + dy * y) > 0.7 * length(x, y) * length(dx, dy) else -1
        has_size = mean_size / MAX_SIZE_RATIO < pitch < mean_size * MAX_SIZE_RATIO
        if row[HUES] > MIN_HUES_RATIO * hues and has_size and aligned >= 0:
            places[left] = row
            left += 1
    return left
