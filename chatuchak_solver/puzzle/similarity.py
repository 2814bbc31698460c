"""Similarity of two grids up to symmetry and renaming of colors."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.arguments import check_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.symmetry import apply_symmetry, board_symmetries

MAX_SIMILAR_DIFFERENCES: Final = 8
"""Maximum differing spots of similar tiles. Four moves change as many."""


def max_similar_differences(board: Board) -> int:
    """Return `MAX_SIMILAR_DIFFERENCES` in proportion to the spots of a board."""
    return MAX_SIMILAR_DIFFERENCES * board.spots // STANDARD_BOARD.spots


def count_differences(grid: Grid, other: Grid) -> int:
    """Return the minimum number of differing spots over all symmetries and color renamings.

    The result is 0 for the same puzzle. One move changes two spots.

    Examples
    --------
    >>> count_differences(Grid.parse(".RY/YRG/RGG"), Grid.parse("PPB/PBG/GB."))
    0
    """
    check_type(grid, Grid, name="first grid", hint="Grid.parse(text)")
    check_type(other, Grid, name="second grid", hint="Grid.parse(text)")
    if grid.board != other.board:
        raise InputError(f"invalid board {other.board}: expected {grid.board} as the first grid's")
    images = (apply_symmetry(other, symmetry) for symmetry in board_symmetries(grid.board))
    return grid.board.spots - max(_count_matches(grid, image) for image in images)


def _count_matches(grid: Grid, other: Grid) -> int:
    """Return the maximum number of equal spots over all color renamings."""
    masks = _padded(grid.color_masks, other)
    images = _padded(other.color_masks, grid)
    # Dynamic program: the best assignment of the first colors to each set of colors.
    best = {0: 0}
    for mask in masks:
        longer: dict[int, int] = {}
        for taken, matches in best.items():
            for color, image in enumerate(images):
                if not taken >> color & 1:
                    key = taken | 1 << color
                    value = matches + (mask & image).bit_count()
                    longer[key] = max(longer.get(key, 0), value)
        best = longer
    return max(best.values()) + (grid.empty == other.empty)


def _padded(masks: Sequence[int], other: Grid) -> list[int]:
    return [*masks, *[0] * (len(other.color_masks) - len(masks))]
