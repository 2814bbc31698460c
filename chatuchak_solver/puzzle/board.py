"""Board geometry: spots, neighbors and lines as bit masks."""

import re
from dataclasses import dataclass
from functools import cache
from typing import Self

from chatuchak_solver.arguments import check_int, check_type
from chatuchak_solver.errors import InputError, InvalidPositionError
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.io.untrusted import quote

MAX_SPOTS = 64
"""One bit per spot in a 64-bit mask."""


def iter_spots(mask: int) -> tuple[int, ...]:
    """Return the spots of ``mask``, ascending."""
    if mask < 0:
        raise InputError(f"invalid mask {mask}: expected an integer >= 0")
    spots = []
    while mask:
        lowest = mask & -mask
        spots.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(spots)


@renamed_members(
    checked_spot="check_spot",
    neighbour_masks="neighbor_masks",
    neighbourhood_mask="neighborhood_mask",
)
@dataclass(frozen=True, slots=True, order=True)
class Board:
    """A rectangle of spots, numbered by row from the upper left corner (0)."""

    rows: int = 5
    columns: int = 6

    def __post_init__(self) -> None:
        for side in ("rows", "columns"):
            object.__setattr__(self, side, check_int(getattr(self, side), name=side))
        if min(self.rows, self.columns) < 2 or self.spots > MAX_SPOTS:
            expected = f"expected at least 2 x 2, and at most {MAX_SPOTS} spots"
            raise InvalidPositionError([f"invalid board {self}: {expected}"])

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the board of a size such as ``5x6``: rows, then columns."""
        text = check_type(text, str, name="board")
        found = re.fullmatch(r"([0-9]{1,4})x([0-9]{1,4})", text.strip().lower())
        if found is None:
            raise InputError(f"invalid board {quote(text)}: expected rows x columns, such as 5x6")
        return cls(int(found[1]), int(found[2]))

    @property
    def spots(self) -> int:
        """Number of spots."""
        return self.rows * self.columns

    @property
    def full_mask(self) -> int:
        """Mask of all spots."""
        return (1 << self.spots) - 1

    @property
    def neighbor_masks(self) -> tuple[int, ...]:
        """Mask of the orthogonal neighbors of each spot."""
        return _neighbor_masks(self.rows, self.columns)

    @property
    def line_masks(self) -> tuple[int, ...]:
        """Mask of the other spots in each spot's row and column."""
        return _line_masks(self.rows, self.columns)

    def place(self, spot: int) -> str:
        """Return the row and column of ``spot``, from 1, as text."""
        row, column = divmod(self.check_spot(spot), self.columns)
        return f"row {row + 1}, column {column + 1}"

    def check_spot(self, spot: int) -> int:
        """Return ``spot`` as an int."""
        return check_int(spot, 0, self.spots - 1, name="spot")

    def neighborhood_mask(self, mask: int) -> int:
        """Return the neighbors of ``mask`` outside it."""
        return _shifted(self, mask) & self.full_mask & ~mask


@cache
def _inner_masks(rows: int, columns: int) -> tuple[int, int]:
    """Return the masks of the spots with a right and with a left neighbor."""
    left_mask = sum(1 << (row * columns) for row in range(rows))
    return ~(left_mask << (columns - 1)), ~left_mask


def _shifted(board: Board, mask: int) -> int:
    to_right, to_left = _inner_masks(board.rows, board.columns)
    sideways = (mask & to_right) << 1 | (mask & to_left) >> 1
    return sideways | mask << board.columns | mask >> board.columns


@cache
def _neighbor_masks(rows: int, columns: int) -> tuple[int, ...]:
    board = Board(rows, columns)
    return tuple(board.neighborhood_mask(1 << spot) for spot in range(board.spots))


@cache
def _line_masks(rows: int, columns: int) -> tuple[int, ...]:
    row_mask = (1 << columns) - 1
    column_mask = ~_inner_masks(rows, columns)[1]
    return tuple(
        ((row_mask << (spot // columns * columns)) | (column_mask << (spot % columns)))
        ^ (1 << spot)
        for spot in range(rows * columns)
    )


STANDARD_BOARD = Board()
"""The board of the game: 5 rows of 6 spots."""


def flood_mask(board: Board, seed_mask: int, within_mask: int) -> int:
    """Return the spots of ``within_mask`` connected to ``seed_mask``."""
    reached = seed_mask & within_mask
    while True:
        grown = (reached | _shifted(board, reached)) & within_mask
        if grown == reached:
            return reached
        reached = grown


def component_masks(board: Board, mask: int) -> tuple[int, ...]:
    """Return the components of ``mask``, ordered by lowest spot."""
    components = []
    while mask:
        component = flood_mask(board, mask & -mask, mask)
        components.append(component)
        mask ^= component
    return tuple(components)


def is_connected(board: Board, mask: int) -> bool:
    """Return whether ``mask`` has at most one component."""
    return flood_mask(board, mask & -mask, mask) == mask
