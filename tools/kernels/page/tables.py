"""The tables of a board and its counts, made by kernels alone.

In the library numpy makes them (`chatuchak_solver.search.regions`,
`chatuchak_solver.search.goal_directed`); numpy is not in the module. A test holds both together.
"""

from __future__ import annotations

import numpy as np

from chatuchak_solver.arrays import Int8s, Int64s, UInt32s, UInt64s
from chatuchak_solver.bits import trailing_zeros
from chatuchak_solver.search.kernels import goal_workspace
from chatuchak_solver.search.kernels.goal_layout import (
    MAX_CODES,
    MOST_AROUND,
    MOST_PAIRED,
    Tables,
)
from chatuchak_solver.search.kernels.regions import grow_regions, keep_fillable, pair_regions
from tools.kernels.page.parts import part

__all__ = ["counts_of", "line_masks", "make_tables", "neighbour_masks"]

WORD_BITS = 64

fillable_sizes = part(goal_workspace.fillable_sizes)


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
def without_repeats(numbers: Int64s) -> Int64s:
    """Return the distinct numbers, ascending; below 1 << 32, and what held them is used up."""
    source, target = numbers, np.empty(numbers.size, np.int64)
    places = np.empty(257, np.int64)
    for shift in range(0, 32, 8):
        places[:] = 0
        for number in source:
            places[((number >> shift) & 255) + 1] += 1
        for digit in range(256):
            places[digit + 1] += places[digit]
        for number in source:
            digit = (number >> shift) & 255
            target[places[digit]] = number
            places[digit] += 1
        source, target = target, source
    count = 0
    for place in range(source.size):
        if place == 0 or source[place] != source[count - 1]:
            source[count] = source[place]
            count += 1
    return source[:count]


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
def _without(counts: Int64s, size: int) -> Int64s:
    """Return the counts but for one of ``size``."""
    others = np.empty(counts.size - 1, np.int64)
    kept = 0
    left_out = False
    for count in counts:
        if count == size and not left_out:
            left_out = True
        else:
            others[kept] = count
            kept += 1
    return others


@part
def _pairs_of(
    masks: UInt32s,
    starts: Int64s,
    sizes: Int64s,
    counts: Int64s,
    full: int,
    left: int,
    right: int,
    columns: int,
) -> UInt64s:
    """Return which regions can be together in a goal position."""
    if masks.size > MOST_PAIRED:
        return np.empty((1, 0), np.uint64)
    fillable = np.zeros((sizes.size, sizes.size), np.uint64)
    for i in range(sizes.size):
        others = _without(counts, sizes[i])
        for j in range(sizes.size):
            for count in others:
                if count == sizes[j]:
                    fillable[i, j] = fillable_sizes(_without(others, sizes[j]))
    pairs = np.empty((masks.size, masks.size // WORD_BITS), np.uint64)
    pair_regions(masks, starts, fillable, pairs, full, left, right, columns)
    return pairs


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
    found = np.empty(0, np.int64)  # the kept regions of all sizes, the smallest size first
    first = np.zeros(size_count + 1, np.int64)  # where those of each size start in it
    grown = np.empty(spots, np.int64)
    for spot in range(spots):
        grown[spot] = 1 << spot
    index = size_count
    for size in range(2, counts[0] + 1):
        more = np.empty(MOST_AROUND * grown.size, np.int64)
        count = grow_regions(grown, more, full, left, right, columns)
        grown = without_repeats(more[:count])
        if index == 0 or sizes[index - 1] != size:
            continue
        index -= 1
        fillable = fillable_sizes(_without(counts, size))
        kept = np.empty(grown.size, np.int64)
        kept = kept[: keep_fillable(grown, kept, fillable, full, left, right, columns)]
        longer = np.empty(found.size + kept.size, np.int64)
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
                region &= region - 1
    pairs = _pairs_of(masks, starts, sizes, counts, full, left, right, columns)
    lines = line_masks(rows, columns)
    return Tables(masks, starts, ends, sizes, holds, lines, pairs, columns, left, right)
