"""How well a grid fulfils a marker: its places, and their strengths.

A strength is an integer that is larger for a better place and 0 where there is none: the number
of booths for a group, a path and a rectangle; for a mix, the smaller group's size times 16 plus
the larger one's, so that the larger group only breaks ties.

Source: rulebook, Markers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final, Self

from chatuchak_solver.games.chatuchak.markers import Marker
from chatuchak_solver.games.values import put_at
from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.puzzle.groups import component_masks

__all__ = ["Profile", "format_strength", "mix_strength", "places", "strength_at"]

MIN_GROUP: Final = 2
MIN_PATH: Final = 3
MIX_BASE: Final = 16

Components = tuple[tuple[int, ...], ...]


def mix_strength(sizes: tuple[int, int]) -> int:
    """Return the strength of two adjacent groups of these sizes."""
    return MIX_BASE * min(sizes) + max(sizes)


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
                    yield mix_strength(sizes), one | other
    else:
        is_path = marker.kind == "path"
        shapes = _path_masks(grid.board) if is_path else _rectangle_masks(grid.board)
        for color_mask in grid.color_masks:
            for shape in shapes:
                if shape & ~color_mask == 0:
                    yield shape.bit_count(), shape


def strength_at(grid: Grid, marker: Marker, spot: int) -> int:
    """Return the strength of the best place that the booth on ``spot`` is part of."""
    bit = 1 << spot
    if marker.kind in ("path", "rectangle"):
        # Only a shape through the spot, in the color of its booth, can be a place of it.
        own = next((mask for mask in grid.color_masks if mask & bit), 0)
        shapes = _shapes_through(grid.board, marker.kind == "path")[spot]
        return next((shape.bit_count() for shape in shapes if not shape & ~own), 0)
    return max((strength for strength, mask in places(grid, marker) if mask & bit), default=0)


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything about one grid that markers and points are decided by.

    Attributes
    ----------
    components
        Per color, the masks of its groups and single booths.
    paths, rectangles
        Per color, the size of its longest path and of its largest rectangle; 0 for none.
    strengths
        Per marker in play, the best strength; 0 for none.
    """

    components: Components
    paths: tuple[int, ...]
    rectangles: tuple[int, ...]
    strengths: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid, markers: Sequence[Marker]) -> Self:
        """Return a grid's profile."""
        board = grid.board
        shapes = [_shapes_of(board, mask) for mask in grid.color_masks]
        components = tuple([own for own, _, _ in shapes])
        paths = tuple([path for _, path, _ in shapes])
        rectangles = tuple([rectangle for _, _, rectangle in shapes])
        strengths = tuple(
            _strength(components, paths, rectangles, board, marker) for marker in markers
        )
        return cls(components, paths, rectangles, strengths)

    def after(
        self, grid: Grid, color: int, markers: Sequence[Marker], affected: Sequence[int]
    ) -> Self:
        """Return the profile of ``grid``, which differs from this one's in one color only.

        Parameters
        ----------
        grid
            The new grid.
        color
            The color whose booth moved.
        markers
            The markers in play.
        affected
            The indices of the markers that the color can matter to.
        """
        board = grid.board
        own, path, rectangle = _shapes_of(board, grid.color_masks[color])
        components = put_at(self.components, color, own)
        paths = put_at(self.paths, color, path)
        rectangles = put_at(self.rectangles, color, rectangle)
        strengths = list(self.strengths)
        for index in affected:
            strengths[index] = _strength(components, paths, rectangles, board, markers[index])
        return type(self)(components, paths, rectangles, tuple(strengths))

    @property
    def clusters(self) -> tuple[int, ...]:
        """Per color, the number of groups plus single booths."""
        return tuple(map(len, self.components))


@lru_cache(maxsize=1 << 16)
def _shapes_of(board: Board, mask: int) -> tuple[tuple[int, ...], int, int]:
    """Return the components of a color, its longest path and its largest rectangle.

    Kept, since players weigh the same few moves over and over.
    """
    not_right = _not_right_mask(board)
    path = _longest_path(board.columns, not_right, mask)
    rectangle = _largest_rectangle(board.columns, not_right, mask)
    return component_masks(board, mask), path, rectangle


def _strength(
    components: Components,
    paths: tuple[int, ...],
    rectangles: tuple[int, ...],
    board: Board,
    marker: Marker,
) -> int:
    """Return the best strength for a marker in a grid with these features."""
    kind = marker.kind
    if kind == "path":
        return max(paths)
    if kind == "rectangle":
        return max(rectangles)
    first = components[marker.colors[0]]
    if kind == "group":
        size = max(map(int.bit_count, first), default=0)
        return size if size >= MIN_GROUP else 0
    return _best_mix(board, first, components[marker.colors[1]])


@lru_cache(maxsize=1 << 16)
def _best_mix(board: Board, first: tuple[int, ...], others: tuple[int, ...]) -> int:
    """Return the best strength of two adjacent groups, one of each color's components."""
    second = [(other, other.bit_count()) for other in others]
    second = [(other, size) for other, size in second if size >= MIN_GROUP]
    best = 0
    if second:
        for one in first:
            if (one_size := one.bit_count()) < MIN_GROUP:
                continue
            around = board.neighbourhood_mask(one)
            for other, size in second:
                if around & other:
                    best = max(best, mix_strength((one_size, size)))
    return best


def _longest_path(columns: int, not_right: int, mask: int) -> int:
    """Return the length of the longest straight line in ``mask``, 0 if below 3."""
    longest = max(_longest_run(mask, 1, not_right), _longest_run(mask, columns, -1))
    return longest if longest >= MIN_PATH else 0


def _longest_run(mask: int, step: int, start_mask: int) -> int:
    """Return the longest run of bits ``step`` apart; runs go on from ``start_mask`` only."""
    length = 0
    while mask:
        length += 1
        # A bit stays while a run of the next length starts at it.
        mask &= (mask >> step) & start_mask
    return length


def _largest_rectangle(columns: int, not_right: int, mask: int) -> int:
    """Return the size of the largest full rectangle in ``mask``, 0 if none is 2x2."""
    largest, width = 0, 2
    rows = mask & (mask >> 1) & not_right
    while rows:
        height = _longest_run(rows, columns, -1)
        if height >= 2:
            largest = max(largest, width * height)
        rows &= (rows >> 1) & not_right
        width += 1
    return largest


@cache
def _not_right_mask(board: Board) -> int:
    return board.full_mask & ~board.right_mask


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
