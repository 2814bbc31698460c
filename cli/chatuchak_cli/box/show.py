"""``box show``: own and assumed parts."""

from pathlib import Path

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import output_option
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import print_answer, print_message
from chatuchak_cli.shared.pictures import with_note
from chatuchak_solver.box import PARTS, Box
from chatuchak_solver.box_file import box_answer
from chatuchak_solver.io.files import write_file


@click.command(name="show")
@box_option
@output_option("--svg", help="Draw the tiles to FILE.")
@json_option
def command(*, box: Box, svg: Path | None, as_json: bool) -> None:
    r"""List which parts of the box are your own and which are assumed, and why.

    \b
    Examples:
      chatuchak box show
      chatuchak box show --box box.json --svg tiles.svg
    """
    if svg is not None:
        from chatuchak_solver.rendering.gallery_svg import gallery_svg

        drawing = gallery_svg(box.tiles.grids, numbers=False, title="Start tiles")
        write_file(svg, with_note(drawing, box.reasons("tiles")))
        print_message(f"picture: {svg}")
    reasons = box.reasons(*PARTS)
    lines = [f"box: {box.source or 'the assumed data'}"]
    lines += [
        f"{part:22}{f'assumed: {reasons[part]}' if part in reasons else 'your own'}"
        for part in PARTS
    ]
    print_answer(box_answer(box), lambda: "\n".join(lines), as_json=as_json)
