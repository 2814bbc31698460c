"""A playtest as one HTML file: plots, tiles and players."""

from __future__ import annotations

from html import escape

from chatuchak_cli.analysis.html_page import grid_picture, paragraphs, report_page
from chatuchak_cli.analysis.playtest_text import interval, remarks
from chatuchak_solver.analysis.playtest.report import MeasuredTile, Playtest
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.puzzle.start_tiles import StartTiles
from chatuchak_solver.rendering.interval_svg import Measured, interval_svg, scatter_svg


def playtest_html(report: Playtest, tiles: StartTiles | None = None) -> str:
    """Return an HTML document that tells all that a playtest says.

    Parameters
    ----------
    tiles
        The set whose numbers name the tiles; otherwise they are numbered as measured.
    """
    names = _names(report, tiles)
    measured = [
        Measured(names[tile.grid], tile.difficulty, tile.low, tile.high, tile.predicted)
        for tile in report.tiles
    ]
    players = [Measured(one.player, one.skill, one.low, one.high) for one in report.players]
    parts = (
        paragraphs(list(remarks(report)), note=True),
        "<h2>How hard the tiles are</h2>",
        interval_svg(measured, title="Measured difficulty", axis="moves of an average player, 95%"),
        "<h2>Predicted and measured</h2>",
        scatter_svg(measured, title="Predicted and measured difficulty",
                    across=f"difficulty by {report.formula.name}", up="moves measured"),
        "<h2>How good the players are</h2>",
        interval_svg(players, title="Skill", axis="% fewer moves than the average player, 95%"),
        "<h2>The tiles, from the easiest as measured</h2>",
        '<ol class="cards">',
        *(_tile(tile, names[tile.grid]) for tile in report.tiles),
        "</ol>",
    )  # fmt: skip
    return report_page(f"Playtest: {len(report.games):,} games", "\n".join(parts))


def _names(report: Playtest, tiles: StartTiles | None) -> dict[Grid, str]:
    names = {tile.grid: f"no. {place}" for place, tile in enumerate(report.tiles, start=1)}
    if tiles is not None:
        for number, grid in enumerate(tiles.grids, start=1):
            names[grid] = f"tile {number}"
    return names


def _tile(tile: MeasuredTile, name: str) -> str:
    lines = [
        f"{tile.difficulty:.1f} moves ({interval(tile.low, tile.high)}), {tile.plays} games",
        "Predicted: " + ("not known" if tile.predicted is None else f"{tile.predicted:.1f}"),
    ]
    if tile.apart_from_next is False:
        lines.append("Not told apart from the next harder tile.")
    return (
        f"<li>\n<h3>{escape(name.capitalize())}</h3>\n"
        f"{grid_picture(tile.grid, name)}\n{paragraphs(lines)}\n</li>"
    )
