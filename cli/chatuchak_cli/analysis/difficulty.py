"""``difficulty``: the difficulty of a grid and its reasons."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, emit_json

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@click.command(name="difficulty")
@grid_argument(many=True)
@measuring_options()
@json_option
def command(*, grid: GridSource, measuring: Measuring, as_json: bool) -> int:
    r"""Tell how hard a grid is, and why.

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
            answer = Assessment.of(tile).to_dict()
            emit_json({**answer, **measuring.document(), **assumed_fields(reasons)})
        else:
            words = details(tile, ranks_assumed="ranks" in reasons)
            click.echo("\n".join((words, *measuring.notes(reasons))))
    return code
