"""How well a grid fulfils a marker: its places, and their strengths.

A strength is an integer that is larger for a better place and 0 where there is none: the number
of booths for a group, a path and a rectangle; for a mix, the smaller group's size times 16 plus
the larger one's, so that the larger group only breaks ties.

Source: rulebook, Markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple, Self

from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.shapes import MIN_GROUP, MIN_PATH, ColorShapes, shapes_on
from chatuchak_solver.games.values import put_at
from chatuchak_solver.puzzle import Board, Grid

__all__ = ["Profile", "format_strength", "mix_strength", "places"]

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


def places(grid: Grid, marker: Marker) -> Iterator[tuple[int, int]]:
    """Yield every place of the marker in a grid as its strength and the mask of its booths.

    The definition, written for clarity; `Profile` has the best strengths faster.
    """
    if marker.kind == "group":
        for mask in grid.component_masks(marker.colors[0]):
            if mask.bit_count() >= MIN_GROUP:
                yield mask.bit_count(), mask
    elif marker.kind == "mix":
        first, second = (grid.component_masks(color) for color in marker.colors)
        for one in first:
            around = grid.board.neighbourhood_mask(one)
            for other in second:
                sizes = one.bit_count(), other.bit_count()
                if around & other and min(sizes) >= MIN_GROUP:
                    yield mix_strength(*sizes), one | other
    else:
        is_path = marker.kind == "path"
        shapes = _path_masks(grid.board) if is_path else _rectangle_masks(grid.board)
        for color_mask in grid.color_masks:
            for shape in shapes:
                if shape & ~color_mask == 0:
                    yield shape.bit_count(), shape


class Profile(NamedTuple):
    """Everything about one grid that markers and points are decided by.

    Attributes
    ----------
    colors
        What each color's booths form.
    strengths
        Per marker in play, the best strength; 0 for none.
    """

    colors: tuple[ColorShapes, ...]
    strengths: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid, markers: Sequence[Marker]) -> Self:
        """Return a grid's profile."""
        shapes = shapes_on(grid.board)
        colors = tuple([shapes.of(mask) for mask in grid.color_masks])
        return cls(colors, tuple([_strength(colors, marker) for marker in markers]))

    def with_color(
        self, color: int, shapes: ColorShapes, markers: Sequence[Marker], affected: Sequence[int]
    ) -> Profile:
        """Return the profile of the grid in which one color's booths form something else.

        Parameters
        ----------
        color
            The color whose booth moved.
        shapes
            What its booths form now.
        markers
            The markers in play.
        affected
            The indices of the markers that the color can matter to.
        """
        before = self.colors[color]
        colors = put_at(self.colors, color, shapes)
        strengths = list(self.strengths)
        for index in affected:
            marker = markers[index]
            # Few moves make or break a path or a rectangle.
            if (marker.kind == "path" and shapes.path == before.path) or (
                marker.kind == "rectangle" and shapes.rectangle == before.rectangle
            ):
                continue
            strengths[index] = _strength(colors, marker)
        return Profile(colors, tuple(strengths))

    def strength_at(self, grid: Grid, marker: Marker, color: int, spot: int) -> int:
        """Return the strength of the best place that a booth is part of.

        Parameters
        ----------
        grid
            The grid whose profile this is.
        marker
            One that the color can matter to.
        color, spot
            The booth's.
        """
        bit = 1 << spot
        if marker.kind in ("path", "rectangle"):
            # Only a shape through the spot, in the color of its booth, can be a place of it.
            own = grid.color_masks[color]
            shapes = _shapes_through(grid.board, marker.kind == "path")[spot]
            return next((shape.bit_count() for shape in shapes if not shape & ~own), 0)
        for mask, size, around in self.colors[color].groups:
            if mask & bit:
                if marker.kind == "group":
                    return size
                first, second = marker.colors
                others = self.colors[second if color == first else first].groups
                joined = [mix_strength(size, other.size) for other in others if around & other.mask]
                return max(joined, default=0)
        return 0

    @property
    def clusters(self) -> tuple[int, ...]:
        """Per color, the number of groups plus single booths."""
        return tuple([len(shapes.components) for shapes in self.colors])


def _strength(colors: Sequence[ColorShapes], marker: Marker) -> int:
    """Return the best strength for a marker in a grid whose colors form this."""
    kind = marker.kind
    if kind == "path":
        return max([shapes.path for shapes in colors])
    if kind == "rectangle":
        return max([shapes.rectangle for shapes in colors])
    best = 0
    groups = colors[marker.colors[0]].groups
    if kind == "group":
        for _, size, _ in groups:
            if size > best:
                best = size
    elif groups:
        for mask, size, _ in colors[marker.colors[1]].groups:
            for _, own_size, around in groups:
                if around & mask:
                    strength = mix_strength(own_size, size)
                    if strength > best:
                        best = strength
    return best


@cache
def _shapes_through(board: Board, is_path: bool) -> tuple[tuple[int, ...], ...]:
    """Return, per spot, the paths or the rectangles that it is part of, the largest first."""
    shapes = sorted(
        _path_masks(board) if is_path else _rectangle_masks(board), key=int.bit_count, reverse=True
    )
    return tuple(
        tuple(shape for shape in shapes if shape >> spot & 1) for spot in range(board.spots)
    )


@cache
def _path_masks(board: Board) -> tuple[int, ...]:
    """Return every straight line of 3 or more spots."""
    return tuple(
        mask
        for height in range(1, board.rows + 1)
        for width in range(1, board.columns + 1)
        if min(height, width) == 1 and max(height, width) >= MIN_PATH
        for mask in _shapes(board, height, width)
    )


@cache
def _rectangle_masks(board: Board) -> tuple[int, ...]:
    """Return every rectangle of at least 2x2 spots."""
    return tuple(
        mask
        for height in range(2, board.rows + 1)
        for width in range(2, board.columns + 1)
        for mask in _shapes(board, height, width)
    )


def _shapes(board: Board, height: int, width: int) -> Iterator[int]:
    row = (1 << width) - 1
    shape = sum(row << (board.columns * index) for index in range(height))
    for top in range(board.rows - height + 1):
        for left in range(board.columns - width + 1):
            yield shape << (top * board.columns + left)
