"""``verify``: replay a solution."""

from __future__ import annotations

import click

from chatuchak_cli.puzzle.solution_report import counted
from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.interrupt import INTERRUPTED
from chatuchak_cli.shared.options import json_option, limit_options, rule_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_cli.shared.search_runner import SearchOptions, search_one
from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.search.solution import Status
from chatuchak_solver.search.verify import replay

__all__ = ["command"]


@click.command(name="verify")
@grid_argument()
@click.argument("moves")
@rule_option
@limit_options
@json_option
def command(
    *,
    grid: Grid,
    moves: str,
    rule: str,
    time_limit: float | None,
    node_limit: int | None,
    as_json: bool,
) -> int:
    r"""Replay moves and tell whether they are legal, solve the grid, and are as few as can be.

    GRID is grid notation, a file, - for standard input, or tile:N. MOVES are the spots whose
    booths move to the empty spot, such as 15,3,7. The exit code is 1 where a move is illegal or
    the last grid is not solved.

    The optimal length takes a search; after Ctrl-C, or after a limit of yours, or after ten
    seconds under --rule slide, it is given as null.

    \b
    Examples:
      chatuchak verify RY/YR/.G/GG 0,2,4
      chatuchak verify tile:1 "$(cat moves.txt)" --json
    """
    spots = parse_moves(moves, board=grid.board)
    problem = ""
    try:
        solved = replay(grid, spots, rule=rule)
    except IllegalMoveError as error:
        solved, problem = False, str(error)
    if rule == "slide" and time_limit is None and node_limit is None:
        time_limit = 10.0  # a proof of this variant may take longer than anyone waits
    options = SearchOptions(rule=rule, time_limit_s=time_limit, node_limit=node_limit)
    solution, code = search_one(grid, options)
    optimal = solution.length if solution.status is Status.OPTIMAL else None
    if as_json:
        emit_json(
            {
                "legal": not problem,
                "solved": solved,
                "length": len(spots),
                "optimal_length": optimal,
            }
        )
    else:
        click.echo(problem or f"All {counted(len(spots), 'move')} are legal.")
        if not problem:
            click.echo(f"The last grid is {'solved' if solved else 'not solved'}.")
        if optimal is None:
            click.echo(f"The shortest length is not proven: at least {solution.lower_bound}.")
        else:
            click.echo(f"A shortest solution takes {counted(optimal, 'move')}.")
    if code == INTERRUPTED:
        return code
    return 0 if solved else 1
