"""The ``game`` group: each game's rules as an evaluator.

A game with commands of its own, or more to say, has a folder here; the others need none.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

import click

from chatuchak_cli.games.game_group import game_group
from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_solver.games.registry import every_game

__all__ = ["command"]

FOLDERS: Final = {
    entry.name: f"chatuchak_cli.games.{entry.name.replace('-', '_')}" for entry in every_game()
}


class GamesGroup(LazyGroup):
    """One group of commands per registered game."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a game's group, or make it where it has no folder."""
        if cmd_name in FOLDERS and find_spec(FOLDERS[cmd_name]) is None:
            return game_group(cmd_name)
        return super().get_command(ctx, cmd_name)


@click.group(
    cls=GamesGroup,
    table={entry.name: (f"{FOLDERS[entry.name]}.group", entry.summary) for entry in every_game()},
)
def command() -> None:
    r"""Play, check and simulate a game by its rules.

    Every game has the same commands, and some have more; a saved game is a JSON file with its
    start and its log.

    \b
    Examples:
      chatuchak game chatuchak new --players 3 --seed 7 --out game.json
      chatuchak game chatuchak legal game.json
      chatuchak game chatuchak apply game.json move 3 --out game.json
      chatuchak game mercado simulate -n 500 --players greedy,random
    """
