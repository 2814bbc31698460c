"""``game chatuchak``: the multiplayer game."""

from __future__ import annotations

from chatuchak_cli.games.game_group import game_group

__all__ = ["command"]

command = game_group(
    "chatuchak",
    example="move 1",
    set_ups={"random": "chatuchak_generators.game_setups:chatuchak_with_random_grids"},
    details="Actions are `move SPOT` (the booth on that spot goes to the empty one) and `pass` "
    "(for the rest of the game); chance is `roll 1` to `roll 12`.",
)
