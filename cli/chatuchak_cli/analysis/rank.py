"""``rank``: grids by difficulty, as tables, CSV and plots."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import tiles_shorthand
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.files import table_option, write_table
from chatuchak_cli.shared.output import console, emit_json, print_assumed

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver.analysis.ranking import RankedTile
    from chatuchak_solver.box import Reasons
    from chatuchak_solver.rendering.plots import PlotFormat
    from chatuchak_solver.rendering.tables import Table

UNKNOWN: Final = "-"


@click.command(name="rank")
@options.tiles_argument
@tiles_shorthand
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV.")
@output_option("--plot", help="Write a plot: .svg or .png.")
@table_option
@measuring_options(options.threads_option, options.scheduler_option)
@options.json_option
def command(
    *, files: tuple[Path, ...], as_csv: bool, plot: Path | None, table: Path | None,
    measuring: Measuring, as_json: bool,
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
    from chatuchak_solver.rendering.plots import plot_format

    if as_json and as_csv:
        raise click.UsageError("--json and --csv cannot be combined")
    if plot is not None:
        plot_format(plot.name)
    given, assumed = tiles_of(files, measuring.box)
    ranked, code = measuring.rank(given.grids)
    reasons = measuring.reasons(ranked, assumed)
    if as_json:
        emit_json({**ranked.to_dict(), **measuring.document()}, reasons)
    elif as_csv:
        click.echo(ranking_table(ranked).to_csv(), nl=False)
        print_assumed(reasons, err=True)
    else:
        console().print(ranking_text(ranked, reasons))
        for line in measuring.notes(reasons):
            click.echo(line)
    write_table(table, lambda: ranking_table(ranked))
    write_plot(plot, lambda file_format: ranking_picture(ranked, file_format))
    return code


def ranking_text(tiles: Sequence[RankedTile], assumed: Reasons) -> Table:
    """Return the ranking as a table for a terminal."""
    from chatuchak_solver.rendering.tables import text_table

    expected = "?<expected rank (assumed)" if "ranks" in assumed else "?<expected rank"
    numbers = ("#", "tile", "optimum", "??solutions", "difficulty", "??percentile", "??player")
    table = text_table(*numbers, expected, "???|grid", ruled=True)
    for tile in tiles:
        features = tile.features
        table.add_row(
            UNKNOWN if tile.position is None else str(tile.position),
            str(tile.tile),
            str(tile.optimal_length),
            str(tile.limit_reached) if features is None else f"{features.optimal_solutions:,}",
            UNKNOWN if tile.difficulty is None else f"{tile.difficulty:.1f}",
            UNKNOWN if tile.percentile is None else f"{tile.percentile:.0f}",
            UNKNOWN if features is None else f"{features.player_moves:.1f}",
            tile.expected_rank or UNKNOWN,
            str(tile.grid),
        )
    return table


def ranking_picture(tiles: Sequence[RankedTile], file_format: PlotFormat) -> bytes:
    """Return the ranking as a plot, without tiles of unknown difficulty."""
    from chatuchak_solver.analysis.difficulty import MEANINGS
    from chatuchak_solver.rendering.plots import RankingBar, ranking_plot

    bars = [
        RankingBar(
            f"tile {tile.tile}",
            tile.difficulty,
            f"optimum {tile.optimal_length}",
            {MEANINGS[name]: points for name, points in tile.reasons().items()},
        )
        for tile in tiles
        if tile.difficulty is not None
    ]
    return ranking_plot(bars, file_format=file_format)


def percentile_words(percentile: float) -> str:
    """Return a percentile in words."""
    if percentile < 0.5:
        return "Easier than nearly all random start grids"
    if percentile >= 99.5:
        return "Harder than nearly all random start grids"
    return f"Harder than {percentile:.0f}% of random start grids"


def details(tile: RankedTile, assumed: Reasons) -> str:
    """Return the difficulty of a grid and its reasons as text."""
    from chatuchak_solver.analysis.difficulty import MEANINGS

    features = tile.features
    if features is None or tile.difficulty is None:
        return (
            f"Optimum {tile.optimal_length}; the difficulty is not known: {tile.limit_reached} "
            "would have to be counted."
        )
    own = tile.percentile is not None or tile.expected_rank is not None
    scale = "" if own else "on the scale of the game's own board and booths, where "
    lines = [f"Difficulty {tile.difficulty:.1f} ({scale}a random start grid has 50 on average)."]
    if tile.percentile is not None:
        lines.append(f"{percentile_words(tile.percentile)}.")
    if tile.expected_rank is not None:
        lines.append(
            f"The simulated player needs {features.player_median:g} moves in half of its games: "
            f"{tile.expected_rank}{' (assumed)' if 'ranks' in assumed else ''}."
        )
    lines.append("")
    for name, points in tile.reasons().items():
        value = getattr(features, name)
        shown = f"{value:.3g}" if isinstance(value, float) else f"{value:,}"
        lines.append(f"{points:+6.1f} points  {shown:>9}  {MEANINGS[name]}")
    verb = "keeps" if features.first_moves == 1 else "keep"
    lines.append(
        f"\n{features.positions:,} positions are on shortest solutions; of the first moves, "
        f"{features.first_moves} {verb} the optimum; a correct choice takes "
        f"{features.forced_bits:.2f} bits per move."
    )
    return "\n".join(lines)
