"""``stand show`` and ``deck``: stands as colored text or SVG, and decks."""

from functools import partial
from pathlib import Path

import click
from rich.console import Group

from chatuchak_cli.shared import files, options, output, pictures
from chatuchak_generators.decks import MAX_CARDS, DeckKind, composition, generate_deck
from chatuchak_solver.box import AssumedAnswer, Box, deck_reasons
from chatuchak_solver.codec import Answer, Count
from chatuchak_solver.errors import InputError
from chatuchak_solver.io.untrusted import quote
from chatuchak_solver.rendering.stand_svg import StandPanel, stands_svg
from chatuchak_solver.rendering.stand_text import legend, stand_report
from chatuchak_solver.rendering.templates import text
from chatuchak_solver.stand.deck import GAME_CARDS, Deck
from chatuchak_solver.stand.groups import tally
from chatuchak_solver.stand.placement import PlacementAnswer
from chatuchak_solver.stand.space import KIND_NAMES


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


@options.command("show")
@options.document_argument
@click.option("--player", metavar="NAME", help="Show only this player's stand.")
@click.option("--layers", is_flag=True, help="Also show the number of cards on each space.")
@options.svg_option(metavar="OUT", help="Write the picture to an SVG file.")
def show(*, file: str, player: str | None, layers: bool, svg: Path | None, box: Box) -> None:
    r"""Show stands, and the value of each good.

    FILE is a stand file as read by `score stand`, a request as read by `stand place`, a saved game
    of `game market-stand`, or - for standard input.

    \b
    Examples:
      chatuchak stand show game.json
      chatuchak stand show game.json --player Ola --svg ola.svg
    """
    from chatuchak_cli.shared.shown_stands import stands_of_document  # imports a game

    options.reject_with("json", "layers")
    found, deck = stands_of_document(files.read_document(file), box.deck)
    if player is not None:
        names = ", ".join(stand.name for stand in found)
        found = tuple(stand for stand in found if stand.name == player)
        if not found:
            raise InputError(f"{file}: invalid player {quote(player)}: expected one of {names}")
    assumed = deck_reasons(deck)
    panels = [StandPanel.of(stand.name, stand.picture, stand.stand) for stand in found]
    pictures.save_picture(svg, lambda: stands_svg(panels), assumed)
    parts = [stand_report(stand.name, stand.picture, stand.stand, layers=layers) for stand in found]
    stands = tuple(
        StandAnswer.of(
            tally(player_stand.picture), name=player_stand.name,
            visible=player_stand.picture.text_rows(),
            placements=player_stand.stand and player_stand.stand.to_list(),
            notation=player_stand.stand and str(player_stand.stand),
        )
        for player_stand in found
    )  # fmt: skip
    output.print_answer(StandsAnswer(stands), lambda: Group(*parts, legend()), assumed=assumed)


@options.command("deck")
@options.optional_document_argument
@click.option("--seed", type=click.IntRange(min=0), help="Generate a deck of this seed.")
@click.option("--kind", type=click.Choice([kind.value for kind in DeckKind]),
              default=DeckKind.INDEPENDENT.value,
              help="Whether neighboring spaces of generated cards tend to be equal.")  # fmt: skip
@click.option("--cards", type=click.IntRange(1, MAX_CARDS), default=40,
              help="Number of generated cards.")  # fmt: skip
def deck(*, file: str | None, seed: int | None, kind: str, cards: int, box: Box) -> None:
    r"""Show a deck: a deck FILE, a generated deck, or the deck of the box.

    With --json the deck is printed as a deck file. The published cards are not known, so the
    shipped deck and generated decks are assumed.

    \b
    Examples:
      chatuchak stand deck
      chatuchak stand deck --seed 7 --kind clustered --json > deck.json
      chatuchak stand deck deck.json
    """
    options.reject_with("file", "seed")
    options.require("--seed", seed is not None, "kind", "cards")
    if file is not None:
        deck = files.read_document(file).load(Deck.from_dict)
    elif seed is not None:
        deck = generate_deck(seed, kind=DeckKind(kind), cards=cards)
    else:
        deck = box.deck
    report = partial(
        text, "deck.txt", deck=deck, counts=composition(deck.cards), kinds=KIND_NAMES,
        size=GAME_CARDS,
    )  # fmt: skip
    output.print_answer(deck.to_dict(), report, deck_reasons(deck))
