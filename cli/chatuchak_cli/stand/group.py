"""The ``stand`` group: placements, plans and pictures of market stands, and decks."""

import click

from chatuchak_cli.shared.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    table={
        "place": ("stand.place", "Rank the next placements of the cards at hand."),
        "plan": ("stand.plan", "Find the best whole stand of given cards, with proof."),
        "review": ("stand.review", "Tell what each card that was laid cost."),
        "verify": ("stand.verify", "Check the certificate of a plan's proof."),
        "show": ("stand.show", "Show stands in color, or as an SVG file."),
        "deck": ("stand.deck", "Show, generate or check a deck."),
    },
)
def command() -> None:
    """Find the best placements for a market stand; show stands and decks."""
