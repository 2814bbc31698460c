"""A game's group of commands: those that every game has, and its own."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, cast

from chatuchak_cli.games.game_input import GameCommands
from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_solver.games.registry import game_entry

if TYPE_CHECKING:
    import click

__all__ = ["game_group"]

SHARED: Final = MappingProxyType(
    {
        "rules": ("chatuchak_cli.games.every.rules", "How the game goes, in short."),
        "new": ("chatuchak_cli.games.every.new", "Set up a game."),
        "legal": ("chatuchak_cli.games.every.legal", "List the legal actions."),
        "apply": ("chatuchak_cli.games.every.apply", "Play one action or several."),
        "show": ("chatuchak_cli.games.every.show", "Show a position."),
        "play": (
            "chatuchak_cli.games.every.play",
            "Play a game: people and computer players.",
        ),
        "advise": (
            "chatuchak_cli.games.every.advise",
            "The best actions, what each is worth and why.",
        ),
        "simulate": (
            "chatuchak_cli.games.every.simulate",
            "Play many games and report what came of them.",
        ),
    }
)


class GameGroup(LazyGroup):
    """The commands of one game: the shared ones, then those of its own package."""

    def __init__(
        self, *, commands: GameCommands, own: Mapping[str, tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(table={**SHARED, **own}, **kwargs)
        self.commands_of_game = commands

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make a shared command for this game, or import one of its own."""
        if cmd_name not in SHARED:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(SHARED[cmd_name][0])
        return cast("click.Command", module.make_command(self.commands_of_game))


def game_group(
    name: str,
    *,
    example: str = "ACTION",
    own: Mapping[str, tuple[str, str]] | None = None,
    set_ups: Mapping[str, str] | None = None,
    details: str = "",
) -> click.Group:
    """Return the group of a registered game's commands.

    Parameters
    ----------
    name
        The game's name in the registry.
    example
        The first action of a new game of seed 7, for help texts.
    own
        The game's further commands, as in the table of a `LazyGroup`.
    set_ups
        As `GameCommands.set_ups`.
    details
        More help, below the game's summary.
    """
    entry = game_entry(name)
    commands = GameCommands(entry, set_ups or {}, example)
    text = f"{entry.summary}\n\n{details}".strip()
    return GameGroup(name=name, commands=commands, own=own or {}, help=text)
