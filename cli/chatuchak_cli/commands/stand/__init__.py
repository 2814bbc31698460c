"""The ``stand`` group: placements, plans and pictures of market stands, and decks."""

from __future__ import annotations

import click

from chatuchak_cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(
    cls=LazyGroup,
    package=__name__,
    summaries={
        "place": "Rank the next placements of the cards at hand.",
        "plan": "Find the best whole stand of given cards, with proof.",
        "show": "Show stands in colour, or as an SVG file.",
        "deck": "Show, generate or check a deck.",
    },
)
def command() -> None:
    """Find the best placements for a market stand; show stands and decks."""
