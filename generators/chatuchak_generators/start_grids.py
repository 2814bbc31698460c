"""Start grids by the rulebook's random procedure, in plain steps.

The booths are shuffled and placed one by one, each on the lowest free spot that keeps rules A, B
and C (see `chatuchak_solver.puzzle.start_rules`). A booth that fits nowhere is exchanged with one
that lies already; failing that it is placed by rules A and B alone (the fallback); failing even
that, everything starts over with a new shuffle.

`chatuchak_generators.bulk` makes the same grids some hundred times faster.

Source: rulebook, Variants, New start grids.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Final

from chatuchak_generators.kernels.limits import MAX_SHUFFLES
from chatuchak_generators.random_stream import RandomStream
from chatuchak_solver.arguments import checked_all, checked_type, checked_whole
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.puzzle.board import STANDARD_BOARD, Board, iter_spots
from chatuchak_solver.puzzle.colors import COLOR_LETTERS, MAX_BOOTHS, MIN_BOOTHS, STANDARD_COLORS
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_rules import corner_spots

GENERATOR_VERSION: Final = 1
"""Grows whenever the same seed would give other grids."""

NO_BOOTH: Final = -1


class Placement(Enum):
    """How a booth found its spot."""

    FIRST_FIT = "first fit"
    """On the lowest free spot that keeps rules A, B and C."""
    EXCHANGE = "exchange"
    """In place of another booth, which fits elsewhere."""
    FALLBACK = "fallback"
    """On the lowest free spot that keeps rules A and B."""
    FAILED = "failed"
    """Nowhere."""


@dataclass(frozen=True, slots=True)
class StartGrid:
    """A grid made by the procedure.

    Attributes
    ----------
    grid
        The grid; its empty spot is the upper left corner.
    fallback
        Whether a booth had to be placed by rules A and B alone, so that rule C may be broken.
    """

    grid: Grid
    fallback: bool


class Layout:
    """Booths on a board, being placed one by one.

    Parameters
    ----------
    board
        The board.
    colors
        One color index a spot, -1 where no booth lies yet; none lie by default. The corner,
        spot 0, stays empty.
    """

    __slots__ = ("_corner", "_neighbors", "colors")

    def __init__(self, board: Board, colors: Sequence[int] | None = None) -> None:
        self.colors: list[int] = [NO_BOOTH] * board.spots if colors is None else list(colors)
        self._neighbors = [iter_spots(mask) for mask in board.neighbor_masks]
        right, below = corner_spots(board)
        self._corner = {right: below, below: right}

    def place(self, color: int) -> Placement:
        """Place one more booth by the procedure and tell how."""
        spot = self._first_fit(color)
        if spot is not None:
            self.colors[spot] = color
            return Placement.FIRST_FIT
        if self._exchange(color):
            return Placement.EXCHANGE
        for spot in self._free_spots():
            if self._keeps_a(color, spot) and self._keeps_b(color, spot):
                self.colors[spot] = color
                return Placement.FALLBACK
        return Placement.FAILED

    def _exchange(self, color: int) -> bool:
        """Put the booth in place of the first one that lets both fit; tell whether any does."""
        for spot in range(1, len(self.colors)):
            other = self.colors[spot]
            if other == NO_BOOTH:
                continue
            self.colors[spot] = NO_BOOTH
            if self._fits(color, spot):
                self.colors[spot] = color
                free = self._first_fit(other)
                if free is not None:
                    self.colors[free] = other
                    return True
            self.colors[spot] = other
        return False

    def _free_spots(self) -> Iterator[int]:
        for spot in range(1, len(self.colors)):
            if self.colors[spot] == NO_BOOTH:
                yield spot

    def _first_fit(self, color: int) -> int | None:
        return next((spot for spot in self._free_spots() if self._fits(color, spot)), None)

    def _fits(self, color: int, spot: int) -> bool:
        return (
            self._keeps_a(color, spot) and self._keeps_b(color, spot) and self._keeps_c(color, spot)
        )

    def _keeps_a(self, color: int, spot: int) -> bool:
        """Tell whether the corner's two neighbors still differ."""
        return spot not in self._corner or self.colors[self._corner[spot]] != color

    def _keeps_b(self, color: int, spot: int) -> bool:
        """Tell whether no neighbor has the same color."""
        return all(self.colors[other] != color for other in self._neighbors[spot])

    def _keeps_c(self, color: int, spot: int) -> bool:
        """Tell whether no spot gets three booths of the color around it."""
        return all(
            sum(self.colors[near] == color for near in self._neighbors[middle]) < 2
            for middle in self._neighbors[spot]
        )


def even_counts(board: Board) -> tuple[int, ...]:
    """Return booths per color that fill ``board`` as evenly as possible: 6,6,6,6,5 on 5 x 6.

    Of the game's own colors, and of as many more as a board of over 46 spots needs.
    """
    booths = board.spots - 1
    colors = max(min(len(STANDARD_COLORS), booths // MIN_BOOTHS), -(-booths // MAX_BOOTHS))
    least, more = divmod(booths, colors)
    return tuple(least + (color < more) for color in range(colors))


def checked_counts(counts: Sequence[int] | None, board: Board) -> tuple[int, ...]:
    """Return booths for each of the colors, after checking that they fill ``board``.

    Parameters
    ----------
    counts
        Booths per color, 2..9 each or 0, for up to nine colors; `even_counts` by default.

    Returns
    -------
    At least five counts, the game's own colors, and of the others up to the last one present.

    Raises
    ------
    InvalidInstanceError
        If they do not fill the board; the message says what would.
    InputError
        If they are no whole numbers, or the board is none.
    """
    checked_type(board, Board, what="the board", hint="Board(5, 6)")
    given = even_counts(board) if counts is None else checked_all(counts, object, what="the counts")
    counts = tuple(checked_whole(number, what="a count of booths") for number in given)
    shown = ",".join(map(str, counts))
    if not 0 < len(counts) <= len(COLOR_LETTERS):
        raise InvalidInstanceError(
            f"counts {shown!r} are for {len(counts)} colors; expected 1..{len(COLOR_LETTERS)}"
        )
    for number in counts:
        if number != 0 and not MIN_BOOTHS <= number <= MAX_BOOTHS:
            raise InvalidInstanceError(
                f"counts {shown} hold {number}; expected {MIN_BOOTHS}..{MAX_BOOTHS} a color, or 0"
            )
    if sum(counts) != board.spots - 1:
        raise InvalidInstanceError(
            f"counts {shown} are {sum(counts)} booths; a board of {board} takes {board.spots - 1}"
        )
    while len(counts) > len(STANDARD_COLORS) and not counts[-1]:
        counts = counts[:-1]
    return counts + (0,) * (len(STANDARD_COLORS) - len(counts))


def start_grid(
    seed: int, index: int, *, counts: Sequence[int] | None = None, board: Board = STANDARD_BOARD
) -> StartGrid:
    """Make the start grid number ``index`` of ``seed``.

    A pure function of its arguments and `GENERATOR_VERSION`.

    Parameters
    ----------
    seed
        0..2**64 - 1.
    index
        The grid's number, from 0.
    counts
        Booths per color; as even as possible by default.
    board
        The board.

    Raises
    ------
    InputError
        If an argument is out of range, or no grid was found in `MAX_SHUFFLES` shuffles.

    Examples
    --------
    >>> start_grid(1, 0).grid == start_grid(1, 0).grid
    True
    """
    counts = checked_counts(counts, board)
    stream = RandomStream(seed, index)
    for _ in range(MAX_SHUFFLES):
        booths = [color for color, number in enumerate(counts) for _ in range(number)]
        stream.shuffle(booths)
        layout = Layout(board)
        placements = [layout.place(booth) for booth in booths]
        if Placement.FAILED not in placements:
            grid = Grid.from_colors(layout.colors, board=board)
            return StartGrid(grid, Placement.FALLBACK in placements)
    raise no_start_grid(counts, board)


def generate_start_grids(
    n: int | None = None,
    *,
    seed: int,
    first: int = 0,
    counts: Sequence[int] | None = None,
    board: Board = STANDARD_BOARD,
) -> Iterator[StartGrid]:
    """Yield the start grids of ``seed`` one by one.

    Parameters
    ----------
    n
        How many; without end by default.
    first
        The number of the first grid: ``first=7`` leaves out the first seven.

    Raises
    ------
    InputError
        As `start_grid`, or if ``n`` is negative.
    """
    n = None if n is None else checked_whole(n, 0, what="the number of grids")
    first = checked_whole(first, what="the first grid's number")
    for index in count(first) if n is None else range(first, first + n):
        yield start_grid(seed, index, counts=counts, board=board)


def no_start_grid(counts: Sequence[int], board: Board) -> InvalidInstanceError:
    """Return the error for counts that give no start grid on ``board``."""
    shown = ",".join(map(str, counts))
    return InvalidInstanceError(
        f"no start grid with counts {shown} on a board of {board} in {MAX_SHUFFLES} shuffles; "
        "expected a larger board, more colors or more even counts"
    )
