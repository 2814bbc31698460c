"""What the booths of one color form: groups, the longest path, the largest rectangle."""

from functools import cache
from typing import Final, NamedTuple

from chatuchak_solver.puzzle import Board

MIN_GROUP: Final = 2
MIN_PATH: Final = 3
MOST_KEPT: Final = 1 << 13
"""Size of a board's shape cache, in colors; it is cleared when full."""


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
    largest, path, rectangle
        The size of the largest group, of the longest path and of the largest rectangle; 0 for none.
    """

    clusters: int
    groups: tuple[Group, ...]
    largest: int
    path: int
    rectangle: int


class BoardShapes:
    """Finds shapes on one board.

    Attributes
    ----------
    board
        The board.
    neighbors
        Per spot, the mask of its orthogonal neighbors.
    """

    __slots__ = ("_columns", "_full_mask", "_kept", "_not_right", "board", "neighbors")

    def __init__(self, board: Board) -> None:
        self.board: Board = board
        self.neighbors: tuple[int, ...] = board.neighbor_masks
        self._full_mask = board.full_mask
        self._columns = board.columns
        self._not_right = board.full_mask & ~board.right_mask
        self._kept: dict[int, ColorShapes] = {}

    def __reduce__(self) -> tuple[object, ...]:
        return shapes_on, (self.board,)

    def of(self, mask: int) -> ColorShapes:
        """Return the shapes of the booths of a color.

        They are kept, since positions that follow one another share most.
        """
        found = self._kept.get(mask)
        if found is None:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            found = self._kept[mask] = self.find(mask)
        return found

    def find(self, mask: int) -> ColorShapes:
        """Compute the shapes of the booths of a color."""
        columns, not_right = self._columns, self._not_right
        sides = (mask & not_right) << 1 | mask >> 1 & not_right
        grouped = mask & (sides | mask << columns | mask >> columns)
        groups: list[Group] = []
        clusters = (mask ^ grouped).bit_count()
        largest = path = rectangle = 0
        while grouped:
            group = self._group(grouped & -grouped, grouped)
            grouped ^= group.mask
            if group.size > largest:
                largest = group.size
            groups.append(group)
        if largest >= MIN_PATH:
            across, down = mask & (mask >> 1) & not_right, mask & (mask >> columns)
            path = max(_longest_run(across, 1), _longest_run(down, columns))
            if path < MIN_PATH:
                path = 0
            if across & down:
                rectangle = _largest_rectangle(across, columns)
        return ColorShapes(clusters + len(groups), tuple(groups), largest, path, rectangle)

    def _group(self, booth: int, mask: int) -> Group:
        """Return the group of a booth of a mask in which every booth has another beside it."""
        columns, not_right = self._columns, self._not_right
        one, more = 0, booth
        while more:
            one |= more
            sides = (one & not_right) << 1 | one >> 1 & not_right
            around = (sides | one << columns | one >> columns) & ~one
            more = around & mask
        return Group(one, one.bit_count(), around & self._full_mask)


@cache
def shapes_on(board: Board) -> BoardShapes:
    """Return what finds the shapes on a board."""
    return BoardShapes(board)


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
