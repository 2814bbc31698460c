"""Board geometry: spots, their neighbors and their lines, as bit masks."""

from dataclasses import dataclass
from functools import cache
from typing import Final

from chatuchak_solver.arguments import checked_whole, is_whole
from chatuchak_solver.errors import InputError, InvalidPositionError
from chatuchak_solver.io.untrusted import described

MAX_SPOTS: Final = 64
"""The most spots that a board may have: one bit each in a 64-bit mask."""


def iter_spots(mask: int) -> tuple[int, ...]:
    """Return the spots of ``mask``, ascending.

    Raises
    ------
    InputError
        If the mask is negative: it would have no last spot.
    """
    if mask < 0:
        raise InputError(f"mask {mask} is negative; expected one bit for each spot")
    spots = []
    while mask:
        lowest = mask & -mask
        spots.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(spots)


@dataclass(frozen=True, slots=True, order=True)
class Board:
    """A rectangle of spots, numbered row by row from the upper left corner (spot 0).

    Raises
    ------
    InvalidPositionError
        If a side is shorter than 2 or the board has more than `MAX_SPOTS` spots.
    InputError
        If a side is no whole number.
    """

    rows: int = 5
    columns: int = 6

    def __post_init__(self) -> None:
        for side in ("rows", "columns"):
            object.__setattr__(self, side, checked_whole(getattr(self, side), what=side))
        if self.rows < 2 or self.columns < 2:
            raise InvalidPositionError(
                [f"a board of {self.rows} x {self.columns} is too narrow; it needs 2 x 2 or more"]
            )
        if self.spots > MAX_SPOTS:
            raise InvalidPositionError(
                [f"a board of {self.rows} x {self.columns} has {self.spots} spots, at most 64 fit"]
            )

    def __str__(self) -> str:
        return f"{self.rows}x{self.columns}"

    @property
    def spots(self) -> int:
        """The number of spots."""
        return self.rows * self.columns

    @property
    def full_mask(self) -> int:
        """The mask of all spots."""
        return (1 << self.spots) - 1

    @property
    def left_mask(self) -> int:
        """The mask of the leftmost column."""
        return _left_mask(self.rows, self.columns)

    @property
    def right_mask(self) -> int:
        """The mask of the rightmost column."""
        return self.left_mask << (self.columns - 1)

    @property
    def neighbor_masks(self) -> tuple[int, ...]:
        """Per spot, the mask of its orthogonal neighbors."""
        return _neighbor_masks(self.rows, self.columns)

    @property
    def line_masks(self) -> tuple[int, ...]:
        """Per spot, the mask of the other spots in its row and its column."""
        return _line_masks(self.rows, self.columns)

    def place(self, spot: int) -> str:
        """Return the place of ``spot`` as people read it, counting from 1.

        Raises
        ------
        InputError
            If the spot is not on the board.
        """
        row, column = divmod(self.checked_spot(spot), self.columns)
        return f"row {row + 1}, column {column + 1}"

    def checked_spot(self, spot: int) -> int:
        """Return a spot of the board as an int.

        Raises
        ------
        InputError
            If it is none; negative numbers are rejected.
        """
        if is_whole(spot) and 0 <= spot < self.spots:
            return int(spot)
        last = self.spots - 1
        raise InputError(f"spot {described(spot)} is not on the board; expected 0..{last}")

    def neighborhood_mask(self, mask: int) -> int:
        """Return the spots that share an edge with a spot of ``mask``, less ``mask`` itself."""
        columns = self.columns
        left_mask = _left_mask(self.rows, columns)
        return (
            ((mask & ~(left_mask << (columns - 1))) << 1)
            | ((mask & ~left_mask) >> 1)
            | (mask << columns)
            | (mask >> columns)
        ) & (self.full_mask & ~mask)


@cache
def _left_mask(rows: int, columns: int) -> int:
    return sum(1 << (row * columns) for row in range(rows))


@cache
def _neighbor_masks(rows: int, columns: int) -> tuple[int, ...]:
    board = Board(rows, columns)
    return tuple(board.neighborhood_mask(1 << spot) for spot in range(board.spots))


@cache
def _line_masks(rows: int, columns: int) -> tuple[int, ...]:
    row_mask = (1 << columns) - 1
    column_mask = Board(rows, columns).left_mask
    return tuple(
        ((row_mask << (spot // columns * columns)) | (column_mask << (spot % columns)))
        & ~(1 << spot)
        for spot in range(rows * columns)
    )


STANDARD_BOARD: Final = Board()
"""The game's own board: 5 rows of 6 spots."""
