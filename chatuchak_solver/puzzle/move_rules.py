"""Move rules of the puzzle."""

from chatuchak_solver.arguments import Choice
from chatuchak_solver.puzzle.board import Board


class MoveRule(Choice):
    """A move rule; functions also accept its name. Moves can be undone under both rules."""

    JUMP = "jump"
    """A booth in the row or column of the empty spot jumps over any booths (the game's rule)."""
    SLIDE = "slide"
    """An orthogonal neighbor of the empty spot slides (a variant, as in the 15-puzzle)."""


def reach_masks(board: Board, rule: MoveRule | str) -> tuple[int, ...]:
    """Return, for each empty spot, the mask of spots whose booth may move to it."""
    return board.line_masks if MoveRule(rule) is MoveRule.JUMP else board.neighbor_masks
