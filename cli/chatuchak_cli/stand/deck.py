"""``stand deck``: the shipped deck, a generated deck, or a deck file."""

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.options import box_option, json_option, optional_document_argument
from chatuchak_cli.shared.output import emit_json, is_json
from chatuchak_generators.decks import DeckKind, composition, generate_deck
from chatuchak_solver.box import Box
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
    if is_json():
        emit_json(deck.to_dict())
        return
    for card in deck:
        click.echo(f"{card.id}  {card.rows[0]:10}{card.rows[1]}".rstrip())
    counts = composition(deck.cards)
    found = ", ".join(f"{counts[letter]} {name}" for letter, name in KIND_NAMES.items())
    click.echo(f"{deck.name}: {len(deck)} cards; {found}; {counts['*']} mice")
    if len(deck) != GAME_CARDS:
        amount = f"{abs(len(deck) - GAME_CARDS)} {'more' if len(deck) > GAME_CARDS else 'fewer'}"
        click.echo(f"note: {amount} than the game's {GAME_CARDS} cards; stands can be planned")
    if deck.assumed:
        click.echo(f"assumed: {deck.why_assumed}")
