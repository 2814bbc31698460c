"""The effect of a move on the booths of its color.

The library calls this function in plain Python, on boards of any size; the page's module contains
it compiled.
"""

from collections.abc import Sequence
from enum import StrEnum

from chatuchak_solver.kernels.bits import trailing_zeros


class MoveKind(StrEnum):
    """Effect of a move on the booths of its color."""

    JOINED = "joined"
    """Fewer components of the color."""
    TORE = "tore"
    """More components."""
    REGROUPED = "regrouped"
    """The same number; the booth is next to another one of its color."""
    MOVED_HOLE = "moved_hole"
    """The same number; the booth is alone, so only the empty spot moved."""
    TOOK_BACK = "took_back"
    """The previous move was undone."""


MOVE_KINDS = tuple(MoveKind)
JOINED, TORE, REGROUPED, MOVED_HOLE, TOOK_BACK = range(len(MOVE_KINDS))
NO_SPOT = -1


def kind_of(booths: int, spot: int, empty: int, previous: int, neighbors: Sequence[int]) -> int:
    """Return the index of a move's kind in `MOVE_KINDS`.

    Parameters
    ----------
    booths
        Mask of the color's booths before the move.
    spot, empty
        The moved booth, and the empty spot before the move.
    previous
        The empty spot before the previous move; `NO_SPOT` for the first one.
    neighbors
        (spots,): mask of the orthogonal neighbors of each spot.
    """
    if spot == previous:
        return TOOK_BACK
    after = booths ^ (1 << spot | 1 << empty)
    added = 0  # components
    for is_after in range(2):
        rest = after if is_after else booths
        while rest:
            added += 2 * is_after - 1
            waiting = rest & -rest
            rest ^= waiting
            while waiting:
                near = neighbors[trailing_zeros(waiting)] & rest
                rest ^= near
                waiting = waiting & (waiting - 1) | near
    if added:
        return JOINED if added < 0 else TORE
    return REGROUPED if neighbors[empty] & after else MOVED_HOLE
