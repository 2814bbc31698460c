"""Hints: one optimal move."""

from typing import Self

from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.execution.limits import OnProgress, Stop, StopReason
from chatuchak_solver.exports import renamed_members
from chatuchak_solver.puzzle import Grid, MoveRule
from chatuchak_solver.search.solution import Solution, Status
from chatuchak_solver.search.solve import solve


@renamed_members(of="from_solution")
class Hint(Answer, frozen=True):
    """The next move of a solution.

    Attributes
    ----------
    move
        The spot whose booth moves to the empty spot; None for a solved grid, or if no solution was
        found before the stop.
    remaining
        The number of remaining moves, this one included; None if no solution was found.
    status
        The proof status of the remaining moves.
    lower_bound
        The proven lower bound on the remaining moves.
    stopped_by
        The reason for an end before the proof; None if proven.
    """

    move: Count | None
    remaining: Count | None
    status: Status
    lower_bound: Count
    stopped_by: StopReason | None

    @property
    def is_proven(self) -> bool:
        """Whether the move is proven optimal."""
        return self.status is Status.OPTIMAL

    @classmethod
    def from_solution(cls, solution: Solution) -> Self:
        """Return the first move of a solution as a hint."""
        move = solution.moves[0] if solution.moves else None
        # `Hint.of` itself is an old name of this function.
        return super().of(solution, move=move, remaining=solution.length)


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
    return Hint.from_solution(solve(grid, rule=rule, stop=stop, on_progress=on_progress))
