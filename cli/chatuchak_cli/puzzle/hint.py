"""``hint``: the next move of a shortest solution."""

from __future__ import annotations

import click

from chatuchak_cli.puzzle.solution_report import proof_words
from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import json_option, limit_options, rule_option
from chatuchak_cli.shared.output import counted, emit_json
from chatuchak_cli.shared.searches import SearchOptions, search_one
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.rendering.steps import step_words
from chatuchak_solver.run import Stop
from chatuchak_solver.search.hint import Hint

__all__ = ["command"]


@click.command(name="hint")
@grid_argument()
@rule_option
@limit_options
@json_option
def command(*, grid: Grid, rule: str, limits: Stop, as_json: bool) -> int:
    r"""Show one move that keeps the optimum, and how many moves remain.

    The number of moves that remain includes the one that is shown, so it is 0 for a solved grid
    alone. After a limit or Ctrl-C the hint is not proven; the exit code is then 3 or 130.

    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak hint tile:3
      chatuchak hint RY/YR/.G/GG --json
    """
    solution, code = search_one(grid, SearchOptions(rule=rule, limits=limits))
    advice = Hint.of(solution)
    move = advice.move
    if as_json:
        emit_json(advice.to_dict())
    elif move is None:
        click.echo(f"No hint: {proof_words(solution)}.")
    else:
        click.echo(step_words(grid, move))
        verb = "remains" if advice.remaining == 1 else "remain"
        moves = counted(advice.remaining or 0, "move")
        proof = "proven optimal" if advice.is_proven else "not proven optimal"
        click.echo(f"{moves} {verb}, this one included; {proof}.")
    return code
