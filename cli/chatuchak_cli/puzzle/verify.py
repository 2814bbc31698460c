"""``verify``: replay a solution."""

import itertools

import click

from chatuchak_cli.puzzle.verifying import Verdict, judge
from chatuchak_cli.shared.box_option import box_option, ranks_shorthand
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option, kept_rule_option, limit_options
from chatuchak_cli.shared.output import print_assumed
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_solver.box import Box
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.puzzle.saved_grids import SavedGame


@click.command(name="verify")
@grid_argument(many=True)
@click.argument("moves", metavar="[MOVES]", required=False)
@kept_rule_option
@limit_options
@ranks_shorthand
@box_option
@json_option
def command(
    *, grid: GridSource, moves: str | None, rule: str | None, limits: Stop, box: Box,
    as_json: bool,
) -> int:  # fmt: skip
    r"""Replay moves and tell whether they are legal, solve the grid, and are as few as can be.

    GRID is grid notation, a file, - for standard input, tile:N, or daily. MOVES are the spots whose
    booths move to the empty spot, for example 15,3,7; solutions that solve --json saved have their
    own. The exit code is 1 if a move is illegal or the last grid is not solved. A solved start
    grid says the rank that the solo game gives.

    The optimal length takes a search; after Ctrl-C, or after a limit of yours, or after ten
    seconds under --rule slide, it is given as null, and moves that solve the grid exit 3 then.

    \b
    Examples:
      chatuchak verify RY/YR/.G/GG 0,2,4
      chatuchak verify tile:1 "$(cat moves.txt)" --json
      chatuchak solve tile:1 --json | chatuchak verify -
    """

    def verdict_on(kept: SavedGame) -> Verdict:
        spots = kept.moves if moves is None else parse_moves(moves, board=kept.grid.board)
        if spots is None:
            raise InputError(
                "there are no moves to verify; expected MOVES such as 15,3,7, or a solution that "
                "solve --json saved"
            )
        return judge(
            kept.grid, spots, rule=rule or kept.rule or "jump", limits=limits, ranks=box.ranks
        )

    code, ranked = ExitCode.DONE, False
    solutions = grid.solutions()
    first, *more = itertools.islice(solutions, 2)
    if more and moves is not None:
        raise InputError(f"{grid.label} holds several grids; MOVES are for one")
    for kept in itertools.chain((first, *more), solutions):
        verdict = verdict_on(kept)
        if as_json:
            verdict.print_json(box, grid.parts, named=bool(more))
        else:
            if more:
                click.echo(f"{kept.grid}:")
            verdict.print_text()
            ranked = ranked or verdict.rank is not None
        if verdict.code is not ExitCode.DONE and code is not ExitCode.NEGATIVE:
            code = verdict.code
        if verdict.code is ExitCode.INTERRUPTED:
            return verdict.code
    if not as_json:
        print_assumed(box.reasons(*grid.parts, *(("ranks",) if ranked else ())))
    return code
