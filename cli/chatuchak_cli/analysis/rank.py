"""``rank``: grids in the order of their difficulty."""

from __future__ import annotations

from pathlib import Path

import click

from chatuchak_cli.shared.files import table_option, write_table
from chatuchak_cli.shared.options import (
    formula_document,
    formula_of,
    formula_option,
    json_option,
    player_options,
    ranks_option,
    tiles_option,
    workers_option,
)
from chatuchak_cli.shared.output import assumptions, console, emit_json
from chatuchak_cli.shared.runner import scheduler_option


@click.command(name="rank")
@click.argument("files", metavar="[TILES]...", type=click.Path(path_type=Path), nargs=-1)
@tiles_option("The same as TILES.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@click.option("--plot", metavar="FILE", type=click.Path(path_type=Path),
              help="Draw it: .svg or .png.")  # fmt: skip
@table_option
@player_options()
@formula_option
@ranks_option
@workers_option("Threads [all cores].")
@scheduler_option
@json_option
def command(
    *, files: tuple[Path, ...], tiles: Path | None, as_csv: bool, plot: Path | None,
    table: Path | None, seed: int, games: int, formula: Path | None, ranks: Path | None,
    workers: int | None, scheduler: str | None, as_json: bool,
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
    from chatuchak_cli.analysis.rank_report import notes_on, ranking_picture, ranking_text
    from chatuchak_cli.shared.ranking import RankOptions, rank_and_tell, tiles_of, write_plot
    from chatuchak_solver.adapters.tables import ranking_table
    from chatuchak_solver.search.solo_ranks import load_solo_ranks

    if as_json and as_csv:
        raise click.UsageError("--json and --csv exclude each other")
    options = RankOptions(seed=seed, games=games, formula=formula_of(formula), workers=workers,
                          scheduler=scheduler)  # fmt: skip
    given, solo_ranks = tiles_of(files or ((tiles,) if tiles else ())), load_solo_ranks(ranks)
    ranked, code = rank_and_tell(given.grids, solo_ranks, options, plot=plot)
    if as_json:
        why = assumptions(given.why_assumed, solo_ranks.why_assumed)
        emit_json({**ranked.to_dict(), **formula_document(options.formula), **why})
    elif as_csv:
        click.echo(ranking_table(ranked).to_csv(), nl=False)
    else:
        console().print(ranking_text(ranked, ranks_assumed=solo_ranks.why_assumed is not None))
        for words in notes_on(options.formula, given.why_assumed):
            click.echo(words)
    write_table(table, lambda: ranking_table(ranked))
    write_plot(plot, lambda file_format: ranking_picture(ranked, file_format))
    return code
