"""``game river-market``: the solo game of River Market."""

from __future__ import annotations

from chatuchak_cli.games.game_group import game_group

__all__ = ["command"]

command = game_group(
    "river-market",
    example="built e1",
    own={
        "companion": (
            "chatuchak_cli.games.river_market.companion",
            "Play at the table: deals the Rival's turns and tells you what to do.",
        ),
        "log": (
            "chatuchak_cli.games.river_market.log",
            "What happened in a game, as the table saw it.",
        ),
    },
    details="Your turn is reported by events: `moved mill`, `built e1`, `hired 1`, "
    "`gained fish 2`, `spent coins 1`, `drew 1`, `discarded helper 4`, then `done`. The Rival's "
    "turn asks for `zoom mill` or `build e3`; the end for `score 31` and `left-over fish`. Chance "
    "is `card helper 4` and `event NAME`.",
)
