"""``verify``: replay a solution."""

from functools import partial

import click

from chatuchak_cli.shared import options, runner
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument, played_games
from chatuchak_cli.shared.output import print_answer, print_assumed
from chatuchak_solver import Box, Grid, IllegalMoveError, Status, Stop, replay, solve
from chatuchak_solver.box import AssumedAnswer
from chatuchak_solver.codec import Count, Notation
from chatuchak_solver.rendering.templates import text


class VerifyAnswer(AssumedAnswer, frozen=True, kw_only=True):
    """The verdict on moves.

    Attributes
    ----------
    grid
        The grid, if there are several.
    legal
        Whether every move is legal.
    solved
        Whether the moves solve the grid.
    length
        The number of moves.
    optimal_length
        Moves of a shortest solution; None if not proven.
    status
        The proof status.
    lower_bound
        The proven lower bound on any solution's moves.
    rank
        The solo rank of the moves, if they solve the grid.
    """

    grid: Notation[Grid] | None = None
    legal: bool
    solved: bool
    length: Count
    optimal_length: Count | None
    status: Status
    lower_bound: Count
    rank: str | None = None


@options.command("verify")
@grid_argument
@click.argument("moves", metavar="[MOVES]", required=False)
@options.rule_option()
@options.limit_options
@options.ranks_shorthand
def command(
    *, grid: GridSource, moves: str | None, rule: str | None, limits: Stop, box: Box
) -> int:
    r"""Replay moves, and check whether they are legal, solve the grid and are optimal.

    GRID is grid notation, a file, - for standard input, tile:N, or daily. MOVES are the spots of
    the moved booths, for example 15,3,7; saved solutions of solve --json include their moves, and
    several are verified in order. The exit code is 1 if a move is illegal or the moves do not solve
    the grid, and 2 for an invalid line, after the output for all grids before it. For a solved
    start grid, the solo rank is printed.

    The optimal length needs a search. After Ctrl-C, a limit, or ten seconds under --rule slide,
    it is null, and moves that solve the grid have exit code 3.

    \b
    Examples:
      chatuchak verify RY/YR/.G/GG 0,2,4
      chatuchak verify tile:1 "$(cat moves.txt)" --json
      chatuchak solve tile:1 --json | chatuchak verify -
    """
    several, games = grid.peek("" if moves is None else "MOVES")
    ranks = box.reasons("ranks")
    code, is_ranked = runner.ExitCode.DONE, False
    missing = "no moves to verify: expected MOVES such as 15,3,7, or a solution of solve --json"
    for start, spots, played_rule in played_games(games, moves, rule, missing):
        fault = ""
        try:
            solved = replay(start, spots, rule=played_rule)
        except IllegalMoveError as error:
            solved, fault = False, str(error)
        search = partial(solve, start, rule=played_rule)
        solution, found = runner.run_job(search, runner.limits_of(played_rule, limits))
        if not solved and found is not runner.ExitCode.INTERRUPTED:
            found = runner.ExitCode.NEGATIVE
        length = len(spots) if solved else None
        verdict = VerifyAnswer(
            grid=start if several else None,
            legal=not fault,
            solved=solved,
            length=len(spots),
            optimal_length=solution.length if solution.status is Status.OPTIMAL else None,
            status=solution.status,
            lower_bound=solution.lower_bound,
            rank=box.ranks.of_game(length, rule=solution.rule, board=start.board),
        )
        assumed = {**grid.assumed, **(ranks if verdict.rank else {})}
        report = partial(text, "verdict.txt", verdict=verdict, fault=fault, assumed=assumed)
        print_answer(verdict, report, assumed, is_last=False)
        is_ranked = is_ranked or verdict.rank is not None
        if found is not runner.ExitCode.DONE and code is not runner.ExitCode.NEGATIVE:
            code = found
        if found is runner.ExitCode.INTERRUPTED:
            return found
    print_assumed({**grid.assumed, **(ranks if is_ranked else {})})
    return code
