"""``sheet``: start tiles to print and cut."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import emit_json, tell

if TYPE_CHECKING:
    from chatuchak_solver.rendering.sheet_pdf import Paper

__all__ = ["command"]

BACKS = ("number", "difficulty", "solution", "none")


@click.command(name="sheet")
@click.argument("tiles", metavar="[TILES]", type=click.Path(path_type=Path), required=False)
@click.option("-o", "--out", type=click.Path(path_type=Path), required=True, metavar="FILE.pdf",
              help="The PDF.")  # fmt: skip
@click.option(
    "--paper", type=click.Choice(("A4", "Letter")), default="A4", show_default=True, help="Paper."
)
@click.option("--width", type=float, default=88.0, show_default=True, metavar="MM",
              help="Width of a cut tile.")  # fmt: skip
@click.option("--bleed", type=float, default=2.0, show_default=True, metavar="MM",
              help="How far the ground goes on beyond the cut.")  # fmt: skip
@click.option("--back", type=click.Choice(BACKS), default="number", show_default=True,
              help="What the backs say.")  # fmt: skip
@json_option
def command(
    *, tiles: Path | None, out: Path, paper: Paper, width: float, bleed: float, back: str,
    as_json: bool,
) -> int:  # fmt: skip
    r"""Put start tiles on sheets of paper, to print and cut.

    TILES is a file of grids, one a line, such as `generate --tile-set` makes; the 16 sample tiles
    where none is given. Tiles have their true size where the PDF is printed without scaling. Every
    other page has the backs, for printing on both sides along the long edge; they can tell the
    difficulty and the optimum, or a whole shortest solution.

    \b
    Examples:
      chatuchak sheet -o tiles.pdf
      chatuchak sheet my-tiles.txt -o tiles.pdf --paper Letter --back difficulty
      chatuchak sheet my-tiles.txt -o tiles.pdf --width 60 --bleed 3 --back solution
    """
    from chatuchak_cli.render.sheet_backs import backs_of
    from chatuchak_cli.shared.files import write_file
    from chatuchak_solver.puzzle.start_tiles import load_start_tiles
    from chatuchak_solver.rendering.sheet_pdf import Sheet, SheetTile, sheet_pdf

    start_tiles = load_start_tiles(tiles)
    note = "Sample tiles, not those of the published game" if start_tiles.why_assumed else ""
    sheet = Sheet(paper=paper, width=width, bleed=bleed, backs=back != "none", note=note)
    sheet_pdf([SheetTile(start_tiles.grids[0])], sheet)  # what is wrong is told before any work
    lines, code = backs_of(start_tiles.grids, back)
    pages = sheet_pdf(
        [
            SheetTile(grid, str(number), line)
            for number, (grid, line) in enumerate(zip(start_tiles.grids, lines, strict=True), 1)
        ],
        sheet,
    )
    write_file(out, pages)
    if as_json:
        emit_json({"file": str(out), "tiles": len(start_tiles), "bytes": len(pages)})
    else:
        tell(f"{len(start_tiles)} tiles: {out}")
    return code
