"""``stand show``: stands as colored text or as an SVG file."""

from pathlib import Path

import click

from chatuchak_cli.shared.answers import ShownStand, StandsAnswer
from chatuchak_cli.shared.file_roles import document_argument, output_option
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import console, emit_json
from chatuchak_cli.shared.score_sheets import stands_of_document
from chatuchak_solver.errors import InputError
from chatuchak_solver.files import write_file
from chatuchak_solver.foreign import quoted
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import legend, stand_report
from chatuchak_solver.stand.groups import tally


@click.command(name="show")
@document_argument
@click.option("--player", metavar="NAME", help="Show this player's stand alone.")
@click.option("--layers", is_flag=True, help="Also show how many cards lie on each space.")
@output_option("--svg", metavar="OUT", writes=(".svg",), help="Write the picture to an SVG file.")
@json_option
def command(
    *, file: str, player: str | None, layers: bool, svg: Path | None, as_json: bool
) -> None:
    r"""Show stands as seen, and what each good in them would be worth.

    FILE is a stand file as `score stand` reads it, a request as `stand place` reads it, a saved
    game of `game market-stand`, or - for standard input.

    \b
    Examples:
      chatuchak stand show game.json
      chatuchak stand show game.json --player Ola --svg ola.svg
    """
    found = stands_of_document(*read_document(file))
    if player is not None:
        names = ", ".join(one.name for one in found)
        found = tuple(one for one in found if one.name == player)
        if not found:
            raise InputError(f"{file}: no stand of {quoted(player)}; there are: {names}")
    if svg is not None:
        panels = [StandPanel.of(one.name, one.picture, one.stand) for one in found]
        write_file(svg, stands_svg(panels))
    if as_json:
        emit_json(StandsAnswer(stands=[ShownStand(one, tally(one.picture)) for one in found]))
        return
    out = console()
    for one in found:
        out.print(stand_report(one.name, one.picture, one.stand, layers=layers))
    out.print(legend())
