"""The ``score`` group: final scores of finished games, one module per game."""

import click

from chatuchak_cli.shared.lazy import LazyGroup


@click.group(
    cls=LazyGroup,
    table={
        "chatuchak": ("games.score.chatuchak", "Score the multiplayer game of Chatuchak."),
        "chatuchak-speed": ("games.score.chatuchak_speed",
                            "Say who won a speed game, and how far the others are."),
        "stand": ("stand.score", "Score the stands of the market stand game."),
        "mercado": ("games.score.mercado", "Score a finished game of Mercado de Lisboa."),
        "river-market": ("games.score.river_market",
                         "Say which title a solo game of River Market earns."),
    },
)  # fmt: skip
def command() -> None:
    """Score a finished game."""
