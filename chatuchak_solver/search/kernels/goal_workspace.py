"""The arrays that a goal-directed search works in.

One plain function that numba can compile as it is: the WebAssembly module makes its arrays by it.
"""

from __future__ import annotations

import numpy as np

from chatuchak_solver.search.kernels import goal_layout as layout

__all__ = ["make_workspace"]

STORED_GOALS = 1024
ROW_WORDS = 1 << 17
MOST_ROW_WORDS = 1 << 24
"""Conflict rows grow to 128 MB at most."""


def make_workspace(tables: layout.Tables, colors: int, words: int) -> layout.Workspace:
    """Return arrays for searches with ``tables``; about 2 MB on the game's own board.

    Parameters
    ----------
    tables
        What depends on the board and the counts alone.
    colors
        The number of colors that are present.
    words
        64-bit words that the regions of all colors take, each color's from a new word on.
    """
    universe, spots = tables.masks.size, tables.lines.size
    state = np.zeros(layout.STATE_CELLS, np.int64)
    state[layout.MOST_ROWS] = MOST_ROW_WORDS
    position = layout.Position(
        color_masks=np.empty(colors, np.int64),
        size_index=np.empty(colors, np.int64),
        color_at=np.empty(spots, np.int64),
        fillable=np.empty(1 << colors, np.int64),
    )
    bounds = layout.Bounds(
        costs=np.full((colors, universe), layout.FAR_COST, np.int16),
        counted=np.empty(universe, np.int32),
        region_prices=np.empty(universe, np.int16),
        prices=np.zeros(spots + 1, np.int64),
        trial=np.empty(spots + 1, np.int64),
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
        pair_bounds=np.empty(words * 64, np.int64),
        members=np.empty((spots + 1, words), np.uint64),
        present=np.empty(words, np.uint64),
        fresh=np.empty(words, np.uint64),
        uncovered=np.empty(words, np.uint64),
        row=np.empty(words, np.uint64),
        rows=np.empty(ROW_WORDS, np.uint64),
        row_starts=np.empty(words * 64, np.int32),
        places=np.empty(words * 64, np.int32),
    )
    frontier = layout.Frontier(
        candidates=np.empty((colors + 1) * words, np.uint64),
        levels=np.empty((colors + 1, 8), np.int64),
        cheapest=np.empty((colors + 1, colors), np.int64),
        goal=np.empty((3, colors), np.int64),
        goal_at=np.empty(spots, np.int64),
        goal_regions=np.empty((STORED_GOALS, colors), np.int64),
        goal_costs=np.empty((STORED_GOALS, colors), np.int64),
        stack=np.empty((layout.MAX_LENGTH + 1, 8), np.int64),
        unions=np.empty(512, np.int64),
        memo=np.zeros((1 << layout.MEMO_BITS, 4), np.int64),
    )
    return layout.Workspace(state, position, bounds, survivors, frontier)
