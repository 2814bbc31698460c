"""``stand deck``: the shipped deck, a generated deck, or a deck file."""

from functools import partial

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import box_option, json_option, optional_document_argument
from chatuchak_cli.shared.output import print_answer
from chatuchak_generators.decks import DeckKind, composition, generate_deck
from chatuchak_solver.box import Box
from chatuchak_solver.rendering.templates import text
from chatuchak_solver.stand.deck import GAME_CARDS, Deck
from chatuchak_solver.stand.space import KIND_NAMES


@click.command(name="deck")
@optional_document_argument
@click.option("--seed", type=click.IntRange(min=0), help="Generate a deck of this seed.")
@click.option("--kind", type=click.Choice([kind.value for kind in DeckKind]),
              default=DeckKind.INDEPENDENT.value, show_default=True,
              help="Whether neighboring spaces of generated cards tend to be equal.")  # fmt: skip
@click.option("--cards", type=click.IntRange(1, 1000), default=40, show_default=True,
              help="Number of generated cards.")  # fmt: skip
@box_option
@json_option
def command(*, file: str | None, seed: int | None, kind: str, cards: int, box: Box) -> None:
    r"""Show a deck: a deck FILE, a generated deck, or the deck of the box.

    With --json the deck is printed as a deck file. The published cards are not known, so the
    shipped deck and generated decks are assumed.

    \b
    Examples:
      chatuchak stand deck
      chatuchak stand deck --seed 7 --kind clustered --json > deck.json
      chatuchak stand deck deck.json
    """
    if file is not None and seed is not None:
        raise click.UsageError("FILE and --seed cannot be combined")
    if file is not None:
        deck = read_document(file).load(Deck.from_dict)
    elif seed is not None:
        deck = generate_deck(seed, kind=DeckKind(kind), cards=cards)
    else:
        deck = box.deck
    report = partial(
        text, "deck.txt", deck=deck, counts=composition(deck.cards), kinds=KIND_NAMES,
        size=GAME_CARDS,
    )  # fmt: skip
    print_answer(deck.to_dict(), report)
