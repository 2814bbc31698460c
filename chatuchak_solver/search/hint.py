"""Hints: one move that keeps the optimum."""

from dataclasses import dataclass
from typing import Self

from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.run import OnProgress, Stop, StopReason
from chatuchak_solver.search.solution import Solution
from chatuchak_solver.search.solve import solve


@dataclass(frozen=True, slots=True)
class Hint(Jsonable):
    """What to do next.

    Attributes
    ----------
    move
        The spot whose booth goes to the empty spot; None where the grid is solved, or where no
        solution was found before the stop.
    remaining
        The moves that remain, this one included; None where no solution was found.
    is_proven
        Whether no move leaves fewer.
    stopped_by
        Why the search ended before the proof; None where it is proven.
    """

    written = "move remaining"

    move: int | None
    remaining: int | None
    is_proven: bool
    stopped_by: StopReason | None = None

    @classmethod
    def of(cls, solution: Solution) -> Self:
        """Return the hint that a solution gives."""
        move = solution.moves[0] if solution.moves else None
        return cls(move, solution.length, solution.gap == 0, solution.stopped_by)


def hint(
    grid: Grid,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Hint:
    """Return one move that keeps the optimum, and how many moves remain.

    Parameters
    ----------
    grid, rule, stop, on_progress
        As in `chatuchak_solver.search.solve.solve`.

    Raises
    ------
    InputError
        If the rule is unknown.

    Examples
    --------
    >>> advice = hint(Grid.parse(".RY/YRG/RGG"))
    >>> advice.move, advice.remaining, advice.is_proven
    (6, 4, True)
    """
    return Hint.of(solve(grid, rule=rule, stop=stop, on_progress=on_progress))
