"""``difficulty``: the difficulty of a grid and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@click.command(name="difficulty")
@grid_argument
@measuring_options()
@json_option
def command(*, grid: GridSource, measuring: Measuring, as_json: bool) -> int:
    r"""Show the difficulty of a grid and its reasons.

    The reasons are the terms of the difficulty formula, in points above or below the average.
    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak difficulty tile:7
      chatuchak generate --seed 5 | chatuchak difficulty - --json
    """
    from chatuchak_cli.analysis.rank import details
    from chatuchak_solver.analysis.ranking import Assessment

    ranked, code = measuring.rank([grid.only()])
    reasons = measuring.reasons(ranked, measuring.box.reasons(*grid.parts))
    for tile in ranked:
        if as_json:
            emit_json({**Assessment.of(tile).to_dict(), **measuring.document()}, reasons)
        else:
            click.echo("\n".join((details(tile, reasons), *measuring.notes(reasons))))
    return code
