"""``verify``: replay a solution."""

from __future__ import annotations

import click

from chatuchak_cli.shared.assumed import assumptions
from chatuchak_cli.shared.exit_codes import ExitCode
from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import json_option, limit_options, rule_option
from chatuchak_cli.shared.output import counted, emit_json
from chatuchak_cli.shared.searches import SearchOptions, search_one
from chatuchak_solver.errors import IllegalMoveError
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.run import Stop
from chatuchak_solver.search.solo_ranks import load_solo_ranks
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
    limits: Stop,
    as_json: bool,
) -> int:
    r"""Replay moves and tell whether they are legal, solve the grid, and are as few as can be.

    GRID is grid notation, a file, - for standard input, tile:N, or daily. MOVES are the spots whose
    booths move to the empty spot, such as 15,3,7. The exit code is 1 where a move is illegal or
    the last grid is not solved. A solved start grid says the rank that the solo game gives.

    The optimal length takes a search; after Ctrl-C, or after a limit of yours, or after ten
    seconds under --rule slide, it is given as null, and moves that solve the grid exit 3 then.

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
    if rule == "slide" and limits == Stop():
        limits = Stop(time_s=10.0)  # a proof of this variant may take longer than anyone waits
    solution, code = search_one(grid, SearchOptions(rule=rule, limits=limits))
    ranks = load_solo_ranks()
    rank = ranks.of_game(len(spots) if solved else None, rule=solution.rule, board=grid.board)
    optimal = solution.length if solution.status is Status.OPTIMAL else None
    if as_json:
        emit_json(
            {
                "legal": not problem,
                "solved": solved,
                "length": len(spots),
                "optimal_length": optimal,
                **({"rank": rank, **assumptions(ranks.why_assumed)} if rank else {}),
            }
        )
    else:
        click.echo(problem or f"All {counted(len(spots), 'move')} are legal.")
        if not problem:
            click.echo(f"The last grid is {'solved' if solved else 'not solved'}.")
        if rank is not None:
            assumed = " (assumed)" if ranks.why_assumed else ""
            click.echo(f"Played solo, that earns the rank {rank}{assumed}.")
        if optimal is None:
            click.echo(f"The shortest length is not proven: at least {solution.lower_bound}.")
        else:
            click.echo(f"A shortest solution takes {counted(optimal, 'move')}.")
    return code if solved or code is ExitCode.INTERRUPTED else ExitCode.NEGATIVE
