"""``check``: the rules of start grids."""

from __future__ import annotations

import click

from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_rules import start_violations

__all__ = ["command"]


@click.command(name="check")
@grid_argument()
@json_option
def command(*, grid: Grid, as_json: bool) -> int:
    r"""Tell whether a grid is a start grid, and name every breach of the rules.

    A start grid has its empty spot in the upper left corner (rule "empty"); the corner's two
    neighbours differ (A); no two booths of a color touch (B); and no spot has three booths of one
    color around it (C). The exit code is 1 for a grid that breaks any of them.

    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak check tile:1
      chatuchak check .RYRGR/PBGPYB/RPRGPY/YBPRBR/RYGYGB --json
    """
    violations = start_violations(grid)
    if as_json:
        emit_json(
            {
                "valid": not violations,
                "violations": [violation.to_dict() for violation in violations],
            }
        )
    elif violations:
        for violation in violations:
            click.echo(f"{violation.rule}: {violation.message}")
    else:
        click.echo("A start grid: rules A, B and C hold.")
    return 1 if violations else 0
