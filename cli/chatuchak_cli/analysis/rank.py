"""``rank``: grids in the order of their difficulty."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import table_option, write_table
from chatuchak_cli.shared.output import assumptions, console, emit_json

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@click.command(name="rank")
@options.tiles_argument
@options.tiles_option("The same as TILES.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@output_option("--plot", help="Draw it: .svg or .png.")
@table_option
@measuring_options(options.ranks_option, options.threads_option, options.scheduler_option)
@options.json_option
def command(
    *, files: tuple[Path, ...], tiles: Path | None, as_csv: bool, plot: Path | None,
    table: Path | None, measuring: Measuring, as_json: bool,
) -> int:  # fmt: skip
    r"""Rank start tiles, or your own grids, from the easiest to the hardest.

    TILES is a file of any number of grids, one a line, or - for standard input; the 16 sample tiles
    where none is given. Photos do as well (see `read`): their tiles are read, in reading order.

    The difficulty weighs measured features: the moves of a simulated player, the proven optimum,
    what a look at single colors hides, misleading moves, and the number of shortest solutions;
    random start grids have 50 on average. The percentile is the share of random start grids that
    are easier; the expected rank is the one that the player's median game earns. Ctrl-C ends with
    the ranking of what is measured by then.

    \b
    Examples:
      chatuchak rank
      chatuchak rank my-tiles.txt --plot ranking.svg
      chatuchak generate -n 3 --seed 1 | chatuchak rank -
      chatuchak rank front.jpg back.jpg
      chatuchak rank --csv > ranking.csv
      chatuchak rank my-tiles.txt --formula formula.json
    """
    from chatuchak_cli.analysis.rank_report import ranking_picture, ranking_text
    from chatuchak_cli.shared.ranking import tiles_of, write_plot
    from chatuchak_solver.adapters.tables import ranking_table
    from chatuchak_solver.rendering.plots import plot_format

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    if plot is not None:  # a wrong ending is told before any work
        plot_format(plot.name)
    given, assumed = tiles_of(files or ((tiles,) if tiles else ())), measuring.ranks.why_assumed
    ranked, code = measuring.rank(given.grids)
    if as_json:
        why = assumptions(given.why_assumed, assumed)
        emit_json({**ranked.to_dict(), **measuring.document(), **why})
    elif as_csv:
        click.echo(ranking_table(ranked).to_csv(), nl=False)
    else:
        console().print(ranking_text(ranked, ranks_assumed=assumed is not None))
        for words in measuring.notes(given.why_assumed):
            click.echo(words)
    write_table(table, lambda: ranking_table(ranked))
    write_plot(plot, lambda file_format: ranking_picture(ranked, file_format))
    return code
