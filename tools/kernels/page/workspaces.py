"""The arrays that a search works in, made and grown by kernels."""

from __future__ import annotations

import numpy as np

from chatuchak_solver.arrays import Int8s
from chatuchak_solver.search.kernels import goal_workspace
from chatuchak_solver.search.kernels.goal_layout import Frontier, Survivors, Tables, Workspace
from tools.kernels.page.parts import part
from tools.kernels.page.tables import counts_of

make_workspace = part(goal_workspace.make_workspace)


@part
def new_workspace(codes: Int8s, tables: Tables) -> Workspace:
    """Return arrays for a search of a grid of the tables' board and counts."""
    counts = counts_of(codes)
    words = 0
    for count in counts:
        for index in range(tables.sizes.size):
            if tables.sizes[index] == count:
                words += (tables.ends[index] - tables.starts[index] + 63) // 64
    return make_workspace(tables, counts.size, words)


@part
def with_rows(work: Workspace, words: int) -> Workspace:
    """Return the workspace with so many words of conflict rows."""
    old = work.survivors
    survivors = Survivors(
        old.word_starts,
        old.regions,
        old.reduced,
        old.costs,
        old.pair_bounds,
        old.members,
        old.present,
        old.fresh,
        old.uncovered,
        old.row,
        np.empty(words, np.uint64),
        old.row_starts,
        old.places,
    )
    return Workspace(work.state, work.position, work.bounds, survivors, work.frontier)


@part
def with_goals(work: Workspace, most: int) -> Workspace:
    """Return the workspace with room for so many goal positions."""
    old = work.frontier
    colors = old.goal.shape[1]
    frontier = Frontier(
        old.candidates,
        old.levels,
        old.cheapest,
        old.goal,
        old.goal_at,
        np.empty((most, colors), np.int64),
        np.empty((most, colors), np.int64),
        old.stack,
        old.unions,
        old.memo,
    )
    return Workspace(work.state, work.position, work.bounds, work.survivors, frontier)
