"""Connected regions of a board."""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s, Masks, Matrix, UInt64s
from chatuchak_solver.kernels.bits import trailing_zeros
from chatuchak_solver.kernels.jit import kernel, precompiled
from chatuchak_solver.search.kernels.connectivity import has_no_pocket
from chatuchak_solver.search.kernels.goal_layout import MAX_AROUND

ONE = np.uint64(1)
BYTE = np.uint64(255)


class Area(NamedTuple):
    """A board: the masks of it and of its left and right column, and its number of columns.

    All unsigned: a sign would be shifted in from spot 63.
    """

    full: np.uint64
    left: np.uint64
    right: np.uint64
    columns: np.uint64


@kernel
def _neighborhood(mask: np.uint64, board: Area) -> np.uint64:
    beside = ((mask & ~board.right) << ONE) | ((mask & ~board.left) >> ONE)
    beside |= (mask << board.columns) | (mask >> board.columns)
    return beside & board.full & ~mask


@kernel
def grow_regions(regions: UInt64s, grown: UInt64s, scratch: UInt64s, board: Area) -> int:
    """Set ``grown`` to the connected regions with one spot more than those of ``regions``.

    ``regions`` is uint64 (n,); ``grown`` and ``scratch`` have room for 18 n: a region of up to 8
    spots has at most 18 around it. Sorted. Returns their number.
    """
    count = 0
    for region in regions:
        around = _neighborhood(region, board)
        while around:
            bit = around & (~around + ONE)
            around ^= bit
            grown[count] = region | bit
            count += 1
    return _without_repeats(grown[:count], scratch[:count], board.full)


@kernel
def _without_repeats(numbers: UInt64s, scratch: UInt64s, bits: np.uint64) -> int:
    """Put the distinct numbers first, sorted; return their number."""
    source, target = numbers, scratch
    places = np.empty(257, np.int64)
    shift = np.uint64(0)
    while shift < 64 and bits >> shift:
        # Stable radix sort by the next eight bits.
        places[:] = 0
        for number in source:
            places[((number >> shift) & BYTE) + ONE] += 1
        for digit in range(256):
            places[digit + 1] += places[digit]
        for number in source:
            own = (number >> shift) & BYTE
            target[places[own]] = number
            places[own] += 1
        source, target = target, source
        shift += np.uint64(8)
    count = 0
    for place in range(source.size):
        number = source[place]
        if count == 0 or number != numbers[count - 1]:
            numbers[count] = number
            count += 1
    return count


@kernel
def keep_fillable(regions: Masks, found: Masks, counts: Int64s, size: int, board: Area) -> int:
    """Set ``found`` to the regions whose complement has only components of fillable sizes.

    Fillable sizes are the sums of ``counts``, int64 (colors,), without one of ``size``. Returns the
    number of regions.
    """
    sums = ONE  # with or without the empty spot, of the other counts
    is_left_out = False
    for other in counts:
        if other == size and not is_left_out:
            is_left_out = True
        else:
            sums |= sums << np.uint64(other)
    fillable_sizes = sums | sums << ONE
    count = 0
    for region in regions:
        free = board.full & ~np.uint64(region)
        if has_no_pocket(free, fillable_sizes, board.columns, board.left, board.right):
            found[count] = region
            count += 1
    return count


@kernel
def area(rows: int, columns: int) -> Area:
    """Return a board."""
    left = np.uint64(0)
    for row in range(rows):
        left |= ONE << np.uint64(row * columns)
    full = ~np.uint64(0) >> np.uint64(64 - rows * columns)
    return Area(full, left, left << np.uint64(columns - 1), np.uint64(columns))


@precompiled("regions", makes_arrays=True)
def list_regions(
    counts: Int64s, sizes: Int64s, rows: int, columns: int, found: UInt64s, first: Int64s
) -> int:
    """List all possible final regions of colors, smallest size first; return their number.

    The other counts can fill each region's complement.

    Parameters
    ----------
    counts, sizes
        int64 (colors,), the booths of each color, and their distinct values, descending.
    found
        Out: uint64 (any,): the regions, as far as there is room.
    first
        Out: int64 (sizes,): the first region of each size.
    """
    board = area(rows, columns)
    regions = np.empty(rows * columns, np.uint64)
    for spot in range(regions.size):
        regions[spot] = ONE << np.uint64(spot)
    listed = 0
    index = sizes.size
    for size in range(2, sizes[0] + 1):
        grown = np.empty(MAX_AROUND * regions.size, np.uint64)
        count = grow_regions(regions, grown, np.empty_like(grown), board)
        regions = np.empty(count, np.uint64)
        for place in range(count):
            regions[place] = grown[place]
        if sizes[index - 1] != size:
            continue
        index -= 1
        first[index] = listed
        count = keep_fillable(regions, grown, counts, size, board)
        for place in range(min(count, found.size - listed)):
            found[listed + place] = grown[place]
        listed += count
    return int(listed)


@kernel
def fill_lines(columns: int, lines: Int64s) -> None:
    """Set ``lines``, int64 (spots,), to the other spots of each spot's row and column."""
    for spot in range(lines.size):
        lines[spot] = 0
        for other in range(lines.size):
            same_line = other // columns == spot // columns or other % columns == spot % columns
            if same_line and other != spot:
                lines[spot] |= 1 << other


@precompiled("regions", makes_arrays=True)
def place_regions(
    found: UInt64s,
    first: Int64s,
    starts: Int64s,
    ends: Int64s,
    columns: int,
    masks: UInt64s,
    holds: Matrix[np.int8],
    lines: Int64s,
) -> None:
    """Fill the tables of a board's regions; see `chatuchak_solver.search.kernels.goal_layout`.

    ``found`` and ``first`` are those of `list_regions`, ``starts`` and ``ends`` target ranges of
    each size. Out: ``masks`` and ``holds``, initially zeros, and ``lines``.
    """
    for size in range(starts.size - 1):
        for place in range(starts[size], ends[size]):
            region = found[first[size] + place - starts[size]]
            masks[place] = region
            while region:
                holds[trailing_zeros(region), place] = -1
                region &= region - ONE
    fill_lines(columns, lines)
