"""``stand show``: stands as colored text or as an SVG file."""

from pathlib import Path

import click

from chatuchak_cli.shared.box_option import box_option
from chatuchak_cli.shared.file_roles import document_argument, output_option
from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import json_option
from chatuchak_cli.shared.output import assumed_fields, console, emit_json, print_assumed
from chatuchak_cli.shared.pictures import with_note
from chatuchak_cli.shared.shown_stands import stands_of_document
from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import quoted
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import legend, stand_report
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.placement import PlacementAnswer
from chatuchak_solver.stand.score_file import PlayerStand


class ShownGood(Answer, frozen=True):
    """The points of a good if it is announced.

    Attributes
    ----------
    sizes
        The spaces of its groups, the biggest first.
    points
        The points.
    """

    sizes: tuple[Count, ...]
    points: Count


class ShownStand(Answer, frozen=True):
    """A stand.

    Attributes
    ----------
    visible
        The stand as seen, row by row.
    placements
        Its cards in the order laid; None if it is given as seen.
    notation
        The placements in one line, or None.
    goods
        The points of each good.
    """

    name: str
    visible: tuple[str, ...]
    placements: tuple[PlacementAnswer, ...] | None
    notation: str | None
    goods: dict[str, ShownGood]
    mice: Count


class StandsAnswer(AssumedAnswer, frozen=True):
    """Stands as seen.

    Attributes
    ----------
    stands
        One entry a stand.
    """

    stands: tuple[ShownStand, ...]


@click.command(name="show")
@document_argument
@click.option("--player", metavar="NAME", help="Show this player's stand alone.")
@click.option("--layers", is_flag=True, help="Also show how many cards lie on each space.")
@output_option("--svg", metavar="OUT", writes=(".svg",), help="Write the picture to an SVG file.")
@box_option
@json_option
def command(
    *, file: str, player: str | None, layers: bool, svg: Path | None, box: Box, as_json: bool
) -> None:
    r"""Show stands as seen, and what each good in them would be worth.

    FILE is a stand file as `score stand` reads it, a request as `stand place` reads it, a saved
    game of `game market-stand`, or - for standard input.

    \b
    Examples:
      chatuchak stand show game.json
      chatuchak stand show game.json --player Ola --svg ola.svg
    """
    document, directory = read_document(file)
    found, deck = stands_of_document(document, directory, box.deck)
    if player is not None:
        names = ", ".join(stand.name for stand in found)
        found = tuple(stand for stand in found if stand.name == player)
        if not found:
            raise InputError(f"{file}: no stand of {quoted(player)}; there are: {names}")
    assumed = deck_reasons(deck)
    if svg is not None:
        panels = [StandPanel.of(stand.name, stand.picture, stand.stand) for stand in found]
        write_file(svg, with_note(stands_svg(panels), assumed))
    if as_json:
        emit_json(StandsAnswer(tuple(map(_shown, found)), **assumed_fields(assumed)))
        return
    out = console()
    for stand in found:
        out.print(stand_report(stand.name, stand.picture, stand.stand, layers=layers))
    out.print(legend())
    print_assumed(assumed)


def _shown(player: PlayerStand) -> ShownStand:
    """Return the answer's entry of a stand."""
    laid = player.stand
    return ShownStand.of(
        tally(player.picture),
        name=player.name,
        visible=player.picture.text_rows(),
        placements=laid and laid.to_list(),
        notation=laid and str(laid),
    )
