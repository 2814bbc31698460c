"""The ``score`` group: final scores of finished games, one module per game."""

from __future__ import annotations

import click

from chatuchak_cli.lazy import LazyGroup

__all__ = ["command"]


@click.group(
    cls=LazyGroup,
    package=__name__,
    summaries={
        "chatuchak": "Score the multiplayer game of Chatuchak.",
        "stand": "Score the stands of the market stand game.",
        "mercado": "Score a finished game of Mercado de Lisboa.",
        "river-market": "Say which title a solo game of River Market earns.",
    },
)
def command() -> None:
    """Score a finished game."""
