"""``review``: what each move of a game lost."""

import itertools
from dataclasses import replace
from pathlib import Path

import click

from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option, kept_rule_option, time_option
from chatuchak_cli.shared.runner import ExitCode
from chatuchak_solver.errors import InputError
from chatuchak_solver.puzzle.notation import parse_moves
from chatuchak_solver.run import Stop


@click.command(name="review")
@grid_argument(many=True)
@click.argument("moves", metavar="[MOVES]", required=False)
@kept_rule_option
@time_option
@output_option("--html", writes=(".html", ".htm"), help="Write a page to click through the game.")
@output_option("--svg", writes=(".svg",), help="Write the curve of what was left.")
@json_option
def command(
    *, grid: GridSource, moves: str | None, rule: str | None, limits: Stop, html: Path | None,
    svg: Path | None, as_json: bool,
) -> int:  # fmt: skip
    r"""Tell what each move of a game lost, and which moves would have lost nothing.

    GRID is grid notation, a file, - for standard input, tile:N, daily, or a link of the page.
    MOVES are the spots whose booths moved to the empty spot, such as 15,3,7; games that play
    saved, solutions of solve --json and links have their own. A file may hold several games, one a
    line: then each is told in short, and in the end what they have in common.

    Under --rule slide the answer rests on what ten seconds prove, or --time-limit, for each game:
    what is not proven is told as bounds, with exit code 3.

    \b
    Examples:
      chatuchak review RY/YR/.G/GG 0,4,2,0,4
      chatuchak review tile:1 6,7,19,20 --json
      chatuchak solve tile:1 --json | chatuchak review - --html review.html
    """
    from chatuchak_cli.analysis.reviewing import Reviewing

    games = grid.solutions()
    first, *more = itertools.islice(games, 2)
    if more and (moves is not None or html or svg):
        name = "MOVES are" if moves is not None else "--html and --svg are"
        raise InputError(f"{grid.label} holds several games; {name} for one")
    if moves is not None:
        first = replace(first, moves=parse_moves(moves, board=first.grid.board))
    reviewing = Reviewing(rule, limits, as_json=as_json, why_assumed=grid.why_assumed)
    for game in itertools.chain((first, *more), games):
        done = reviewing.tell(game, is_only=not more)
        if done is not None and not more:
            reviewing.draw(done, html=html, svg=svg)
        if reviewing.code is ExitCode.INTERRUPTED:
            break
    reviewing.tell_together()
    return reviewing.code
