"""The variables of the decision model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import numpy as np

from chatuchak_solver.stand.card import CARD_COLUMNS, CARD_ROWS
from chatuchak_solver.stand.problem import StandProblem
from chatuchak_solver.stand.space import KIND_MASK

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, IntVar

__all__ = ["QUARTERS", "SPACE_AT", "Cell", "Variables", "card_cells", "shape_cells"]

Cell = tuple[int, int]
"""Row and column in the box."""

QUARTERS: Final = range(4)

SPACE_AT: Final = tuple(
    tuple(np.rot90(np.arange(6).reshape(CARD_ROWS, CARD_COLUMNS), -quarter).ravel().tolist())
    for quarter in QUARTERS
)
"""Per quarter turn, which of a card's spaces lies where, row by row."""


def shape_cells(shape: int, row: int, column: int) -> list[Cell]:
    """Return the cells under a card, flat (0) or turned (1), row by row."""
    rows, columns = (2, 3) if shape == 0 else (3, 2)
    return [(row + down, column + right) for down in range(rows) for right in range(columns)]


def card_cells(quarter: int, row: int, column: int) -> Iterator[tuple[Cell, int]]:
    """Yield each cell under a card with the card's space that lies there."""
    yield from zip(shape_cells(quarter & 1, row, column), SPACE_AT[quarter], strict=True)


class Variables:
    """Booleans and integers of one model; a *slot* is a point of the order of laying.

    Attributes
    ----------
    lay
        By (slot, card, quarter turns, row, column): the card lies there.
    place
        By (slot, shape, row, column): some card lies there.
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
        By (good, cell): the cell belongs to the good's biggest group.
    biggest, groups
        By good: the size of its biggest group, and the number of its groups.
    pair
        By (good, biggest, groups): both at once.
    """

    def __init__(self, model: CpModel, problem: StandProblem, side: int) -> None:
        self.model = model
        self.problem = problem
        self.cards: range = range(len(problem.cards))
        self.cells: list[Cell] = [(row, column) for row in range(side) for column in range(side)]
        self.lay: dict[tuple[int, int, int, int, int], IntVar] = {}
        self.place: dict[tuple[int, int, int, int], IntVar] = {}
        self.shows: dict[tuple[int, Cell], IntVar] = {}
        self.member: dict[tuple[int, Cell], IntVar] = {}
        self.biggest: dict[int, IntVar] = {}
        self.groups: dict[int, IntVar] = {}
        self.pair: dict[tuple[int, int, int], IntVar] = {}
        corners = {
            shape: [
                (row, column)
                for row, column in self.cells
                if shape_cells(shape, row, column)[-1] in self.cells
            ]
            for shape in (0, 1)
        }
        for slot in self.cards:
            for shape in (0, 1):
                for row, column in corners[shape]:
                    self.place[slot, shape, row, column] = model.new_bool_var("")
                    for card in [slot] if problem.fixed_order else self.cards:
                        for quarter in (shape, shape + 2):
                            key = (slot, card, quarter, row, column)
                            self.lay[key] = model.new_bool_var("")
        self.covered: dict[tuple[int, Cell], IntVar] = self._by_slot(len(self.cards))
        self.top: dict[tuple[int, Cell], IntVar] = self._by_slot(len(self.cards))
        self.before: dict[tuple[int, Cell], IntVar] = self._by_slot(len(self.cards) + 1)
        self.visible: dict[tuple[int, int], IntVar] = {
            (card, space): model.new_bool_var("") for card in self.cards for space in range(6)
        }

    def _by_slot(self, slots: int) -> dict[tuple[int, Cell], IntVar]:
        return {
            (slot, cell): self.model.new_bool_var("")
            for slot in range(slots)
            for cell in self.cells
        }

    def spaces_of(self, good: int) -> list[tuple[int, int]]:
        """Return every (card, space) that shows a good."""
        return [
            (index, space)
            for index, card in enumerate(self.problem.cards)
            for space, code in enumerate(card.spaces)
            if code & KIND_MASK == good
        ]

    def add_shows(self, good: int) -> None:
        """Add the variables for where a good is visible."""
        for cell in self.cells:
            self.shows[good, cell] = self.model.new_bool_var("")

    def add_groups(self, good: int) -> None:
        """Add the variables for a good's groups."""
        most = len(self.spaces_of(good))
        self.biggest[good] = self.model.new_int_var(0, most, "")
        self.groups[good] = self.model.new_int_var(0, most, "")
        for cell in self.cells:
            self.member[good, cell] = self.model.new_bool_var("")
        self.pair[good, 0, 0] = self.model.new_bool_var("")
        for biggest in range(1, most + 1):
            for groups in range(1, most - biggest + 2):
                self.pair[good, biggest, groups] = self.model.new_bool_var("")
