"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import tiles_shorthand
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.output import emit_json, tell

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver.analysis.tile_set import FirstMoves, NearDuplicates, TileSetReport


@click.command(name="report")
@options.tiles_argument
@tiles_shorthand
@output_option(
    "-o", "--out", metavar="FILE.html", writes=(".html", ".htm"), help="Write a page with pictures."
)
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Maximum spots on which near-duplicates differ.")  # fmt: skip
@measuring_options(options.threads_option)
@options.json_option
def command(
    *, files: tuple[Path, ...], out: Path | None, near: int, measuring: Measuring, as_json: bool
) -> int:
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
        emit_json({**report.to_dict(), **measuring.document()}, reasons)
    elif out is None:
        click.echo("\n".join((tile_set_text(report), *notes)))
    return code


def tile_set_text(report: TileSetReport) -> str:
    """Return a report as text for a terminal."""
    lines = [*spread_words(report), ""]
    if report.closest is not None:
        lines += [f"The most alike: {pair_words(report.closest)}."]
        lines += [f"Near-duplicates: {pair_words(pair)}." for pair in report.near_duplicates]
        lines.append("")
    lines += [f"Tile {moves.tile}: {first_moves_words(moves)}." for moves in report.first_moves]
    lines.append("")
    for color, counts in report.places.items():
        most, least = max(counts), min(counts)
        often = ", ".join(str(spot) for spot, count in enumerate(counts) if count == most)
        lines.append(
            f"{color.label.capitalize()} stands most often ({most}x) on {often}; "
            f"at least {least}x on every spot."
        )
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
    first, second = pair.tiles
    if not pair.differences:
        return f"tiles {first} and {second} are the same puzzle"
    spots = "1 spot" if pair.differences == 1 else f"{pair.differences} spots"
    return f"tiles {first} and {second} differ on {spots}"


def first_moves_words(moves: FirstMoves) -> str:
    """Describe the first moves and the traps."""
    optimal = f"{len(moves.keep)} of {moves.legal} first moves keep the optimum"
    if not moves.traps:
        return f"{optimal}, no trap"
    traps = ", ".join(f"{trap.move} (loses {trap.loses})" for trap in moves.traps)
    return f"{optimal}; traps: {traps}"


def tile_set_html(
    report: TileSetReport, *, title: str = "A set of tiles", notes: tuple[str, ...] = ()
) -> str:
    """Return a report as a self-contained HTML document with a picture of each tile."""
    from chatuchak_cli.analysis.rank import percentile_words
    from chatuchak_solver.rendering.templates import html_page

    first_moves = {moves.tile: first_moves_words(moves) for moves in report.first_moves}
    tiles = []
    for tile in report.ranking:
        known = "not known" if tile.difficulty is None else f"{tile.difficulty:.1f}"
        lines = [f"Difficulty {known}, optimum {tile.optimal_length}"]
        if tile.percentile is not None:
            lines.append(percentile_words(tile.percentile))
        tiles.append((tile, [*lines, *filter(None, [first_moves.get(tile.tile)])]))
    return html_page(
        "tile_set.html", title=title, report=report, notes=notes, tiles=tiles,
        summary=list(spread_words(report)),
        closest="" if report.closest is None else f"The most alike: {pair_words(report.closest)}.",
        pairs=[(pair, pair_words(pair)) for pair in report.near_duplicates],
    )  # fmt: skip
