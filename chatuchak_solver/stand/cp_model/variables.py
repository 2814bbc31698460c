"""Variables of the decision model."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from itertools import product
from typing import TYPE_CHECKING, TypeVar

from chatuchak_solver.stand.kernels.tables import SHAPES, TURNED_FROM
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import KIND_MASK

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar


Cell = tuple[int, int]
"""Row and column in the box."""

Key = TypeVar("Key", bound=Hashable)


def shape_cells(shape: int, row: int, column: int) -> list[Cell]:
    """Return the cells under a card, flat (0) or rotated (1), row by row."""
    rows, columns = SHAPES[shape]
    return [(row + down, column + right) for down in range(rows) for right in range(columns)]


def card_cells(quarter: int, row: int, column: int) -> Iterator[tuple[Cell, int]]:
    """Yield each cell under a card with the index of the card's space there."""
    yield from zip(
        shape_cells(quarter & 1, row, column), TURNED_FROM[quarter].tolist(), strict=True
    )


class Variables:
    """Variables of one model; a *slot* is an index in the order of placement.

    Attributes
    ----------
    lay
        By (slot, card, quarter turns, row, column): the slot lays the card there.
    place
        By (slot, shape, row, column): the slot lays some card there.
    covered
        By (slot, cell): the slot's card covers the cell.
    before
        By (slot, cell): a card of an earlier slot covers the cell; slot ``cards`` is the end.
    top
        By (slot, cell): the slot's card is visible there.
    visible
        By (card, space): the card's space is visible.
    shows
        By (good, cell): the good is visible there.
    member
        By (good, cell): the cell belongs to the good's largest group.
    biggest, groups
        By good: the size of its largest group, and the number of its groups.
    pair
        By (good, biggest, groups): both values together.
    """

    def __init__(self, model: CpModel, problem: StandProblem, side: int) -> None:
        self.model = model
        self.problem = problem
        self.cards: range = range(len(problem.cards))
        self.cells: list[Cell] = [(row, column) for row in range(side) for column in range(side)]
        self.place: dict[tuple[int, int, int, int], IntVar] = self.booleans(
            (slot, shape, row, column)
            for slot, shape, (row, column) in product(self.cards, range(2), self.cells)
            if set(self.cells).issuperset(shape_cells(shape, row, column))
        )
        self.lay: dict[tuple[int, int, int, int, int], IntVar] = self.booleans(
            (slot, card, quarter, row, column)
            for slot, shape, row, column in self.place
            for card in ([slot] if problem.fixed_order else self.cards)
            for quarter in (shape, shape + 2)
        )
        self.covered: dict[tuple[int, Cell], IntVar] = self.booleans(
            product(self.cards, self.cells)
        )
        self.top: dict[tuple[int, Cell], IntVar] = self.booleans(self.covered)
        slots = range(len(self.cards) + 1)
        self.before: dict[tuple[int, Cell], IntVar] = self.booleans(product(slots, self.cells))
        self.visible: dict[tuple[int, int], IntVar] = self.booleans(product(self.cards, range(6)))
        self.shows: dict[tuple[int, Cell], IntVar] = {}
        self.member: dict[tuple[int, Cell], IntVar] = {}
        self.biggest: dict[int, IntVar] = {}
        self.groups: dict[int, IntVar] = {}
        self.pair: dict[tuple[int, int, int], IntVar] = {}

    def booleans(self, keys: Iterable[Key]) -> dict[Key, IntVar]:
        """Return a new boolean for each key."""
        return {key: self.model.new_bool_var("") for key in keys}

    def spaces_of(self, good: int) -> list[tuple[int, int]]:
        """Return every (card, space) that shows a good."""
        return [
            (card, space)
            for card, space in self.visible
            if self.problem.cards[card].spaces[space] & KIND_MASK == good
        ]

    def add_shows(self, good: int) -> None:
        """Add the variables for a good's visible cells."""
        self.shows |= self.booleans((good, cell) for cell in self.cells)

    def add_groups(self, good: int) -> None:
        """Add the variables for a good's groups."""
        most = len(self.spaces_of(good))
        self.biggest[good] = self.model.new_int_var(0, most, "")
        self.groups[good] = self.model.new_int_var(0, most, "")
        self.member |= self.booleans((good, cell) for cell in self.cells)
        pairs = ((size, count) for size in range(most) for count in range(most - size))
        self.pair |= self.booleans((good, size + 1, count + 1) for size, count in pairs)
        self.pair |= self.booleans([(good, 0, 0)])
