"""Which booths may move to the empty spot."""

from enum import StrEnum
from typing import Never

from chatuchak_solver.arguments import ChoiceMeta
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import described
from chatuchak_solver.puzzle.board import Board


class MoveRule(StrEnum, metaclass=ChoiceMeta):
    """A move rule; every place that takes one also takes its name.

    Both rules are symmetric: a booth may always go straight back to where it came from.
    """

    JUMP = "jump"
    """Any booth of the empty spot's row or column, over any booths (the game's own rule)."""
    SLIDE = "slide"
    """Only an orthogonal neighbor of the empty spot (a variant, as in the 15-puzzle)."""

    @classmethod
    def _missing_(cls, value: object) -> Never:
        shown = described(value)
        raise InputError(f"unknown move rule {shown}; expected 'jump' or 'slide'")


def reach_masks(board: Board, rule: MoveRule | str) -> tuple[int, ...]:
    """Return, per spot, the mask of spots whose booth may move to it when it is empty.

    Raises
    ------
    InputError
        If ``rule`` names no move rule.
    """
    return board.line_masks if MoveRule(rule) is MoveRule.JUMP else board.neighbor_masks
