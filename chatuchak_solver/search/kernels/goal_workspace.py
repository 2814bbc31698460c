"""Tables and workspace of a goal-directed search.

Plain functions, compatible with numba: the page's WebAssembly module uses them too.
"""

from typing import Any

import numpy as np

from chatuchak_solver.kernels.arrays import Int64s
from chatuchak_solver.search.kernels import goal_layout as layout
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.regions import list_regions, place_regions
from chatuchak_solver.search.kernels.set_cost import SCRATCH

WORD_BITS = 64
FIRST_ROOM = 1 << 13
"""The game's own board has some 3,000 regions."""
STORED_GOALS = 1024
"""Goal positions stored for later bounds."""
MAX_ROW_WORDS = 1 << 24
"""Conflict rows take up to 128 MB, committed on use: mostly below 1 MB."""


def make_tables(counts: Int64s, rows: int, columns: int, masks_of: Any) -> layout.Tables:
    """Return the tables of a board for colors of some counts.

    Takes some 25 ms for the game's own board and counts. At most a quarter of a million regions of
    a size, on 8 x 8.

    Parameters
    ----------
    counts
        int64 (colors,): the booths of each present color, descending, at most 9 each.
    masks_of
        The type of the regions' masks.
    """
    spots = rows * columns
    sizes = np.empty_like(counts)
    size_count = 0
    for count in counts:
        if size_count == 0 or sizes[size_count - 1] != count:
            sizes[size_count] = count
            size_count += 1
    sizes = sizes[:size_count]
    found = np.empty(FIRST_ROOM, np.uint64)
    first = np.empty(size_count, np.int64)
    needed = list_regions(counts, sizes, rows, columns, found, first)
    if needed > found.size:
        found = np.empty(needed, np.uint64)
        list_regions(counts, sizes, rows, columns, found, first)
    starts = np.empty(size_count + 1, np.int64)
    ends = np.empty(size_count, np.int64)
    place, after = 0, needed
    for index in range(size_count):
        starts[index] = place
        ends[index] = place + after - first[index]
        place += (after - first[index] + WORD_BITS - 1) // WORD_BITS * WORD_BITS
        after = first[index]
    starts[size_count] = place
    masks = np.zeros(place, np.uint64)
    holds = np.zeros((spots + 1, place), np.int8)
    lines = np.empty(spots, np.int64)
    place_regions(found, first, starts, ends, columns, masks, holds, lines)
    sides = np.zeros(2, np.int64)  # 64 bits, in plain Python too
    for row in range(rows):
        sides[0] |= np.int64(1) << np.int64(row * columns)
        sides[1] |= np.int64(1) << np.int64(row * columns + columns - 1)
    return layout.Tables(
        masks.astype(masks_of),
        starts,
        ends,
        sizes,
        holds,
        lines,
        columns,
        int(sides[0]),
        int(sides[1]),
    )


def begin_search(work: layout.Workspace, listed_bound: int) -> None:
    """Reset the workspace before the first of other grids.

    ``listed_bound`` is the bound of a listing without search, otherwise 0.
    """
    work.state[at.GRID] = 0
    work.state[at.LISTED_BOUND] = listed_bound
    work.state[at.STAGE] = at.BEGIN


def make_workspace(
    tables: layout.Tables, counts: Int64s, most_goals: int, most_row_words: int
) -> layout.Workspace:
    """Return arrays for searches with ``tables``; about 4 MB on the game's own board.

    Untouched parts take no memory.
    """
    colors, words = counts.size, 0
    for count in counts:
        for index in range(tables.sizes.size):
            if tables.sizes[index] == count:
                words += (tables.starts[index + 1] - tables.starts[index]) // WORD_BITS
    universe, spots = tables.masks.size, tables.lines.size
    paired = universe if universe <= layout.MAX_PAIRED else 0
    state = np.zeros(at.STATE_CELLS, np.int64)
    position = layout.Position(
        color_masks=np.empty(colors, np.int64),
        size_index=np.empty(colors, np.int64),
        color_at=np.empty(spots, np.int64),
        fillable=np.empty(1 << colors, np.int64),
    )
    bounds = layout.Bounds(
        costs=np.full((colors, universe), layout.INFINITE_COST, np.int16),
        counted=np.empty(universe, np.int32),
        region_prices=np.empty(universe, np.int16),
        prices=np.zeros(spots, np.int64),
        trial=np.empty(spots, np.int64),
        excess=np.empty(spots, np.int64),
        changes=np.empty(spots + 1, np.int16),
        price_order=np.empty(spots, np.int64),
        chosen=np.empty(universe, np.int32),
        places=np.empty(layout.SCALE * (layout.MAX_LENGTH + 1) + 2, np.int64),
    )
    survivors = layout.Survivors(
        word_starts=np.zeros(colors + 1, np.int64),
        regions=np.empty(words * 64, tables.masks.dtype),
        reduced=np.empty(words * 64, np.int32),
        costs=np.empty(words * 64, np.int64),
        members=np.empty((spots, words), np.uint64),
        present=np.empty(words, np.uint64),
        fresh=np.empty(words, np.uint64),
        rows=np.empty(max(words, min(64 * words * words, most_row_words)), np.uint64),
        row_starts=np.empty(words * 64, np.int32),
        places=np.empty(words * 64, np.int32),
    )
    frontier = layout.Frontier(
        candidates=np.empty((colors + 1) * words, np.uint64),
        levels=np.empty((colors + 1, 8), np.int64),
        cheapest=np.empty((colors + 1, colors), np.int64),
        goal=np.empty((3, colors), np.int64),
        goal_regions=np.empty((most_goals, colors), np.int64),
        goal_costs=np.empty((most_goals, colors), np.int64),
        stack=np.empty((layout.MAX_LENGTH + 1, 8), np.int64),
        scratch=np.empty(SCRATCH, np.int64),
        memo=np.zeros((1 << layout.MEMO_BITS, 4), np.int64),
        pairs=np.zeros((paired, paired // (WORD_BITS // 2)), np.uint64),
    )
    return layout.Workspace(state, position, bounds, survivors, frontier)
