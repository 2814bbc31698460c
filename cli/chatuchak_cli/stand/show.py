"""``stand show``: stands as colored text or as an SVG file."""

from pathlib import Path

import click
from rich.console import Group

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import box_option, document_argument, json_option, output_option
from chatuchak_cli.shared.output import print_answer
from chatuchak_cli.shared.pictures import with_note
from chatuchak_cli.shared.shown_stands import stands_of_document
from chatuchak_solver.box import Box, deck_reasons
from chatuchak_solver.box_file import AssumedAnswer
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.files import write_file
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import legend, stand_report
from chatuchak_solver.stand.files import PlayerStand
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.placement import PlacementAnswer


class GoodAnswer(Answer, frozen=True):
    """The points of a good if it is announced.

    Attributes
    ----------
    sizes
        The sizes of its groups, descending.
    """

    sizes: tuple[Count, ...]
    points: Count


class StandAnswer(Answer, frozen=True):
    """A stand.

    Attributes
    ----------
    visible
        The visible stand, row by row.
    placements
        The placements in order; None if only the visible stand is known.
    notation
        The placements in one line, or None.
    goods
        The points of each good.
    """

    name: str
    visible: tuple[str, ...]
    placements: tuple[PlacementAnswer, ...] | None
    notation: str | None
    goods: dict[str, GoodAnswer]
    mice: Count


class StandsAnswer(AssumedAnswer, frozen=True):
    """Visible stands.

    Attributes
    ----------
    stands
        One entry per stand.
    """

    stands: tuple[StandAnswer, ...]


@click.command(name="show")
@document_argument
@click.option("--player", metavar="NAME", help="Show only this player's stand.")
@click.option("--layers", is_flag=True, help="Also show the number of cards on each space.")
@output_option("--svg", metavar="OUT", writes=(".svg",), help="Write the picture to an SVG file.")
@box_option
@json_option
def command(*, file: str, player: str | None, layers: bool, svg: Path | None, box: Box) -> None:
    r"""Show stands, and the value of each good.

    FILE is a stand file as read by `score stand`, a request as read by `stand place`, a saved game
    of `game market-stand`, or - for standard input.

    \b
    Examples:
      chatuchak stand show game.json
      chatuchak stand show game.json --player Ola --svg ola.svg
    """
    found, deck = stands_of_document(read_document(file), box.deck)
    if player is not None:
        names = ", ".join(stand.name for stand in found)
        found = tuple(stand for stand in found if stand.name == player)
        if not found:
            raise InputError(f"{file}: invalid player {quote(player)}: expected one of {names}")
    assumed = deck_reasons(deck)
    if svg is not None:
        panels = [StandPanel.of(stand.name, stand.picture, stand.stand) for stand in found]
        write_file(svg, with_note(stands_svg(panels), assumed))
    parts = [stand_report(stand.name, stand.picture, stand.stand, layers=layers) for stand in found]
    print_answer(
        StandsAnswer(tuple(map(_answer, found))), lambda: Group(*parts, legend()), assumed=assumed,
    )  # fmt: skip


def _answer(player: PlayerStand) -> StandAnswer:
    stand = player.stand
    return StandAnswer.of(
        tally(player.picture),
        name=player.name,
        visible=player.picture.text_rows(),
        placements=stand and stand.to_list(),
        notation=stand and str(stand),
    )
