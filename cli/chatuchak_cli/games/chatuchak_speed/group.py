"""``game chatuchak-speed``: the speed game."""

from __future__ import annotations

from chatuchak_cli.games.game_group import game_group

__all__ = ["command"]

command = game_group(
    "chatuchak-speed",
    example="0 move 1",
    set_ups={"random": "chatuchak_generators.game_setups:chatuchak_speed_with_random_grids"},
    details="Actions are `PLAYER move SPOT`, such as `0 move 15`, in any order of players. In "
    "`simulate` everybody is equally fast.",
)
