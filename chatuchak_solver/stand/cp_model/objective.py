"""The question of the decision model: a total between two numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from chatuchak_solver.stand.cp_model.variables import Variables
from chatuchak_solver.stand.groups import MOUSE_POINTS
from chatuchak_solver.stand.space import has_mouse

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, LinearExprT

__all__ = ["Objective"]


class Objective:
    """The owner's total as an expression, and bounds on it.

    Totals are asked for, not maximised: a proof that nothing lies between two close numbers is
    found much sooner than an optimum.
    """

    def __init__(self, model: CpModel, variables: Variables) -> None:
        self.model = model
        points = sum(biggest * groups * var for (_, biggest, groups), var in variables.pair.items())
        mice = sum(
            variables.visible[index, space]
            for index, card in enumerate(variables.problem.cards)
            for space, code in enumerate(card.spaces)
            if has_mouse(code)
        )
        self.total: LinearExprT = points + MOUSE_POINTS * mice

    def ask(self, least: int, most: int) -> None:
        """Demand a total from ``least`` to ``most``; earlier demands still hold."""
        self.model.add(self.total >= least)
        self.model.add(self.total <= most)
