"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.measuring import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.output import emit_json, tell

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@click.command(name="report")
@options.tiles_argument
@output_option(
    "-o", "--out", metavar="FILE.html", writes=(".html", ".htm"), help="Write a page with pictures."
)
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Spots on which near-duplicates may differ.")  # fmt: skip
@measuring_options(options.ranks_option, options.threads_option)
@options.json_option
def command(
    *, files: tuple[Path, ...], out: Path | None, near: int, measuring: Measuring, as_json: bool
) -> int:
    r"""Report on a set of tiles: spread, near-duplicates, first-move traps, places of booths.

    TILES is a file of grids of one board, one a line, - for standard input, or photos of tiles (see
    `read`); the 16 sample tiles where none is given. Near-duplicates are looked for in every
    symmetry and renaming of colors. A trap is a first move that loses the optimum and looks better,
    color by color, than all that keep it. The page is one file with pictures; it loads nothing.

    \b
    Examples:
      chatuchak report
      chatuchak report my-tiles.txt -o report.html
      chatuchak report my-tiles.txt --json
    """
    from chatuchak_cli.analysis.tile_set_report import tile_set_html, tile_set_text
    from chatuchak_cli.shared.output import assumptions
    from chatuchak_cli.shared.ranking import tiles_of
    from chatuchak_solver.analysis.tile_set import report_on_tiles
    from chatuchak_solver.files import write_file

    given = tiles_of(files)
    report, code = measuring.run(report_on_tiles, given.grids, "all was measured", near=near)
    notes = measuring.notes(given.why_assumed)
    if out is not None:
        write_file(out, tile_set_html(report, title=f"{len(given)} tiles", notes=notes))
        tell(f"report: {out}")
    if as_json:
        why = assumptions(given.why_assumed, measuring.ranks.why_assumed)
        emit_json({**report.to_dict(), **measuring.document(), **why})
    elif out is None:
        click.echo("\n".join((tile_set_text(report), *notes)))
    return code
