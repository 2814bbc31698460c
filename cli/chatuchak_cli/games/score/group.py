"""The ``score`` group: final scores of finished games, one module per game."""

from __future__ import annotations

from typing import Final

import click

from chatuchak_cli.shared.lazy import LazyGroup

HERE: Final = __name__.rpartition(".")[0]


@click.group(
    cls=LazyGroup,
    table={
        "chatuchak": (f"{HERE}.chatuchak", "Score the multiplayer game of Chatuchak."),
        "chatuchak-speed": (f"{HERE}.chatuchak_speed",
                            "Say who won a speed game, and how far the others are."),
        "stand": ("chatuchak_cli.stand.score", "Score the stands of the market stand game."),
        "mercado": (f"{HERE}.mercado", "Score a finished game of Mercado de Lisboa."),
        "river-market": (f"{HERE}.river_market",
                         "Say which title a solo game of River Market earns."),
    },
)  # fmt: skip
def command() -> None:
    """Score a finished game."""
