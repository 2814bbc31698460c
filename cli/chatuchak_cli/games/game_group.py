"""A game's group of commands: those that every game has, and its own."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Final, TypeVar, cast

import click

from chatuchak_cli.shared.files import read_document
from chatuchak_cli.shared.lazy import LazyGroup
from chatuchak_solver.errors import InvalidInstanceError
from chatuchak_solver.games.contract import GameState
from chatuchak_solver.games.record import GameRecord
from chatuchak_solver.games.registry import GameEntry, game_entry

__all__ = [
    "GameCommands",
    "SetupChoice",
    "game_group",
    "player_names",
    "read_record",
    "setup_choice",
    "setup_options",
]

SHARED: Final = MappingProxyType(
    {
        "new": ("chatuchak_cli.games.every.new", "Set up a game."),
        "legal": ("chatuchak_cli.games.every.legal", "List the legal actions."),
        "apply": ("chatuchak_cli.games.every.apply", "Play one action or several."),
        "show": ("chatuchak_cli.games.every.show", "Show a position."),
        "simulate": (
            "chatuchak_cli.games.every.simulate",
            "Play many games and report what came of them.",
        ),
    }
)

Command = TypeVar("Command", bound=Callable[..., Any])
S = TypeVar("S", bound=GameState[Any])


@dataclass(frozen=True, slots=True)
class GameCommands:
    """What the shared commands know about their game.

    Attributes
    ----------
    entry
        The game.
    set_ups
        Other ways to set the game up, by the name that ``--start`` takes: references
        (``module:function``) to functions like `GameState.new`. The first name in help and the
        default is ``tiles``, the game's own way.
    """

    entry: GameEntry
    set_ups: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """What the setup options of a command were given."""

    data: dict[str, Any] | None
    options: dict[str, str]
    set_up: Callable[..., Any] | None
    source: str | None

    def located(self, error: InvalidInstanceError) -> InvalidInstanceError:
        """Return an error about the data with the name of its file."""
        return error if self.source is None else type(error)(f"{self.source}: {error}")


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
    own: Mapping[str, tuple[str, str]] | None = None,
    set_ups: Mapping[str, str] | None = None,
    details: str = "",
) -> click.Group:
    """Return the group of a registered game's commands.

    Parameters
    ----------
    name
        The game's name in the registry.
    own
        The game's further commands, as in the table of a `LazyGroup`.
    set_ups
        As `GameCommands.set_ups`.
    details
        More help, below the game's summary.
    """
    entry = game_entry(name)
    commands = GameCommands(entry, set_ups or {})
    text = f"{entry.summary}\n\n{details}".strip()
    return GameGroup(name=name, commands=commands, own=own or {}, help=text)


def read_record(file: str, kind: type[S]) -> GameRecord[S]:
    """Read a game of one kind from a file or, for ``-``, from standard input.

    Raises
    ------
    InputError
        If it cannot be read, breaks a rule or is another game's.
    """
    document, _ = read_document(file)
    return GameRecord.read_of(kind, document)


def setup_options(commands: GameCommands) -> Callable[[Command], Command]:
    """Give a command ``--data``, ``--start`` and the game's options; read by `setup_choice`."""

    def decorate(command: Command) -> Command:
        for option in reversed(commands.entry.load_state().setup_options):
            command = click.option(
                f"--{option.name}",
                type=click.Choice(option.choices),
                default=option.default,
                show_default=True,
                help=option.summary,
            )(command)
        if commands.set_ups:
            command = click.option(
                "--start",
                type=click.Choice(["tiles", *commands.set_ups]),
                default="tiles",
                show_default=True,
                help="Start grids: drawn tiles, or made booth after booth.",
            )(command)
        return click.option(
            "--data",
            metavar="FILE",
            help="JSON whose fields take the place of the shipped figures of the game.",
        )(command)

    return decorate


def setup_choice(commands: GameCommands, given: Mapping[str, Any]) -> SetupChoice:
    """Return what the options of `setup_options` say, out of a command's parameters."""
    names = [option.name for option in commands.entry.load_state().setup_options]
    options = {name: str(given[name]) for name in names}
    data, source = None, given["data"]
    if source is not None:
        document, _ = read_document(source)
        data = {name: node.value for name, node in document.mapping().items()}
    start = given.get("start", "tiles")
    set_up = None
    if start != "tiles":
        module, _, attribute = commands.set_ups[start].partition(":")
        set_up = getattr(importlib.import_module(module), attribute)
    return SetupChoice(data, options, set_up, source)


def player_names(text: str) -> tuple[str, ...]:
    """Return the names in a list parted by commas; a number stands for so many random players."""
    word = text.strip()
    if word.isdecimal() and len(word) <= 3:
        return ("random",) * int(word)
    return tuple(name.strip() for name in text.split(","))
