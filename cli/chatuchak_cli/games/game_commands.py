"""Parameters and answers of the commands of all games."""

import importlib
import importlib.util
import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, Generic, TypeVar

import click
import numpy as np

from chatuchak_cli.shared import options
from chatuchak_cli.shared.files import InputFile, read_document
from chatuchak_solver import Game, InvalidInstanceError
from chatuchak_solver.box import Box, Reasons, parts_of
from chatuchak_solver.codec import JsonObject, error_context
from chatuchak_solver.games.contract import AnyState, Data, SetupOption
from chatuchak_solver.games.registry import assumed_in_game, box_data
from chatuchak_solver.games.session import GameRecord, read_record

S = TypeVar("S", bound=AnyState)
Command = TypeVar("Command", bound=Callable[..., object])

Options = Sequence[Callable[[Any], Any]]
"""Options and arguments of a command, in help order."""


def of_package(game: Game, name: str) -> Mapping[str, Any]:
    """Return a mapping of the package ``chatuchak_cli.games.GAME``; empty without one.

    ``COMMANDS`` are further commands: modules, which define them by name, and summaries.
    ``SET_UPS`` are the setups of ``--start`` by name: references (``module:function``) to functions
    like `GameState.new`.
    """
    package = f"chatuchak_cli.games.{game.name.replace('-', '_')}"
    if importlib.util.find_spec(package) is None:
        return {}
    found: Mapping[str, Any] = getattr(importlib.import_module(package), name, {})
    return found


def default_others(game: Game) -> str:
    """Return a single person's default opponents, after a comma."""
    return ",advisor" * (game.state.player_counts[0] - 1)


def game_command(
    options: Callable[[Game], Options], **settings: Any
) -> Callable[[Command], Callable[[Game], click.Command]]:
    """Return a decorator of a command of every game.

    The function takes the game and the options; its docstring is the help, with the game's name,
    players and examples in braces.
    """

    def decorate(command: Command) -> Callable[[Game], click.Command]:
        def of_game(game: Game) -> click.Command:
            run: Any = partial(command, game)
            for option in reversed(options(game)):
                run = option(run)
            counts = game.state.player_counts
            text = (inspect.getdoc(command) or "").format(
                game=game.name, example=game.example, players=", ".join(game.player_names),
                most=counts[-1], others=default_others(game),
                sample="greedy" + ",random" * (counts[0] - 1),
            )  # fmt: skip
            return click.command(command.__name__, help=text, context_settings=settings)(run)

        return of_game

    return decorate


@dataclass(frozen=True, slots=True)
class SetupChoice:
    """The values of a command's setup options.

    Attributes
    ----------
    data
        The figures other than the shipped ones, or None.
    set_up
        Sets up random grids; None for the default setup.
    source
        The file of ``--data``, or an empty text.
    """

    box: Box
    data: Data
    options: dict[str, str]
    set_up: Callable[..., AnyState] | None
    source: str

    def assumed(self, start: AnyState) -> Reasons:
        """Return the assumed parts of the box in a game."""
        uses_counts = self.set_up is not None or (
            "tiles" in parts_of(start.game) and self.box.tiles.uses_counts
        )
        counts = self.box.reasons("counts") if uses_counts else {}
        return {**counts, **assumed_in_game(start, self.box)}

    @contextmanager
    def located(self) -> Iterator[None]:
        """Name the data's or box's file in errors about the data."""
        try:
            yield
        except InvalidInstanceError as error:
            part = re.match(r"(?:invalid )?(\w*)", str(error))
            river = self.data if self.data and "river_market" in self.box.own else {}
            of_box = part is not None and part[1] in {*self.box.own, *river} and self.box.source
            source = self.source or of_box
            raise (type(error)(f"{source}: {error}") if source else error) from None

    def start(self, game: Game, players: int, seed: int) -> AnyState:
        """Return the start of a new game."""
        set_up, rng = self.set_up or game.state.new, np.random.default_rng(seed)
        with self.located():
            return set_up(players, rng=rng, data=self.data, options=self.options)


@dataclass(frozen=True, slots=True)
class SavedGame(Generic[S]):
    """A saved game and its assumed parts of the box, with the reasons."""

    record: GameRecord[S]
    assumed: Reasons

    @property
    def state(self) -> S:
        """The state after the log."""
        return self.record.state


def saved_game(kind: type[AnyState]) -> Callable[[Command], Command]:
    """Give a command FILE, ``--box`` and ``--json``; it takes ``saved``."""

    def read(ctx: click.Context, _: object, file: str) -> SavedGame[AnyState] | None:
        if ctx.resilient_parsing:
            return None
        record = read_document(file).load(read_record, kind)
        return SavedGame(record, assumed_in_game(record.start, options.box_of(ctx)))

    argument = click.argument("saved", metavar="FILE", type=InputFile(path_type=str), callback=read)
    return lambda command: argument(options.add_box_option(options.json_option(command)))


def setup_options(game: Game) -> Callable[[Command], Command]:
    """Give a command ``--data``, ``--start`` and the game's options, as a `SetupChoice`."""
    set_ups = of_package(game, "SET_UPS")
    start = SetupOption("start", ("tiles", *set_ups), "tiles",
                        "Start grids: drawn tiles, or random grids.")  # fmt: skip
    return options.option_group(
        "setup",
        partial(_setup_choice, game),
        *([options.tiles_shorthand] if "tiles" in game.parts else []),
        options.input_option("--data", help="JSON file whose fields replace those of the box."),
        options.add_box_option,
        *(
            click.option(
                f"--{option.name}",
                type=click.Choice(option.choices),
                default=option.default,
                help=option.summary,
            )
            for option in (*([start] if set_ups else []), *game.state.setup_options)
        ),
    )


def _setup_choice(
    game: Game, data: Path | None, start: str = "tiles", **chosen: str
) -> SetupChoice:
    box = options.box_of(click.get_current_context())
    own: JsonObject = {} if data is None else read_document(data).fields
    box = box.with_data(game.name, own)
    source = "" if data is None else str(data)
    with error_context(source):
        figures = box_data(game.name, own, box)
    set_up = None
    if start != "tiles":
        options.reject_with("start", "tiles")
        set_up = partial(resolve_name(of_package(game, "SET_UPS")[start]), counts=box.counts)
    return SetupChoice(box, figures, chosen, set_up, source)


out_option = options.output_option("--out", updates="FILE",
                                 help="Save the game, with its log, to FILE.")  # fmt: skip
