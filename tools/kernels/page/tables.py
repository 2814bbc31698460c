"""The tables of a board and its counts, made by kernels alone.

In the library numpy makes them (`chatuchak_solver.search.regions`,
`chatuchak_solver.search.goal_directed`); numpy is not in the module. A test holds both together.
"""

from __future__ import annotations

import numpy as np

from chatuchak_solver.arrays import Int8s, Int64s, UInt32s
from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.search.kernels.goal_layout import (
    MAX_CODES,
    MOST_AROUND,
    MOST_PAIRED,
    Tables,
)
from chatuchak_solver.search.kernels.regions import grow_regions, keep_fillable, pair_regions
from tools.kernels.page.parts import part

WORD_BITS = 64


@part
def counts_of(codes: Int8s) -> Int64s:
    """Return the number of booths of each color that is present, the largest first."""
    found = np.zeros(MAX_CODES, np.int64)
    for code in codes:
        if code >= 0:
            found[code] += 1
    counts = np.empty(MAX_CODES, np.int64)
    colors = 0
    for count in found:
        if count == 0:
            continue
        place = colors
        while place > 0 and counts[place - 1] < count:
            counts[place] = counts[place - 1]
            place -= 1
        counts[place] = count
        colors += 1
    return counts[:colors]


@part
def line_masks(rows: int, columns: int) -> Int64s:
    """Return int64 (spots,): the other spots of each spot's row and column."""
    masks = np.zeros(rows * columns, np.int64)
    for spot in range(masks.size):
        for other in range(masks.size):
            same_line = other // columns == spot // columns or other % columns == spot % columns
            if same_line and other != spot:
                masks[spot] |= 1 << other
    return masks


@part
def neighbour_masks(rows: int, columns: int) -> UInt32s:
    """Return uint32 (spots,): the spots beside each spot."""
    masks = np.zeros(rows * columns, np.uint32)
    for spot in range(masks.size):
        for other in range(masks.size):
            down = abs(other // columns - spot // columns)
            across = abs(other % columns - spot % columns)
            if down + across == 1:
                masks[spot] |= np.uint32(1 << other)
    return masks


@part
def make_tables(counts: Int64s, rows: int, columns: int) -> Tables:
    """Return the tables of a board for colors of ``counts`` booths, the largest first."""
    spots = rows * columns
    full = (1 << spots) - 1
    left = 0
    for row in range(rows):
        left |= 1 << (row * columns)
    right = left << (columns - 1)
    sizes = np.empty(counts.size, np.int64)
    size_count = 0
    for place in range(counts.size):
        if place == 0 or counts[place] != counts[place - 1]:
            sizes[size_count] = counts[place]
            size_count += 1
    sizes = sizes[:size_count]
    found = np.empty(0, np.uint64)  # the kept regions of all sizes, the smallest size first
    first = np.zeros(size_count + 1, np.int64)  # where those of each size start in it
    regions = np.empty(spots, np.uint64)
    for spot in range(spots):
        regions[spot] = 1 << spot
    index = size_count
    for size in range(2, counts[0] + 1):
        grown = np.empty(MOST_AROUND * regions.size, np.uint64)
        count = grow_regions(regions, grown, np.empty_like(grown), full, left, right, columns)
        regions = grown[:count].copy()
        if index == 0 or sizes[index - 1] != size:
            continue
        index -= 1
        kept = np.empty_like(regions)
        kept = kept[: keep_fillable(regions, kept, counts, size, full, left, right, columns)]
        longer = np.empty(found.size + kept.size, np.uint64)
        longer[: found.size] = found
        longer[found.size :] = kept
        first[index] = found.size
        found = longer
    starts = np.empty(size_count + 1, np.int64)
    ends = np.empty(size_count, np.int64)
    place = 0
    after = found.size
    for index in range(size_count):
        starts[index] = place
        ends[index] = place + after - first[index]
        place += (after - first[index] + WORD_BITS - 1) // WORD_BITS * WORD_BITS
        after = first[index]
    starts[size_count] = place
    masks = np.zeros(place, np.uint32)
    holds = np.zeros((spots + 1, place), np.int8)
    for index in range(size_count):
        for i in range(ends[index] - starts[index]):
            region = found[first[index] + i]
            masks[starts[index] + i] = region
            while region:
                holds[trailing_zeros(region), starts[index] + i] = -1
                region &= region - np.uint64(1)
    pairs = np.empty((1, 0), np.uint64)
    if masks.size <= MOST_PAIRED:
        pairs = np.empty((masks.size, masks.size // WORD_BITS), np.uint64)
        pair_regions(masks, starts, sizes, counts, pairs, full, left, right, columns)
    lines = line_masks(rows, columns)
    return Tables(masks, starts, ends, sizes, holds, lines, pairs, columns, left, right)
