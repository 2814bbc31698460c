"""``report``: a set of tiles as a whole."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.analysis.rank import measuring_options
from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import write_output
from chatuchak_cli.shared.output import counted, is_json

if TYPE_CHECKING:
    from chatuchak_cli.shared.ranking import Measuring


@options.command("report", box=False)
@options.tiles_argument
@options.tiles_shorthand
@options.output_option(
    "-o", "--out", metavar="FILE.html", writes=(".html", ".htm"), help="Write a page with pictures."
)
@click.option("--near", type=click.IntRange(min=0), default=8, show_default=True, metavar="N",
              help="Maximum spots on which near-duplicates differ.")  # fmt: skip
@measuring_options(options.threads_option)
def command(*, files: tuple[Path, ...], out: Path | None, near: int, measuring: Measuring) -> int:
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
    from chatuchak_solver.rendering.templates import html_page, text

    given, assumed = tiles_of(files, measuring.box)
    report, code = measuring.run(report_on_tiles, given.grids, "all was measured", near=near)
    reasons = measuring.reasons(report, assumed)
    notes = measuring.notes(reasons)
    title = counted(len(given), "tile")
    page = partial(html_page, "tile_set.html", title=title, report=report, notes=notes)
    write_output(out, "report", page)
    if is_json() or out is None:
        lines = partial(text, "tile_set.txt", report=report)
        measuring.show(report.to_dict(), lambda: lines().strip("\n"), reasons)
    return code
