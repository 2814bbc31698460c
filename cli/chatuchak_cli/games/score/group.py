"""The ``score`` group: final scores of finished games, one module per game."""

from __future__ import annotations

import click

from chatuchak_cli.shared.lazy import LazyGroup

__all__ = ["command"]


@click.group(
    cls=LazyGroup,
    table={
        "chatuchak": (
            "chatuchak_cli.games.score.chatuchak",
            "Score the multiplayer game of Chatuchak.",
        ),
        "chatuchak-speed": (
            "chatuchak_cli.games.score.chatuchak_speed",
            "Say who won a speed game, and how far the others are.",
        ),
        "stand": ("chatuchak_cli.stand.score", "Score the stands of the market stand game."),
        "mercado": (
            "chatuchak_cli.games.score.mercado",
            "Score a finished game of Mercado de Lisboa.",
        ),
        "river-market": (
            "chatuchak_cli.games.score.river_market",
            "Say which title a solo game of River Market earns.",
        ),
    },
)
def command() -> None:
    """Score a finished game."""
