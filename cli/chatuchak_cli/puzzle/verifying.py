"""The verdict of ``verify`` and its output."""

from dataclasses import dataclass

import click

from chatuchak_cli.shared.output import assumed_fields, counted, emit_json
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_cli.shared.searches import limits_of, search_one
from chatuchak_solver.box import Box, Part
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Count, Notation
from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.solo_ranks import SoloRanks
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.verify import replay


class VerifyAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The verdict on moves.

    Attributes
    ----------
    grid
        The grid, if there are several.
    legal
        Whether every move is legal.
    solved
        Whether the grid is solved after them.
    length
        The number of moves.
    optimal_length
        Moves of a shortest solution; None if not proven.
    status
        What is proven of that length.
    lower_bound
        The proven lower bound on the moves of any solution.
    rank
        The solo rank that the moves earn, if they solve the grid.
    """

    grid: Notation[Grid] | None = None
    legal: bool
    solved: bool
    length: Count
    optimal_length: Count | None
    status: Status
    lower_bound: Count
    rank: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether moves solve a grid.

    Attributes
    ----------
    problem
        What makes a move illegal; empty where all are legal.
    solved
        Whether the grid is solved after them.
    length
        How many moves were given.
    optimal_length
        Moves of a shortest solution; null if it is not proven.
    status
        What is proven of that length.
    lower_bound
        The fewest moves that any solution needs.
    rank
        What the solo game gives for it, or None.
    code
        The exit code that it calls for.
    """

    grid: Grid
    length: int
    problem: str
    solved: bool
    optimal_length: int | None
    status: Status
    lower_bound: int
    rank: str | None
    is_rank_assumed: bool
    code: ExitCode

    @property
    def legal(self) -> bool:
        """Whether every move is legal."""
        return not self.problem

    def print_json(self, box: Box, parts: tuple[Part, ...], *, named: bool) -> None:
        """Print it as one line of JSON, ``named`` with its grid."""
        assumed = assumed_fields(box.reasons(*parts, *(("ranks",) if self.rank else ())))
        emit_json(VerifyAnswer.of(self, grid=self.grid if named else None, **assumed))

    def print_text(self) -> None:
        """Print it in sentences."""
        if self.problem:
            click.echo(self.problem)
        else:
            legal = {0: "There is no move.", 1: "The move is legal."}
            click.echo(legal.get(self.length, f"All {self.length} moves are legal."))
            click.echo(f"The last grid is {'solved' if self.solved else 'not solved'}.")
        if self.rank is not None:
            assumed = " (assumed)" if self.is_rank_assumed else ""
            click.echo(f"Played solo, that earns the rank {self.rank}{assumed}.")
        if self.optimal_length is None:
            click.echo(f"The shortest length is not proven: at least {self.lower_bound}.")
        else:
            click.echo(f"A shortest solution takes {counted(self.optimal_length, 'move')}.")


def judge(
    grid: Grid, moves: tuple[int, ...], *, rule: str, limits: Stop, ranks: SoloRanks
) -> Verdict:
    """Replay moves, and search for the shortest length."""
    problem = ""
    try:
        solved = replay(grid, moves, rule=rule)
    except IllegalMoveError as error:
        solved, problem = False, str(error)
    solution, code = search_one(grid, rule, limits_of(rule, limits))
    return Verdict(
        grid=grid,
        length=len(moves),
        problem=problem,
        solved=solved,
        optimal_length=solution.length if solution.status is Status.OPTIMAL else None,
        status=solution.status,
        lower_bound=solution.lower_bound,
        rank=ranks.of_game(len(moves) if solved else None, rule=solution.rule, board=grid.board),
        is_rank_assumed=ranks.why_assumed is not None,
        code=code if solved or code is ExitCode.INTERRUPTED else ExitCode.NEGATIVE,
    )
