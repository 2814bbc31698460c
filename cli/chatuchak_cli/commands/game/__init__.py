"""The ``game`` group: each game's rules as an evaluator.

A game with commands of its own, or more to say, has a module here; the others need none.
"""

from __future__ import annotations

from importlib.util import find_spec

import click

from chatuchak_cli.game_group import game_group
from chatuchak_cli.lazy import LazyGroup
from chatuchak_solver.games.registry import GAMES

__all__ = ["command"]


class GamesGroup(LazyGroup):
    """One group of commands per registered game."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a game's module, or make its group where it has none."""
        module = f"{self.package}.{cmd_name.replace('-', '_')}"
        if cmd_name in self.summaries and find_spec(module) is None:
            return game_group(cmd_name)
        return super().get_command(ctx, cmd_name)


@click.group(
    cls=GamesGroup,
    package=__name__,
    summaries={entry.name: entry.summary for entry in GAMES},
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
