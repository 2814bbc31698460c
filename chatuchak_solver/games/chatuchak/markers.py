"""The markers of the multiplayer game, and the strength of a grid for each.

A strength is the value of the best place: an integer, larger for a better place and 0 for none. It
is the number of booths for a group, a path and a rectangle; for a mix, the smaller group's size
times 16 plus the larger one's, which only breaks ties.

Source: rulebook, Markers.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, product
from typing import ClassVar, Literal, NamedTuple, Self, cast

from chatuchak_solver.errors import NotationError
from chatuchak_solver.puzzle import Board, Grid
from chatuchak_solver.puzzle.board import component_masks, iter_spots
from chatuchak_solver.puzzle.colors import STANDARD_COLORS, STANDARD_LETTERS, Color

MarkerKind = Literal["group", "mix", "path", "rectangle", "general"]

_NAME = re.compile(
    rf"(?:(group):([{STANDARD_LETTERS}])|(mix):([{STANDARD_LETTERS}]{{2}})|(path)|(rectangle))"
)


@dataclass(frozen=True, order=True)
class Marker:
    """A marker and its matching token.

    Attributes
    ----------
    colors
        The color of a group marker; two colors of a mix marker, in the order of `Color`; none for
        the path and the rectangle.
    """

    other_names: ClassVar[str] = ""

    kind: MarkerKind
    colors: tuple[Color, ...] = ()

    def __str__(self) -> str:
        return self.name

    @cached_property
    def name(self) -> str:
        """The name, for example ``group:R``, ``mix:RG`` or ``path``."""
        letters = "".join(color.letter for color in self.colors)
        return f"{self.kind}:{letters}" if letters else self.kind

    @classmethod
    def parse(cls, name: str) -> Self:
        """Parse a name; the colors of a mix are in any order."""
        match = _NAME.fullmatch(name)
        kinds = [part for part in match.groups() if part] if match else []
        letters = "".join(kinds[1:])
        colors = tuple(sorted(Color(STANDARD_LETTERS.index(letter)) for letter in letters))
        if not kinds or (len(colors) == 2 and colors[0] == colors[1]):
            raise NotationError(
                f"invalid {cls.__name__.lower()} {name!r}: expected {cls.other_names}group:R, "
                f"mix:RG (two of {STANDARD_LETTERS}), path or rectangle"
            )
        return cls(cast("MarkerKind", kinds[0]), colors)


class Token(Marker):
    """A token: general, or of a marker."""

    other_names: ClassVar[str] = "general, "

    @classmethod
    def parse(cls, name: str) -> Self:
        """Parse a name."""
        return cls("general") if name == "general" else super().parse(name)


GENERAL = Token("general")
PATH = Marker("path")
RECTANGLE = Marker("rectangle")

ALL_MIXES = tuple(Marker("mix", pair) for pair in combinations(STANDARD_COLORS, 2))
"""The ten sides of the five mix markers."""


def markers_in_play(mixes: Iterable[Marker]) -> tuple[Marker, ...]:
    """Return each color's group marker, the drawn mixes, path and rectangle."""
    groups = (Marker("group", (color,)) for color in STANDARD_COLORS)
    return (*groups, *mixes, PATH, RECTANGLE)


MIN_GROUP = 2
MIN_PATH = 3


class Group(NamedTuple):
    """Connected booths of a color, at least `MIN_GROUP`.

    Attributes
    ----------
    mask
        The booths.
    around
        The adjacent spots.
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
        By lowest spot.
    largest, path, rectangle
        The largest sizes; 0 for none.
    """

    clusters: int
    groups: tuple[Group, ...]
    largest: int
    path: int
    rectangle: int


@lru_cache(maxsize=1 << 13)
def color_shapes(board: Board, mask: int) -> ColorShapes:
    """Return the shapes of a color's booths."""
    components = component_masks(board, mask)
    groups = tuple([_group(board, part) for part in components if part.bit_count() >= MIN_GROUP])
    largest = max([group.size for group in groups], default=0)
    path = rectangle = 0
    if largest >= MIN_PATH:
        path, rectangle = (
            _largest_within(mask, straight_shapes(board, is_path)) for is_path in (True, False)
        )
    return ColorShapes(len(components), groups, largest, path, rectangle)


def _group(board: Board, mask: int) -> Group:
    around = 0
    for spot in iter_spots(mask):
        around |= board.neighbor_masks[spot]
    return Group(mask, mask.bit_count(), around & ~mask)


def _largest_within(mask: int, shapes: Iterable[int]) -> int:
    return next((shape.bit_count() for shape in shapes if not shape & ~mask), 0)


MIX_BASE = 16


def mix_strength(size: int, other: int) -> int:
    """Return the strength of two adjacent groups."""
    return MIX_BASE * min(size, other) + max(size, other)


def format_strength(marker: Marker, strength: int) -> str:
    """Return a strength's text: ``4``, ``2+5`` for a mix, ``-`` for none."""
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
    """Return the strength of the marker's best place; 0 for none."""
    match marker.kind:
        case "group":
            return color_shapes(grid.board, grid.color_masks[marker.colors[0]]).largest
        case "path":
            return max([shapes.path for shapes in _colors(grid)])
        case "rectangle":
            return max([shapes.rectangle for shapes in _colors(grid)])
        case _:
            first, second = (
                color_shapes(grid.board, grid.color_masks[color]) for color in marker.colors
            )
            return max([_mix_with(group, second) for group in first.groups], default=0)


def _mix_with(group: Group, others: ColorShapes) -> int:
    adjacent = [other.size for other in others.groups if group.around & other.mask]
    return max([mix_strength(group.size, size) for size in adjacent], default=0)


def strength_at(grid: Grid, marker: Marker, color: int, spot: int) -> int:
    """Return the strength of the marker's best place with a booth of ``color`` on ``spot``."""
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
    shapes = straight_shapes(grid.board, marker.kind == "path")
    return _largest_within(group.mask, (shape for shape in shapes if shape >> spot & 1))


class Profile(NamedTuple):
    """A grid's best strengths for the markers, and the groups plus single booths per color."""

    strengths: tuple[int, ...]
    clusters: tuple[int, ...]


@lru_cache(maxsize=1 << 10)
def profile_of(grid: Grid, markers: tuple[Marker, ...]) -> Profile:
    """Return a cached profile; inactive players' grids recur."""
    strengths = tuple([best_strength(grid, marker) for marker in markers])
    return Profile(strengths, tuple([shapes.clusters for shapes in _colors(grid)]))


@cache
def straight_shapes(board: Board, is_path: bool) -> tuple[int, ...]:
    """Return a board's paths (straight, 3 or more spots) or rectangles from 2x2, largest first."""
    shapes = [
        shape << (top * board.columns + left)
        for height, width in product(range(1, board.rows + 1), range(1, board.columns + 1))
        if is_path == (min(height, width) == 1) and height * width >= MIN_PATH
        for shape in [sum(((1 << width) - 1) << (board.columns * row) for row in range(height))]
        for top, left in product(range(board.rows - height + 1), range(board.columns - width + 1))
    ]
    return tuple(sorted(shapes, key=int.bit_count, reverse=True))
