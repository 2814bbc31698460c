"""What the booths of one color form: groups, the longest path, the largest rectangle."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from chatuchak_solver.puzzle import Board

__all__ = ["MIN_GROUP", "MIN_PATH", "BoardShapes", "ColorShapes", "Group", "shapes_on"]

MIN_GROUP: Final = 2
MIN_PATH: Final = 3


class Group(NamedTuple):
    """Connected booths of a color, at least `MIN_GROUP`.

    Attributes
    ----------
    mask
        The booths.
    size
        How many.
    around
        The spots that share an edge with one of them.
    """

    mask: int
    size: int
    around: int


class ColorShapes(NamedTuple):
    """Everything about one color that markers and points are decided by.

    Attributes
    ----------
    clusters
        How many groups and single booths there are.
    groups
        The groups, by their lowest spot.
    path, rectangle
        The size of the longest path and of the largest rectangle; 0 for none.
    """

    clusters: int
    groups: tuple[Group, ...]
    path: int
    rectangle: int


class BoardShapes:
    """Finds shapes on one board.

    Attributes
    ----------
    board
        The board.
    neighbours
        Per spot, the mask of its orthogonal neighbours.
    """

    __slots__ = ("_columns", "_full_mask", "_not_right", "board", "neighbours")

    def __init__(self, board: Board) -> None:
        self.board: Board = board
        self.neighbours: tuple[int, ...] = board.neighbour_masks
        self._full_mask = board.full_mask
        self._columns = board.columns
        self._not_right = board.full_mask & ~board.right_mask

    def of(self, mask: int) -> ColorShapes:
        """Return the shapes of the booths of a color."""
        return _shapes_of(self, mask)

    def find(self, mask: int) -> ColorShapes:
        """Return the shapes of the booths of a color, found out anew."""
        columns, not_right = self._columns, self._not_right
        sides = (mask & not_right) << 1 | mask >> 1 & not_right
        grouped = mask & (sides | mask << columns | mask >> columns)
        single = (mask ^ grouped).bit_count()
        if not grouped:
            return ColorShapes(single, (), 0, 0)
        groups, largest = [], 0
        while grouped:
            one, more = 0, grouped & -grouped
            while more:
                one |= more
                sides = (one & not_right) << 1 | one >> 1 & not_right
                around = (sides | one << columns | one >> columns) & ~one
                more = around & grouped
            grouped ^= one
            size = one.bit_count()
            if size > largest:
                largest = size
            groups.append(Group(one, size, around & self._full_mask))
        clusters = single + len(groups)
        if largest < MIN_PATH:
            return ColorShapes(clusters, tuple(groups), 0, 0)
        across, down = mask & (mask >> 1) & not_right, mask & (mask >> columns)
        path = max(_longest_run(across, 1), _longest_run(down, columns))
        rectangle = _largest_rectangle(across, columns) if across & down else 0
        return ColorShapes(clusters, tuple(groups), path if path >= MIN_PATH else 0, rectangle)


@cache
def shapes_on(board: Board) -> BoardShapes:
    """Return what finds the shapes on a board."""
    return BoardShapes(board)


@lru_cache(maxsize=1 << 13)
def _shapes_of(board: BoardShapes, mask: int) -> ColorShapes:
    """Return the shapes of a color; kept, since states that follow one another share most."""
    return board.find(mask)


def _longest_run(pairs: int, step: int) -> int:
    """Return the most booths in a line, from where two booths lie ``step`` apart."""
    length = 1
    while pairs:
        length += 1
        # A bit stays while a run of the next length starts at it.
        pairs &= pairs >> step
    return length


def _largest_rectangle(across: int, columns: int) -> int:
    """Return the size of the largest full rectangle from where two lie side by side, or 0."""
    largest, width = 0, 2
    while across:
        height = _longest_run(across & (across >> columns), columns)
        if height >= 2:
            largest = max(largest, width * height)
        across &= across >> 1
        width += 1
    return largest
