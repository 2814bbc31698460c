"""How well a grid fulfills a marker: its places, and their strengths.

A strength is an integer that is larger for a better place and 0 where there is none: the number
of booths for a group, a path and a rectangle; for a mix, the smaller group's size times 16 plus
the larger one's, so that the larger group only breaks ties.

Source: rulebook, Markers.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Final, Self

from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.shapes import MIN_PATH, BoardShapes, ColorShapes, shapes_on
from chatuchak_solver.puzzle import Board, Grid

MIX_BASE: Final = 16


def mix_strength(size: int, other: int) -> int:
    """Return the strength of two adjacent groups of these sizes."""
    return MIX_BASE * size + other if size < other else MIX_BASE * other + size


def format_strength(marker: Marker, strength: int) -> str:
    """Return a strength as people read it: ``4``, ``2+5`` for a mix, ``-`` for none."""
    if strength == 0:
        return "-"
    if marker.kind == "mix":
        return "+".join(map(str, divmod(strength, MIX_BASE)))
    return str(strength)


def has_place(grid: Grid, marker: Marker) -> bool:
    """Return whether the marker has a place in a grid."""
    return Profile.of(grid, (marker,)).strength(0) > 0


class Profile:
    """Everything about one grid that markers and points are decided by.

    What a move leaves as it was is handed on; strengths are found out when asked for. Equal
    profiles are those of equal grids.

    Attributes
    ----------
    colors
        What each color's booths form.
    """

    __slots__ = ("_markers", "_shapes", "_strengths", "colors")

    def __init__(self, shapes: BoardShapes, masks: tuple[int, ...], markers: Sequence[Marker]):
        self._shapes: BoardShapes = shapes
        self._markers = markers
        self._strengths: list[int | None] = [None] * len(markers)
        self.colors: list[ColorShapes] = list(map(shapes.of, masks))

    @classmethod
    def of(cls, grid: Grid, markers: Sequence[Marker]) -> Self:
        """Return a grid's profile."""
        return cls(shapes_on(grid.board), grid.color_masks, markers)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Profile):
            return NotImplemented
        return (self.colors, self.strengths) == (other.colors, other.strengths)

    def __hash__(self) -> int:
        return hash(tuple(self.colors))

    def after(self, grid: Grid, color: int, affected: Sequence[int]) -> Profile:
        """Return the profile of the grid in which one color's booths stand elsewhere.

        Parameters
        ----------
        grid
            The grid after the move.
        color
            The color whose booth moved.
        affected
            The indices of the markers that the color can matter to.
        """
        following = object.__new__(Profile)
        following._shapes, following._markers = self._shapes, self._markers
        following.colors = colors = self.colors.copy()
        colors[color] = self._shapes.of(grid.color_masks[color])
        following._strengths = strengths = self._strengths.copy()
        for index in affected:
            strengths[index] = None
        return following

    def strength(self, index: int) -> int:
        """Return the best strength for a marker in play; 0 for none."""
        found = self._strengths[index]
        if found is None:
            found = self._strengths[index] = self._best(self._markers[index])
        return found

    @property
    def strengths(self) -> tuple[int, ...]:
        """Per marker in play, the best strength; 0 for none."""
        return tuple(map(self.strength, range(len(self._markers))))

    @property
    def clusters(self) -> tuple[int, ...]:
        """Per color, the number of groups plus single booths."""
        return tuple([shapes.clusters for shapes in self.colors])

    def strengths_at(self, color: int, spot: int, indices: Iterable[int]) -> list[tuple[int, int]]:
        """Return the strengths of the best places that a booth is part of.

        Parameters
        ----------
        color, spot
            The booth's.
        indices
            Those of the markers in play that are asked about; the color can matter to each.

        Returns
        -------
        Markers' indices and the strengths; nothing of markers without such a place.
        """
        own, bit = self.colors[color], 1 << spot
        found: list[tuple[int, int]] = []
        for group in own.groups:
            if group.mask & bit:
                break
        else:
            return found  # every place has booths of one color side by side
        for index in indices:
            marker = self._markers[index]
            kind = marker.kind
            if kind == "group":
                found.append((index, group.size))
            elif kind == "mix":
                first, second = marker.colors
                strength, around = 0, group.around
                for other in self.colors[second if color == first else first].groups:
                    if around & other.mask:
                        strength = max(strength, mix_strength(group.size, other.size))
                if strength:
                    found.append((index, strength))
            elif own.path if kind == "path" else own.rectangle:
                # Only a shape through the spot, in the color of its booth, can be a place of it.
                shapes = _shapes_through(self._shapes.board, kind == "path")[spot]
                for shape in shapes:
                    if not shape & ~group.mask:
                        found.append((index, shape.bit_count()))
                        break
        return found

    def _best(self, marker: Marker) -> int:
        """Return the best strength for a marker."""
        kind, colors = marker.kind, self.colors
        if kind == "group":
            return colors[marker.colors[0]].largest
        best = 0
        if kind == "path":
            for shapes in colors:
                if shapes.path > best:
                    best = shapes.path
        elif kind == "rectangle":
            for shapes in colors:
                if shapes.rectangle > best:
                    best = shapes.rectangle
        else:
            first, second = marker.colors
            others = colors[second].groups
            for group in colors[first].groups:
                for other in others:
                    if group.around & other.mask:
                        best = max(best, mix_strength(group.size, other.size))
        return best


@cache
def _shapes_through(board: Board, is_path: bool) -> tuple[tuple[int, ...], ...]:
    """Return, per spot, the paths or the rectangles that it is part of, the largest first.

    A path is a straight line of 3 or more spots, a rectangle has at least 2x2.
    """
    shapes = [
        mask
        for height, width in product(range(1, board.rows + 1), range(1, board.columns + 1))
        if is_path == (min(height, width) == 1) and height * width >= MIN_PATH
        for mask in _shapes(board, height, width)
    ]
    shapes.sort(key=int.bit_count, reverse=True)
    return tuple(
        tuple(shape for shape in shapes if shape >> spot & 1) for spot in range(board.spots)
    )


def _shapes(board: Board, height: int, width: int) -> Iterator[int]:
    row = (1 << width) - 1
    shape = sum(row << (board.columns * index) for index in range(height))
    for top in range(board.rows - height + 1):
        for left in range(board.columns - width + 1):
            yield shape << (top * board.columns + left)
