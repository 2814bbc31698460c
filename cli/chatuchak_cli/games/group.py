"""The ``game`` group: each game's rules as an evaluator.

A game with additional commands has a folder here.
"""

import click

from chatuchak_cli.games.game_group import GameGroup
from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_solver.games.registry import every_game, game_entry


class GamesGroup(LazyGroup):
    """One group of commands per registered game."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Make a game's group."""
        return GameGroup(game_entry(cmd_name)) if cmd_name in self.table else None


@click.group(
    cls=GamesGroup, table={entry.name: ("games.group", entry.summary) for entry in every_game()}
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
