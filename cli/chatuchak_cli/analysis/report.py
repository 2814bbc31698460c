"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.output import emit_json, tell

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring
    from chatuchak_solver.box import Box


@click.command(name="report")
@options.tiles_argument
@options.file_option("-o", "--out", metavar="FILE.html", help="Write a page with pictures.")
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Spots on which near-duplicates may differ.")  # fmt: skip
@measuring_options(options.ranks_option, options.threads_option)
@box_option
@options.json_option
def command(
    *, files: tuple[Path, ...], out: Path | None, near: int, measuring: Measuring, box: Box,
    as_json: bool,
) -> int:  # fmt: skip
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
    from chatuchak_cli.analysis.tile_set_report import tile_set_html, tile_set_text
    from chatuchak_cli.shared.ranking import assumption_fields, rank_reasons, tiles_of
    from chatuchak_solver.analysis.tile_set import report_on_tiles
    from chatuchak_solver.files import write_file

    measuring.use_box(box)
    given = tiles_of(files, box)
    report, code = measuring.run(report_on_tiles, given.grids, "all was measured", near=near)
    reasons = {"tiles": given.why_assumed, **rank_reasons(measuring.ranks, report.tiles)}
    notes = measuring.notes(reasons)
    if out is not None:
        write_file(out, tile_set_html(report, title=f"{len(given)} tiles", notes=notes))
        tell(f"report: {out}")
    if as_json:
        emit_json({**report.to_dict(), **measuring.document(), **assumption_fields(reasons)})
    elif out is None:
        click.echo("\n".join((tile_set_text(report), *notes)))
    return code
