"""The ``game`` group: the rules of each game.

A game with additional commands has a folder here.
"""

import importlib
from typing import Final

import click

from chatuchak_cli.games.game_commands import of_package
from chatuchak_cli.shared.lazy import CommandTable, LazyGroup
from chatuchak_solver.games.game import Game
from chatuchak_solver.games.registry import every_game, game_entry

SHARED: Final[CommandTable] = {
    "rules": ("games.positions", "How the game goes, in short."),
    "new": ("games.positions", "Set up a game."),
    "legal": ("games.positions", "List the legal actions."),
    "apply": ("games.positions", "Play one action or several."),
    "show": ("games.positions", "Show a position."),
    "play": ("games.play", "Play a game: people and computer players."),
    "advise": ("games.advise", "The best actions, with values and reasons."),
    "simulate": ("games.simulate", "Play many games and report the results."),
}
"""The commands of every game: functions of these names in the modules."""


class GameGroup(LazyGroup):
    """The commands of one game: the shared ones, then its own."""

    def __init__(self, game: Game) -> None:
        self.game = game
        text = f"{game.summary}\n\n{game.details}".strip()
        super().__init__(
            name=game.name, help=text, table={**SHARED, **of_package(game, "COMMANDS")}
        )

    def load(self, cmd_name: str) -> click.Command:
        """Import a command, for this game if shared."""
        found = getattr(importlib.import_module(self.table[cmd_name][0]), cmd_name)
        command: click.Command = found(self.game) if cmd_name in SHARED else found
        return command


class GamesGroup(LazyGroup):
    """One group of commands per registered game."""

    def load(self, cmd_name: str) -> click.Command:
        """Return a game's group."""
        return GameGroup(game_entry(cmd_name))


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
