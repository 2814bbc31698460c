"""How alike two grids are, whichever way round they lie and whatever their colors are called."""

from collections.abc import Sequence
from typing import Final

from chatuchak_solver.arguments import checked_type
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.symmetry import apply_symmetry, board_symmetries

NEAR: Final = 8
"""Spots on which two tiles may differ to be called alike; four moves change as many."""


def near_spots(board: Board) -> int:
    """Return `NEAR` in proportion to the spots of a board."""
    return NEAR * board.spots // STANDARD_BOARD.spots


def fewest_differences(one: Grid, other: Grid) -> int:
    """Return on how many spots two grids differ, in the way they lie and are colored most alike.

    Every symmetry of the board is tried, with every renaming of colors; 0 means the same puzzle.
    One move changes two spots.

    Raises
    ------
    InputError
        If the boards differ.

    Examples
    --------
    >>> fewest_differences(Grid.parse(".RY/YRG/RGG"), Grid.parse("PPB/PBG/GB."))
    0
    """
    checked_type(one, Grid, what="the first grid", hint="Grid.parse(text)")
    checked_type(other, Grid, what="the second grid", hint="Grid.parse(text)")
    if one.board != other.board:
        raise InputError(f"boards of {one.board} and of {other.board}; expected one board")
    images = (apply_symmetry(other, symmetry) for symmetry in board_symmetries(one.board))
    return one.board.spots - max(_most_matches(one, image) for image in images)


def _most_matches(one: Grid, other: Grid) -> int:
    """Return how many spots agree with colors renamed as is best."""
    masks, others = _padded(one.color_masks, other), _padded(other.color_masks, one)
    # The best assignment of the first colors to each set of the other's, color by color.
    best = {0: 0}
    for mask in masks:
        longer: dict[int, int] = {}
        for taken, matches in best.items():
            for color, image in enumerate(others):
                if not taken >> color & 1:
                    key = taken | 1 << color
                    value = matches + (mask & image).bit_count()
                    longer[key] = max(longer.get(key, 0), value)
        best = longer
    return max(best.values()) + (one.empty == other.empty)


def _padded(masks: Sequence[int], other: Grid) -> list[int]:
    """Return masks, with empty ones where the other grid has more colors."""
    return [*masks, *[0] * (len(other.color_masks) - len(masks))]
