"""``game market-stand``: the card-stand scoring game."""

from __future__ import annotations

from chatuchak_cli.games.game_group import game_group

__all__ = ["command"]

command = game_group(
    "market-stand",
    example="start c21",
    own={
        "view": (
            "chatuchak_cli.games.market_stand.view",
            "What one player sees, without the others' hands.",
        )
    },
    details="Actions are `start CARD` (with a card of the hand), `hand CARD@X:YrROTATION` and "
    "`market CARD@X:YrROTATION` (x to the right, y downwards, clockwise degrees, counted from the "
    "first card at 0,0) and, where goods tie at the end, `announce GOOD`; chance is `draw CARD`. "
    "Two players announce two goods each, four play in teams of opposite seats. The deck is "
    "assumed: `--data FILE` takes a deck file of your own.",
)
