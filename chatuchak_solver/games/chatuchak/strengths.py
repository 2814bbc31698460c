"""The strength of a grid for a marker: the value of its best place.

A strength is an integer that is larger for a better place and 0 for none: the number of booths
for a group, a path and a rectangle; for a mix, the smaller group's size times 16 plus the larger
one's, so that the larger group only breaks ties.

Source: rulebook, Markers.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product
from typing import Final, Self

from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.chatuchak.shapes import MIN_PATH, ColorShapes, Group, color_shapes
from chatuchak_solver.games.frozen import cached_property
from chatuchak_solver.puzzle import Board, Grid

MIX_BASE: Final = 16


def mix_strength(size: int, other: int) -> int:
    """Return the strength of two adjacent groups of these sizes."""
    return MIX_BASE * min(size, other) + max(size, other)


def format_strength(marker: Marker, strength: int) -> str:
    """Return a strength as people read it: ``4``, ``2+5`` for a mix, ``-`` for none."""
    if strength == 0:
        return "-"
    if marker.kind == "mix":
        return "+".join(map(str, divmod(strength, MIX_BASE)))
    return str(strength)


def has_place(grid: Grid, marker: Marker) -> bool:
    """Return whether the marker has a place in a grid."""
    return best_strength(grid, marker) > 0


def _colors(grid: Grid) -> list[ColorShapes]:
    return [color_shapes(grid.board, mask) for mask in grid.color_masks]


def best_strength(grid: Grid, marker: Marker) -> int:
    """Return the strength of the best place for a marker; 0 for none."""
    match marker.kind:
        case "group":
            return color_shapes(grid.board, grid.color_masks[marker.colors[0]]).largest
        case "path":
            return max([shapes.path for shapes in _colors(grid)])
        case "rectangle":
            return max([shapes.rectangle for shapes in _colors(grid)])
        case "mix":
            first, second = (
                color_shapes(grid.board, grid.color_masks[color]) for color in marker.colors
            )
            return max([_mix_with(group, second) for group in first.groups], default=0)


def _mix_with(group: Group, others: ColorShapes) -> int:
    adjacent = [other.size for other in others.groups if group.around & other.mask]
    return max([mix_strength(group.size, size) for size in adjacent], default=0)


def strength_at(grid: Grid, marker: Marker, color: int, spot: int) -> int:
    """Return the strength of the best place for a marker that a booth is part of; 0 for none.

    Parameters
    ----------
    grid, marker
        The grid and the marker.
    color, spot
        The color and the spot of the booth.
    """
    if marker.colors and color not in marker.colors:
        return 0
    own = color_shapes(grid.board, grid.color_masks[color])
    group = next((group for group in own.groups if group.mask >> spot & 1), None)
    if group is None:
        return 0  # every place has booths of one color side by side
    match marker.kind:
        case "group":
            return group.size
        case "mix":
            other = marker.colors[color == marker.colors[0]]
            return _mix_with(group, color_shapes(grid.board, grid.color_masks[other]))
    if not (own.path if marker.kind == "path" else own.rectangle):
        return 0
    shapes = _shapes_through(grid.board, marker.kind == "path")[spot]
    return next((shape.bit_count() for shape in shapes if not shape & ~group.mask), 0)


@dataclass(frozen=True)
class Profile:
    """A grid's strengths for the markers in play."""

    grid: Grid
    markers: tuple[Marker, ...]

    @classmethod
    def of(cls, grid: Grid, markers: Iterable[Marker]) -> Self:
        """Return a grid's profile."""
        return cls(grid, tuple(markers))

    @cached_property
    def strengths(self) -> tuple[int, ...]:
        """The best strength for each marker; 0 for none."""
        return tuple([best_strength(self.grid, marker) for marker in self.markers])

    @cached_property
    def clusters(self) -> tuple[int, ...]:
        """The number of groups and single booths of each color."""
        return tuple([shapes.clusters for shapes in _colors(self.grid)])


@lru_cache(maxsize=1 << 10)
def profile_of(grid: Grid, markers: tuple[Marker, ...]) -> Profile:
    """Return a cached profile; grids of inactive players recur."""
    return Profile(grid, markers)


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
