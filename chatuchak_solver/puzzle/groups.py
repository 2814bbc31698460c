"""Connected components of spot masks."""

from functools import cache

from chatuchak_solver.puzzle.board import Board


def flood_mask(board: Board, seed_mask: int, within_mask: int) -> int:
    """Return the spots of ``within_mask`` connected to ``seed_mask``."""
    columns = board.columns
    to_right, to_left = _inner_masks(board.rows, columns)
    reached = seed_mask & within_mask
    while True:
        grown = (
            reached
            | (reached & to_right) << 1
            | (reached & to_left) >> 1
            | reached << columns
            | reached >> columns
        ) & within_mask
        if grown == reached:
            return reached
        reached = grown


def component_masks(board: Board, mask: int) -> tuple[int, ...]:
    """Return the orthogonally connected components of ``mask``, ordered by lowest spot."""
    components = []
    while mask:
        component = flood_mask(board, mask & -mask, mask)
        components.append(component)
        mask ^= component
    return tuple(components)


def is_connected(board: Board, mask: int) -> bool:
    """Return whether ``mask`` has at most one component."""
    return flood_mask(board, mask & -mask, mask) == mask


@cache
def _inner_masks(rows: int, columns: int) -> tuple[int, int]:
    """Return the complements of the last and of the first column."""
    first = sum(1 << (row * columns) for row in range(rows))
    return ~(first << (columns - 1)), ~first
