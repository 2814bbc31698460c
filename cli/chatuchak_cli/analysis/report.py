"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import tiles_shorthand
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.output import assumed_fields, emit_json, tell

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver.analysis.ranking import RankedTile
    from chatuchak_solver.analysis.tile_set import FirstMoves, NearDuplicates, TileSetReport
    from chatuchak_solver.puzzle.colors import Color


@click.command(name="report")
@options.tiles_argument
@tiles_shorthand
@output_option(
    "-o", "--out", metavar="FILE.html", writes=(".html", ".htm"), help="Write a page with pictures."
)
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Spots on which near-duplicates may differ.")  # fmt: skip
@measuring_options(options.threads_option)
@options.json_option
def command(
    *, files: tuple[Path, ...], out: Path | None, near: int, measuring: Measuring, as_json: bool
) -> int:
    r"""Report on a set of tiles: spread, near-duplicates, first-move traps, places of booths.

    TILES is a file of grids of one board, one a line, - for standard input, or photos of tiles (see
    `read`); the tiles of the box by default. Near-duplicates are looked for in every
    symmetry and renaming of colors. A trap is a first move that loses the optimum and looks better,
    color by color, than all that keep it. The page is one file with pictures; it loads nothing.

    \b
    Examples:
      chatuchak report
      chatuchak report my-tiles.txt -o report.html
      chatuchak report my-tiles.txt --json
    """
    from chatuchak_cli.shared.ranking import tiles_of
    from chatuchak_solver.analysis.tile_set import report_on_tiles
    from chatuchak_solver.io.files import write_file

    given, assumed = tiles_of(files, measuring.box)
    report, code = measuring.run(report_on_tiles, given.grids, "all was measured", near=near)
    reasons = measuring.reasons(report, assumed)
    notes = measuring.notes(reasons)
    if out is not None:
        write_file(out, tile_set_html(report, title=f"{len(given)} tiles", notes=notes))
        tell(f"report: {out}")
    if as_json:
        emit_json({**report.to_dict(), **measuring.document(), **assumed_fields(reasons)})
    elif out is None:
        click.echo("\n".join((tile_set_text(report), *notes)))
    return code


def tile_set_text(report: TileSetReport) -> str:
    """Return all that a report knows, but for the tiles themselves, as text for a terminal."""
    lines = [*spread_words(report), ""]
    if report.closest is not None:
        lines += [f"The most alike: {pair_words(report.closest)}."]
        lines += [f"Near-duplicates: {pair_words(pair)}." for pair in report.near_duplicates]
        lines.append("")
    lines += [f"Tile {moves.tile}: {first_moves_words(moves)}." for moves in report.first_moves]
    lines += ["", *_place_lines(report)]
    return "\n".join(lines)


def spread_words(report: TileSetReport) -> Iterator[str]:
    """Yield sentences on the distribution of the difficulties."""
    spread = report.spread
    if spread is None:
        yield f"{len(report.grids)} tiles; fewer than two difficulties are known."
        return
    gap = spread.widest_gap
    yield (
        f"{len(report.grids)} tiles, from difficulty {spread.easiest:.1f} to "
        f"{spread.hardest:.1f}, {spread.mean:.1f} on average, with a deviation of "
        f"{spread.deviation:.1f}."
    )
    yield f"The widest gap: {gap.points:.1f} points from tile {gap.below} to tile {gap.above}."
    lengths = ", ".join(f"{length} ({n}x)" for length, n in spread.lengths.items())
    yield f"Optimal lengths: {lengths}."


def pair_words(pair: NearDuplicates) -> str:
    """Describe the similarity of two tiles."""
    one, other = pair.tiles
    if not pair.differences:
        return f"tiles {one} and {other} are the same puzzle"
    spots = "1 spot" if pair.differences == 1 else f"{pair.differences} spots"
    return f"tiles {one} and {other} differ on {spots}"


def first_moves_words(moves: FirstMoves) -> str:
    """Describe the first moves, and moves that look best but are not."""
    kept = f"{len(moves.keep)} of {moves.legal} first moves keep the optimum"
    if not moves.traps:
        return f"{kept}, no trap"
    traps = ", ".join(f"{trap.move} (loses {trap.loses})" for trap in moves.traps)
    return f"{kept}; traps: {traps}"


def _place_lines(report: TileSetReport) -> Iterator[str]:
    """Yield, for each color, the spots that have it most and least often."""
    for color, counts in report.places.items():
        most, least = max(counts), min(counts)
        often = ", ".join(str(spot) for spot, count in enumerate(counts) if count == most)
        yield (
            f"{color.label.capitalize()} stands most often ({most}x) on {often}; "
            f"at least {least}x on every spot."
        )


def tile_set_html(
    report: TileSetReport, *, title: str = "A set of tiles", notes: tuple[str, ...] = ()
) -> str:
    """Return an HTML document that tells all that a report knows, with a picture of each tile.

    It loads nothing and works from a file, on phones too.

    Parameters
    ----------
    title
        The heading.
    notes
        What stands above everything, for example what is assumed.
    """
    from chatuchak_cli.analysis.html_page import paragraphs, report_page
    from chatuchak_solver.rendering.resources import fill_template, resource

    first_moves = {moves.tile: moves for moves in report.first_moves}
    tiles = (_tile(tile, first_moves.get(tile.tile)) for tile in report.ranking)
    pairs = "\n".join(_pair(report, pair) for pair in report.near_duplicates)
    closest = "" if report.closest is None else f"The most alike: {pair_words(report.closest)}."
    body = fill_template(
        "tile_set.html",
        notes=paragraphs(notes, note=True),
        summary=paragraphs(list(spread_words(report))),
        tiles="\n".join(tiles),
        closest=escape(closest),
        pairs=f'<ul class="cards">\n{pairs}\n</ul>' if pairs else "<p>No near-duplicates.</p>",
        places="\n".join(_places(report)),
    )
    return report_page(title, body, style=resource("tile_set.css"))


def _tile(tile: RankedTile, first_moves: FirstMoves | None) -> str:
    from chatuchak_cli.analysis.html_page import grid_picture, paragraphs
    from chatuchak_cli.analysis.rank import percentile_words

    value = tile.difficulty
    known = "not known" if value is None else f"{value:.1f}"
    width = 0.0 if value is None else min(max(value, 0.0), 100.0)
    lines = [f"Difficulty {known}, optimum {tile.optimal_length}"]
    if tile.percentile is not None:
        lines.append(percentile_words(tile.percentile))
    if first_moves is not None:
        lines.append(first_moves_words(first_moves))
    return (
        f"<li>\n<h3>Tile {tile.tile}</h3>\n{grid_picture(tile.grid, f'Tile {tile.tile}')}\n"
        f'<div class="bar"><span style="width:{width:.1f}%"></span></div>\n'
        f"{paragraphs(lines)}\n</li>"
    )


def _pair(report: TileSetReport, pair: NearDuplicates) -> str:
    from chatuchak_cli.analysis.html_page import grid_picture

    pictures = "\n".join(
        grid_picture(report.grids[number - 1], f"Tile {number}") for number in pair.tiles
    )
    words = escape(pair_words(pair))
    return f'<li>\n<div class="pair">\n{pictures}\n</div>\n<p>{words}</p>\n</li>'


def _places(report: TileSetReport) -> Iterator[str]:
    board = report.grids[0].board
    for color, counts in report.places.items():
        most = max(*counts, 1)
        rows = "\n".join(
            "<tr>"
            + "".join(
                _cell(color, counts[row * board.columns + column], most)
                for column in range(board.columns)
            )
            + "</tr>"
            for row in range(board.rows)
        )
        caption = f"<caption>{escape(color.label.capitalize())}</caption>"
        yield f"<table>{caption}\n<tbody>\n{rows}\n</tbody></table>"


def _cell(color: Color, count: int, most: int) -> str:
    """Return a count on a ground that is stronger the higher it is, and light enough to read."""
    from chatuchak_solver.rendering.booths import BOOTH_STYLES

    share = round(45 * count / most)
    ground = f"color-mix(in srgb, {BOOTH_STYLES[color].fill} {share}%, #fff)"
    return f'<td style="background:{ground}">{count}</td>'
