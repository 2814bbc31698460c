"""What the goal-directed kernels share: array layouts and the cells of the state array.

Reduced costs and prices are integers in units of 1/`SCALE` move. Numba's cache files name the
tuple classes below: who renames one also renames this module, so that no old cache is read.
"""

from typing import NamedTuple

from chatuchak_solver.kernels.arrays import Int8s, Int16s, Int32s, Int64s, Masks, UInt64s

SCALE = 64
"""Price units per move."""
MEMO_BITS = 10
"""The memo of set costs has 1 << MEMO_BITS places."""
FAR = 1 << 30
"""Larger than any reduced cost."""
FAR_COST = 1 << 14
"""A region's cost in price units that is beyond any real one, and fits 16 bits."""
MAX_LENGTH = 256
"""A search gives up at this f-bound; no grid known needs more than 25 moves."""
MAX_CODES = 9
"""Color codes of grids are below this."""
MOST_BOOTHS = 9
"""The most booths of a color."""
MOST_AROUND = 18
"""The most spots around a region of up to 8 spots."""
MOST_PAIRED = 4096
"""The most regions that are told which of them can be together, in 2 MB; of more, none are."""
FORCED_SHIFT = 6
"""Bits of a spot in a word of forced moves."""
FORCED_MASK = (1 << FORCED_SHIFT) - 1
"""The lowest spot in such a word."""


class Tables(NamedTuple):
    """What depends on the board and the counts alone; U regions, N spots.

    All connected regions of the wanted sizes around which the other counts can fill the board:
    ``masks`` (U,), uint32 or, for boards of over 32 spots, uint64, which the kernels are compiled
    once more for; those of each size follow each other and start at a multiple of 64, so that a
    set of regions is an array of words, with 0 between them. ``sizes`` int64 (sizes,), descending,
    the number of spots of each size's regions; ``starts`` int64 (sizes + 1,), each size's first
    region, and U; ``ends`` int64 (sizes,), the end of its regions; ``holds`` int8 (N + 1, U), -1
    where a region holds a spot and else 0, the last row 0; ``lines`` int64 (N,), the line mask of
    each spot; ``pairs`` uint64 (U, U / 64), a bit for each two regions that can be together in a
    goal position, or (1, 0) where it would be too large; the board's number of ``columns`` and the
    masks of its ``left`` and ``right`` column.
    """

    masks: Masks
    starts: Int64s
    ends: Int64s
    sizes: Int64s
    holds: Int8s
    lines: Int64s
    pairs: UInt64s
    columns: int
    left: int
    right: int


class Position(NamedTuple):
    """The grid: per color int64 ``color_masks`` and ``size_index``; int64 ``color_at`` (N,).

    The empty spot has color -1. ``fillable`` int64 (1 << C,): for a set of colors, the numbers of
    spots that some of them fill, with or without the empty one, as a bit set. A search under way
    changes the masks and ``color_at`` and restores them.
    """

    color_masks: Int64s
    size_index: Int64s
    color_at: Int64s
    fillable: Int64s


class Bounds(NamedTuple):
    """Costs and prices; C colors, U regions, N spots.

    ``costs`` int16 (C, U), in price units, `FAR_COST` where there is no region; ``counted`` int32
    (U,), costs while they are counted; ``region_prices`` int16 (U,); ``prices`` and ``trial``
    int64 (N + 1,), the last one of each 0, ``excess`` int64 (N,), and ``changes`` of prices, int16
    (N + 1,), which are added in 16 bits; ``price_order`` int64 (N,), spots by ascending price;
    ``chosen`` int32 (U,) and ``places`` int64 (any), for sorting.
    """

    costs: Int16s
    counted: Int32s
    region_prices: Int16s
    prices: Int64s
    trial: Int64s
    excess: Int64s
    changes: Int16s
    price_order: Int64s
    chosen: Int32s
    places: Int64s


class Survivors(NamedTuple):
    """The regions within the bound, sorted by color and reduced cost, and sets of them.

    Each color's start a new word: ``word_starts`` int64 (C + 1,). For W words, ``regions``
    as the tables' masks, ``reduced`` int32, ``costs`` and ``pair_bounds`` int64
    (64 W,); as bit sets ``members`` uint64 (N + 1, W), those that hold a spot; ``present``,
    ``fresh``, ``uncovered``, ``row`` uint64 (W,); ``rows`` uint64 (any,), one after
    another as they are needed, for each those disjoint from it, or made again for each use where
    there is no room for all; ``row_starts`` int32 (64 W,), where
    its row begins, or -1; ``places`` int32 (64 W,), its place among all regions.
    """

    word_starts: Int64s
    regions: Masks
    reduced: Int32s
    costs: Int64s
    pair_bounds: Int64s
    members: UInt64s
    present: UInt64s
    fresh: UInt64s
    uncovered: UInt64s
    row: UInt64s
    rows: UInt64s
    row_starts: Int32s
    places: Int32s


class Frontier(NamedTuple):
    """What the enumeration and the depth-first search are at; T the longest solution.

    ``candidates`` uint64 ((C + 1) W,); ``levels`` int64 (C + 1, 8); ``cheapest`` int64
    (C + 1, C); ``goal`` int64 (3, C), the goal position's regions, their costs and forced moves;
    ``goal_regions`` and ``goal_costs`` int64 (goals, C), the goal positions kept for later bounds;
    ``stack`` int64 (T + 1, 8); ``unions`` int64 (512,); ``memo`` int64
    (1 << MEMO_BITS, 4), what sets of booths need to regions.
    """

    candidates: UInt64s
    levels: Int64s
    cheapest: Int64s
    goal: Int64s
    goal_regions: Int64s
    goal_costs: Int64s
    stack: Int64s
    unions: Int64s
    memo: Int64s


class Workspace(NamedTuple):
    """All that a search changes; ``state`` int64 (STATE_CELLS,)."""

    state: Int64s
    position: Position
    bounds: Bounds
    survivors: Survivors
    frontier: Frontier
