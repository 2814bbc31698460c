"""``render``: pictures of grids, moves and solutions, stands and markets."""

from pathlib import Path
from typing import Any

import click

from chatuchak_cli.shared import options
from chatuchak_cli.shared.box_option import box_option, tiles_shorthand
from chatuchak_cli.shared.file_roles import InputFile, output_option
from chatuchak_cli.shared.pictures import FORMATS, KINDS, PictureOptions, format_of
from chatuchak_solver.box import Box


@click.command(name="render")
@click.argument("source", metavar="SOURCE", type=InputFile(path_type=str))
@output_option(
    "-o", "--out", required=True, help="The picture, or a folder; - for standard output."
)
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), help="[default: as FILE ends, svg for -]"
)
@click.option("--kind", type=click.Choice(KINDS), help="[default: as format and moves call for]")
@click.option("--moves", metavar="MOVES", help="Moves from the grid on, such as 15,3,7.")
@click.option("--solve", "solving", is_flag=True, help="Draw a shortest solution.")
@options.rule_option
@click.option("--numbers", is_flag=True, help="Write the spots' numbers.")
@click.option("--groups", is_flag=True, help="Tie the booths of each group together.")
@click.option("--columns", type=int, default=5, show_default=True, help="Frames to a row.")
@click.option("--zoom", type=float, metavar="Z", help="Pixels per unit of PNG [2] and GIF [1].")
@options.title_option(help="The picture's name for screen readers.")
@tiles_shorthand
@box_option
@options.json_option
def command(
    *, source: str, out: Path, format_: str | None, moves: str | None, solving: bool, rule: str,
    box: Box, as_json: bool, **look: Any,
) -> int:  # fmt: skip
    r"""Draw a grid, moves, a whole solution, a stand, or a market.

    SOURCE is a GRID (grid notation, a file, - for standard input, tile:N, or daily), a solution
    that solve --json saved, a stand file, or a saved game of market-stand or mercado. The file's
    name tells the format: .svg, .png, .gif or .html. Kinds: grid (default without moves), arrows
    (moves drawn on the grid), strip (the grid after every move), animation (GIF, HTML, and SVG
    that plays by itself).

    Several grids go into one picture, numbered, or each into a file of its own where FILE is a
    folder. Letters and shapes tell colors apart without color, and pictures of grids need no
    fonts.

    \b
    Examples:
      chatuchak render tile:1 -o tile.svg --numbers
      chatuchak render tile:1 --solve -o solution.png
      chatuchak render tile:1 --solve -o solution.html
      chatuchak render tile:1 --moves 18,23 --kind arrows -o arrows.svg
      chatuchak render my-tiles.txt -o tiles.svg --columns 4
      chatuchak render game.json -o market.png
    """
    from chatuchak_cli.render.request import RenderRequest, draw_to

    is_folder = str(out) != "-" and out.is_dir()
    form = format_ or ("svg" if str(out) == "-" or is_folder else format_of(out))
    request = RenderRequest(source=source, box=box, moves=moves, solve=solving, rule=rule)
    drawn = PictureOptions(format=form, **look)
    return draw_to(out, request, drawn, into_folder=is_folder, as_json=as_json)
