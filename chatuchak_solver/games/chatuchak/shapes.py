"""The shapes that the booths of one color form: groups, the longest path, the largest rectangle."""

from functools import lru_cache
from typing import Final, NamedTuple

from chatuchak_solver.puzzle import Board

MIN_GROUP: Final = 2
MIN_PATH: Final = 3


class Group(NamedTuple):
    """Connected booths of a color, at least `MIN_GROUP`.

    Attributes
    ----------
    mask
        The booths.
    size
        The number of booths.
    around
        The spots that share an edge with one of the booths.
    """

    mask: int
    size: int
    around: int


class ColorShapes(NamedTuple):
    """The shapes of one color that decide markers and points.

    Attributes
    ----------
    clusters
        The number of groups and single booths.
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


@lru_cache(maxsize=1 << 13)
def color_shapes(board: Board, mask: int) -> ColorShapes:
    """Return the shapes of the booths of a color."""
    columns, not_right = board.columns, board.full_mask & ~board.right_mask
    groups: list[Group] = []
    clusters, rest = 0, mask
    while rest:
        group = _group(board, rest & -rest, mask)
        rest &= ~group.mask
        clusters += 1
        if group.size >= MIN_GROUP:
            groups.append(group)
    largest = max([group.size for group in groups], default=0)
    path = rectangle = 0
    if largest >= MIN_PATH:
        across, down = mask & (mask >> 1) & not_right, mask & (mask >> columns)
        longest = max(_longest_run(across, 1), _longest_run(down, columns))
        path = longest if longest >= MIN_PATH else 0
        rectangle = _largest_rectangle(across, columns)
    return ColorShapes(clusters, tuple(groups), largest, path, rectangle)


def _group(board: Board, booth: int, mask: int) -> Group:
    columns, not_right = board.columns, board.full_mask & ~board.right_mask
    group, found, around = 0, booth, 0
    while found:
        group |= found
        sides = (group & not_right) << 1 | group >> 1 & not_right
        around = (sides | group << columns | group >> columns) & ~group
        found = around & mask
    return Group(group, group.bit_count(), around & board.full_mask)


def _longest_run(pairs: int, step: int) -> int:
    length = 1
    while pairs:
        length += 1
        # A bit stays while a run of the next length starts at it.
        pairs &= pairs >> step
    return length


def _largest_rectangle(across: int, columns: int) -> int:
    largest, width = 0, 2
    while across:
        height = _longest_run(across & (across >> columns), columns)
        if height >= 2:
            largest = max(largest, width * height)
        across &= across >> 1
        width += 1
    return largest
