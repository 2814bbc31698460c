"""Array layouts of the goal-directed kernels.

Reduced costs and prices are in units of 1/`SCALE` move. Numba's cache files contain the names of
the tuple classes below: rename this module with any of them, to invalidate old caches.
"""

from typing import NamedTuple

import numpy as np

from chatuchak_solver.kernels.arrays import Int16s, Int32s, Int64s, Masks, Matrix, UInt64s

SCALE = 64
"""Price units per move."""
MEMO_BITS = 10
INFINITY = 1 << 30
INFINITE_COST = 1 << 14
"""Above any real cost of a region; fits 16 bits."""
MAX_LENGTH = 256
"""Maximum f-bound; no known grid needs more than 25 moves."""
MAX_CODES = 9
"""Exclusive."""
MAX_BOOTHS = 9
"""Maximum booths of a color."""
MAX_AROUND = 18
"""Maximum spots around a region of up to 8 spots."""
MAX_PAIRED = 4096
"""Maximum regions for a table of pairs, in 4 MB."""
FORCED_SHIFT = 6
FORCED_MASK = (1 << FORCED_SHIFT) - 1


class Tables(NamedTuple):
    """Tables of the board and the counts; U regions, N spots.

    All connected regions of the required sizes whose complement the other counts can fill:
    ``masks`` (U,), uint32 or, for boards of over 32 spots, uint64; regions of one size are
    contiguous and start at a multiple of 64, padded with 0, so a set of regions is an array of
    words. ``sizes`` int64 (sizes,), descending; ``starts`` int64 (sizes + 1,), each size's first
    region, and U; ``ends`` int64 (sizes,); ``holds`` int8 (N + 1, U), -1 if a region contains a
    spot, otherwise 0, the last row 0; ``lines`` int64 (N,), the line mask of each spot;
    ``columns``, and the masks of the ``left`` and ``right`` column.
    """

    masks: Masks
    starts: Int64s
    ends: Int64s
    sizes: Int64s
    holds: Matrix[np.int8]
    lines: Int64s
    columns: int
    left: int
    right: int


class Position(NamedTuple):
    """The grid: per color int64 ``color_masks`` and ``size_index``; int64 ``color_at`` (N,).

    The empty spot has color -1. ``fillable`` int64 (1 << C,): for a set of colors, the sums of
    their sizes, with or without the empty spot, as a bit set. A running search changes the masks
    and ``color_at``.
    """

    color_masks: Int64s
    size_index: Int64s
    color_at: Int64s
    fillable: Int64s


class Bounds(NamedTuple):
    """Costs and prices; C colors, U regions, N spots.

    ``costs`` int16 (C, U), in price units, `INFINITE_COST` for padding; ``counted`` int32 (U,),
    scratch; ``region_prices`` int16 (U,); ``prices``, ``trial`` and ``excess`` int64 (N,);
    ``changes`` of prices, int16 (N + 1,), the last 0, added in 16 bits; ``price_order`` int64 (N,),
    spots by ascending price; ``chosen`` int32 (U,) and ``places`` int64 (any), for sorting.
    """

    costs: Matrix[np.int16]
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

    Each color starts a new word: ``word_starts`` int64 (C + 1,). For W words, ``regions`` as the
    tables' masks, ``reduced`` int32, ``costs`` int64 (64 W,); as bit sets ``members`` uint64
    (N, W), the survivors that contain each spot; ``present`` and ``fresh`` uint64 (W,); ``rows``
    uint64 (any,), the sets of disjoint survivors, appended on first use, or recomputed for each use
    without room; ``row_starts`` int32 (64 W,), each region's row, or -1; ``places`` int32 (64 W,),
    its index among all regions.
    """

    word_starts: Int64s
    regions: Masks
    reduced: Int32s
    costs: Int64s
    members: Matrix[np.uint64]
    present: UInt64s
    fresh: UInt64s
    rows: UInt64s
    row_starts: Int32s
    places: Int32s


class Frontier(NamedTuple):
    """State of the enumeration and the depth-first search; T the longest solution.

    ``candidates`` uint64 ((C + 1) W,); ``levels`` int64 (C + 1, 8); ``cheapest`` int64 (C + 1, C);
    ``goal`` int64 (3, C), the goal position's regions, costs and forced moves; ``goal_regions`` and
    ``goal_costs`` int64 (goals, C), for later bounds; ``stack`` int64 (T + 1, 8); ``scratch`` int64
    (`SCRATCH`,); ``memo`` int64 (1 << MEMO_BITS, 4), costs from sets of booths to regions;
    ``pairs`` uint64 (U, U / 32), two bits for each two disjoint regions, `UNKNOWN`, `POCKET` or
    `FITTING`, or (0, 0) for more than `MAX_PAIRED` regions. Both serve all grids.
    """

    candidates: UInt64s
    levels: Matrix[np.int64]
    cheapest: Matrix[np.int64]
    goal: Matrix[np.int64]
    goal_regions: Matrix[np.int64]
    goal_costs: Matrix[np.int64]
    stack: Matrix[np.int64]
    scratch: Int64s
    memo: Matrix[np.int64]
    pairs: Matrix[np.uint64]


class Workspace(NamedTuple):
    """The arrays that a search changes; ``state`` int64 (STATE_CELLS,)."""

    state: Int64s
    position: Position
    bounds: Bounds
    survivors: Survivors
    frontier: Frontier
