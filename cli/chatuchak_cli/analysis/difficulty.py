"""``difficulty``: how hard one grid is, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared.grid_argument import grid_argument
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json
from chatuchak_solver.puzzle.grid import Grid

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@click.command(name="difficulty")
@grid_argument()
@measuring_options()
@json_option
def command(*, grid: Grid, measuring: Measuring, as_json: bool) -> int:
    r"""Tell how hard a grid is, and why.

    The reasons are the terms of the difficulty formula, in points above or below the average.
    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak difficulty tile:7
      chatuchak generate --seed 5 | chatuchak difficulty - --json
    """
    from chatuchak_cli.analysis.rank_report import details
    from chatuchak_cli.shared.output import assumptions

    assumed = measuring.ranks.why_assumed
    ranked, code = measuring.rank([grid])
    for tile in ranked:
        if as_json:
            document = tile.to_dict()
            del document["position"], document["tile"]
            why = assumptions(assumed if tile.expected_rank else None)
            emit_json({**document, **measuring.document(), **why})
        else:
            words = details(tile, ranks_assumed=assumed is not None)
            click.echo("\n".join((words, *measuring.notes())))
    return code
