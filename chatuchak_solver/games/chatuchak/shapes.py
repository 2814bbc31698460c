"""What the booths of one color form: groups, the longest path, the largest rectangle.

A move changes one color only, and of that color only what the booth leaves and what it joins; so
shapes are made from those before the move. `BoardShapes.of` makes them from nothing.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final, NamedTuple

from chatuchak_solver.puzzle import Board
from chatuchak_solver.puzzle.groups import component_masks, flood_mask

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
    components
        The masks of the groups and of the single booths, by their lowest spot.
    groups
        The groups among them.
    path, rectangle
        The size of the longest path and of the largest rectangle; 0 for none.
    """

    components: tuple[int, ...]
    groups: tuple[Group, ...]
    path: int
    rectangle: int


class BoardShapes:
    """Finds shapes on one board."""

    __slots__ = ("_columns", "_full_mask", "_neighbours", "_not_right", "board")

    def __init__(self, board: Board) -> None:
        self.board: Board = board
        self._full_mask = board.full_mask
        self._columns = board.columns
        self._neighbours = board.neighbour_masks
        self._not_right = board.full_mask & ~board.right_mask

    def of(self, mask: int) -> ColorShapes:
        """Return the shapes of the booths of a color."""
        return _shapes_from_nothing(self, mask)

    def after(self, before: ColorShapes, mask: int, left: int, landing: int) -> ColorShapes:
        """Return the shapes of a color after one of its booths has moved.

        Parameters
        ----------
        before
            The shapes before the move.
        mask
            The color's booths after it.
        left, landing
            The spots that the booth has left and gone to.
        """
        left_bit, joined = 1 << left, 1 << landing
        beside_left, beside_landing = self._neighbours[left], self._neighbours[landing]
        board, components = self.board, []
        for component in before.components:
            if component & left_bit:
                rest = component ^ left_bit
                near = rest & beside_left
                # With one neighbour of the booth or none, what it leaves cannot fall apart.
                parts = component_masks(board, rest) if near & (near - 1) else (rest,)
                for part in parts:
                    if part & beside_landing:
                        joined |= part
                    elif part:
                        components.append(part)
            elif component & beside_landing:
                joined |= component
            else:
                components.append(component)
        components.append(joined)
        components.sort(key=_lowest_spot)
        return self.from_components(mask, tuple(components))

    def group_at(self, mask: int, spot: int) -> Group:
        """Return what a booth on ``spot`` belongs to among the booths of its color."""
        return self._group(flood_mask(self.board, 1 << spot, mask))

    def from_components(self, mask: int, components: tuple[int, ...]) -> ColorShapes:
        """Return the shapes of the booths of a color whose components are known."""
        groups = tuple([self._group(one) for one in components if one & (one - 1)])
        if not groups:
            return ColorShapes(components, groups, 0, 0)
        columns = self._columns
        across, down = mask & (mask >> 1) & self._not_right, mask & (mask >> columns)
        path = max(_longest_run(across, 1), _longest_run(down, columns))
        rectangle = _largest_rectangle(across, columns) if across & down else 0
        return ColorShapes(components, groups, path if path >= MIN_PATH else 0, rectangle)

    def _group(self, mask: int) -> Group:
        not_right = self._not_right
        around = (
            (mask & not_right) << 1 | mask >> 1 & not_right | mask << self._columns
        ) | mask >> self._columns
        return Group(mask, mask.bit_count(), around & self._full_mask & ~mask)


@cache
def shapes_on(board: Board) -> BoardShapes:
    """Return what finds the shapes on a board."""
    return BoardShapes(board)


@lru_cache(maxsize=1 << 12)
def _shapes_from_nothing(board: BoardShapes, mask: int) -> ColorShapes:
    """Return the shapes of a color; kept, since games start from few grids."""
    return board.from_components(mask, component_masks(board.board, mask))


def _lowest_spot(mask: int) -> int:
    return mask & -mask


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
