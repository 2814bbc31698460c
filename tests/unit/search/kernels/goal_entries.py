"""Python wrappers of the goal-directed search's inner kernels."""

from __future__ import annotations

from typing import Any, TypeVar

import numpy as np

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.search.kernels import forced_moves, goal_enumeration, goal_search
from chatuchak_solver.search.kernels import state_fields as at
from chatuchak_solver.search.kernels.goal_layout import (
    Bounds,
    Frontier,
    Position,
    Survivors,
    Tables,
)

__all__ = [
    "count_extra",
    "find_forced",
    "forced_at",
    "look_up",
    "next_goal",
    "read_only",
    "search_goal",
    "start_part",
]

Array = TypeVar("Array", bound=np.ndarray[Any, Any])


def read_only(array: Array) -> Array:
    """Convert ``array`` to its type in the search's tables, to avoid further compilation."""
    array.flags.writeable = False
    return array


@kernel
def start_part(state: Any, survivors: Survivors, frontier: Frontier) -> None:
    """Put the next part's candidates on the first level."""
    goal_enumeration._start_part(state, survivors, frontier)


@kernel
def next_goal(
    tables: Tables,
    position: Position,
    state: Any,
    bounds: Bounds,
    survivors: Survivors,
    frontier: Frontier,
) -> int:
    """Advance to the next goal position."""
    return goal_enumeration.next_goal(tables, position, state, bounds, survivors, frontier)


@kernel
def search_goal(tables: Tables, position: Position, state: Any, frontier: Frontier) -> int:
    """Search the goal position in ``frontier.goal``, or resume a running search."""
    if state[at.DEPTH] < 0:
        goal_search.start_goal(tables.lines, position, state, frontier)
        if state[at.DEPTH] < 0:
            return at.NOTHING
    return goal_search.search_goal(tables, position, state, frontier)


@kernel
def find_forced(sources: int, targets: int, lines: Any, scratch: Any) -> int:
    """Return the target of each source's forced move."""
    return forced_moves.find_forced(sources, targets, lines, scratch)


@kernel
def count_extra(began: int, enough: int, color_masks: Any, color_at: Any, goal: Any) -> int:
    """Return the additional moves proven by cycles of forced moves."""
    return forced_moves.count_extra(began, enough, color_masks, color_at, goal)


@kernel
def look_up(booths: int, region: int, lines: Any, memo: Any, scratch: Any) -> int:
    """Return the memo's index of a cost of booths to a region."""
    return forced_moves.look_up(booths, region, lines, memo, scratch)


@kernel
def forced_at(place: int, lines: Any, memo: Any, scratch: Any) -> int:
    """Return the forced moves at the memo's index."""
    return forced_moves.forced_at(place, lines, memo, scratch)
