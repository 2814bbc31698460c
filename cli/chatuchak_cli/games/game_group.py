"""A game's group of commands: those that every game has, and its own."""

import importlib
import inspect
from functools import partial
from typing import Any, Final

import click

from chatuchak_cli.games.game_input import GameCommands
from chatuchak_cli.shared.lazy import LazyGroup, Table
from chatuchak_solver.games.game import Game

SHARED: Final[Table] = {
    "rules": ("games.every.rules", "How the game goes, in short."),
    "new": ("games.every.new", "Set up a game."),
    "legal": ("games.every.legal", "List the legal actions."),
    "apply": ("games.every.apply", "Play one action or several."),
    "show": ("games.every.show", "Show a position."),
    "play": ("games.every.play", "Play a game: people and computer players."),
    "advise": ("games.every.advise", "The best actions, with values and reasons."),
    "simulate": ("games.every.simulate", "Play many games and report the results."),
}


class GameGroup(LazyGroup):
    """The commands of one game: the shared ones, then its own."""

    def __init__(self, entry: Game) -> None:
        self.game = GameCommands(entry)
        text = f"{entry.summary}\n\n{entry.details}".strip()
        super().__init__(name=entry.name, help=text, table={**SHARED, **self.game.own})

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make a shared command for this game, or import one of its own."""
        if cmd_name not in SHARED:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(self.table[cmd_name][0])
        told = (inspect.getdoc(module.command) or "").replace("\\b", "\b")
        run: Any = partial(module.command, self.game)
        for option in reversed(module.options(self.game)):
            run = option(run)
        settings = getattr(module, "SETTINGS", None)
        return click.command(cmd_name, help=told.format(game=self.game), context_settings=settings)(
            run
        )
