"""Hints: one optimal move."""

from dataclasses import dataclass
from typing import Self

from chatuchak_solver.execution.limits import OnProgress, Stop, StopReason
from chatuchak_solver.jsonable import Jsonable
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.move_rules import MoveRule
from chatuchak_solver.search.solution import Solution, Status, proof_status
from chatuchak_solver.search.solve import solve


@dataclass(frozen=True, slots=True)
class Hint(Jsonable):
    """A recommended move.

    Attributes
    ----------
    move
        The spot whose booth moves to the empty spot; None for a solved grid, or if no solution was
        found before the stop.
    remaining
        The number of remaining moves, including this one; None without a solution.
    is_proven
        Whether the move is proven optimal.
    lower_bound
        The proven lower bound on the remaining moves.
    stopped_by
        The reason for an end before the proof; None if proven.
    """

    written = "move remaining status lower_bound stopped_by"

    move: int | None
    remaining: int | None
    is_proven: bool
    lower_bound: int
    stopped_by: StopReason | None = None

    @property
    def status(self) -> Status:
        """The proof status of the remaining moves."""
        return proof_status(self.remaining, self.lower_bound)

    @classmethod
    def of(cls, solution: Solution) -> Self:
        """Return the hint for a solution."""
        move = solution.moves[0] if solution.moves else None
        proven, bound = solution.gap == 0, solution.lower_bound
        return cls(move, solution.length, proven, bound, solution.stopped_by)


def hint(
    grid: Grid,
    *,
    rule: MoveRule | str = MoveRule.JUMP,
    stop: Stop | None = None,
    on_progress: OnProgress | None = None,
) -> Hint:
    """Return one optimal move, and the number of remaining moves.

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
