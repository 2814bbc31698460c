"""``rank``, ``difficulty`` and ``report``: grids by difficulty, reasons, and sets of tiles."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from chatuchak_cli.shared import options, output
from chatuchak_cli.shared.files import write_output, write_table
from chatuchak_cli.shared.grid_argument import GridSource, grid_argument
from chatuchak_solver.puzzle.colors import STANDARD_COUNTS
from chatuchak_solver.rendering import templates
from chatuchak_solver.rendering.plots import RankingBar, plot_format, ranking_plot

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


def measuring_options(
    *more: Callable[[Any], Any], min_games: int = 1
) -> Callable[[options.Command], options.Command]:
    """Give a command the options of a `Measuring`, as its parameter ``measuring``."""

    def create(**given: Any) -> "Measuring":
        from chatuchak_cli.shared.ranking import Measuring

        return Measuring(box=options.box_of(click.get_current_context()), **given)

    games = click.option(
        "--games", type=click.IntRange(min=min_games), default=200,
        help="Games of the simulated player for each grid.",
    )  # fmt: skip
    seed = click.option("--seed", type=int, default=1, help="Seed of the simulated player.")
    group = options.option_group("measuring", create, seed, games, options.formula_option, *more)
    return lambda command: group(options.ranks_shorthand(options.add_box_option(command)))


@options.command("rank", box=False)
@options.tiles_argument
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@options.output_option("--plot", help="Write a plot: .svg or .png.")
@options.table_option
@measuring_options(options.threads_option, options.scheduler_option)
def command(
    *, files: tuple[Path, ...], as_csv: bool, plot: Path | None, table: Path | None,
    measuring: "Measuring",
) -> int:  # fmt: skip
    r"""Rank start tiles, or your own grids, from the easiest to the hardest.

    TILES is a file of grids, one per line, - for standard input, or photos of tiles (see `read`),
    which are read in reading order. The default is the tiles of the box.

    The difficulty is a weighted sum of features: the moves of a simulated player, the proven
    optimum, the moves that the colors alone do not show, misleading moves, and the number of
    shortest solutions. Random start grids have 50 on average. The percentile is the share of random
    start grids that are easier; the expected rank is that of the player's median game. Ctrl-C
    prints the ranking of the grids measured so far.

    \b
    Examples:
      chatuchak rank
      chatuchak rank my-tiles.txt --plot ranking.svg
      chatuchak generate -n 3 --seed 1 | chatuchak rank -
      chatuchak rank front.jpg back.jpg
      chatuchak rank --csv > ranking.csv
      chatuchak rank my-tiles.txt --formula formula.json
    """
    from chatuchak_cli.shared.ranking import tiles_of, write_plot
    from chatuchak_solver.adapters.tables import ranking_table
    from chatuchak_solver.analysis.difficulty import MEANINGS

    options.reject_with("json", "as_csv")
    if plot is not None:
        plot_format(plot.name)
    given, assumed = tiles_of(files, measuring.box)
    ranked, code = measuring.rank(given.grids)
    reasons = measuring.reasons(ranked, assumed)
    if as_csv:
        click.echo(ranking_table(ranked).to_csv(), nl=False)
        output.print_assumed(reasons, err=True)
    else:
        table_text = partial(templates.report, "ranking.txt", tiles=ranked, assumed=reasons)
        measuring.show(ranked.to_dict(), table_text, reasons)
    write_table(table, lambda: ranking_table(ranked))
    bars = [
        RankingBar(
            f"tile {tile.tile}", tile.difficulty, f"optimum {tile.optimal_length}",
            {MEANINGS[name]: points for name, points in tile.reasons().items()},
        )
        for tile in ranked
        if tile.difficulty is not None
    ]  # fmt: skip
    write_plot(plot, partial(ranking_plot, bars))
    return code


@options.command("difficulty", box=False)
@grid_argument
@measuring_options()
def difficulty(*, grid: GridSource, measuring: "Measuring") -> int:
    r"""Show the difficulty of a grid and its reasons.

    The reasons are the terms of the difficulty formula, in points above or below the average.
    GRID is grid notation, a file, - for standard input, tile:N, or daily.

    \b
    Examples:
      chatuchak difficulty tile:7
      chatuchak generate --seed 5 | chatuchak difficulty - --json
    """
    from chatuchak_solver.analysis.difficulty import MEANINGS
    from chatuchak_solver.analysis.ranking import Assessment

    ranked, code = measuring.rank([grid.only()])
    reasons = measuring.reasons(ranked, grid.assumed)
    for tile in ranked:
        details = partial(
            templates.text, "difficulty.txt", tile=tile, assumed=reasons, meanings=MEANINGS,
            counts=STANDARD_COUNTS,
        )  # fmt: skip
        measuring.show(Assessment.of(tile).to_dict(), details, reasons)
    return code


@options.command("report", box=False)
@options.tiles_argument
@options.html_option("-o", "--out", metavar="FILE.html", help="Write a page with pictures.")
@click.option("--near", type=click.IntRange(min=0), default=8, metavar="N",
              help="Maximum spots on which near-duplicates differ.")  # fmt: skip
@measuring_options(options.threads_option)
def report(*, files: tuple[Path, ...], out: Path | None, near: int, measuring: "Measuring") -> int:
    r"""Report on a set of tiles: spread, near-duplicates, first-move traps, places of booths.

    TILES is a file of grids of one board, one per line, - for standard input, or photos of tiles
    (see `read`). The default is the tiles of the box. Near-duplicates are found under all
    symmetries and permutations of colors. A trap is a first move that loses the optimum and looks
    better, color by color, than all optimal moves. The page is one self-contained file.

    \b
    Examples:
      chatuchak report
      chatuchak report my-tiles.txt -o report.html
      chatuchak report my-tiles.txt --json
    """
    from chatuchak_cli.shared.ranking import tiles_of
    from chatuchak_solver.analysis.comparison import report_on_tiles

    given, assumed = tiles_of(files, measuring.box)
    found, code = measuring.run(report_on_tiles, given.grids, "all was measured", near=near)
    reasons = measuring.reasons(found, assumed)
    notes = measuring.notes(reasons)
    title = output.counted(len(given), "tile")
    page = partial(templates.html_page, "tile_set.html", title=title, report=found, notes=notes)
    write_output(out, "report", page)
    if output.is_json() or out is None:
        lines = partial(templates.text, "tile_set.txt", report=found)
        measuring.show(found.to_dict(), lambda: lines().strip("\n"), reasons)
    return code
