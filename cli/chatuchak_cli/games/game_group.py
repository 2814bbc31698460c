"""A game's group of commands: those that every game has, and its own."""

import importlib
import inspect
from collections.abc import Callable, Mapping
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
    "advise": ("games.every.advise", "The best actions, what each is worth and why."),
    "simulate": ("games.every.simulate", "Play many games and report what came of them."),
}


SET_UPS: Final = "chatuchak_generators.game_setups"
GAMES: Final[Mapping[str, Callable[[Game], GameCommands]]] = {
    "chatuchak": partial(
        GameCommands,
        example="move 1",
        details="Actions are `move SPOT` (the booth on that spot goes to the empty one) and `pass` "
        "(for the rest of the game); chance is `roll 1` to `roll 12`.",
        set_ups={"random": f"{SET_UPS}:chatuchak_with_random_grids"},
    ),
    "chatuchak-speed": partial(
        GameCommands,
        example="0 move 1",
        details="Actions are `PLAYER move SPOT`, such as `0 move 15`, in any order of players. In "
        "`simulate` everybody is equally fast.",
        set_ups={"random": f"{SET_UPS}:chatuchak_speed_with_random_grids"},
    ),
    "market-stand": partial(
        GameCommands,
        example="start c21",
        details="Actions are `start CARD` (with a card of the hand), `hand CARD@X:YrROTATION` and "
        "`market CARD@X:YrROTATION` (x to the right, y downward, clockwise degrees, counted "
        "from the first card at 0,0) and, where goods tie at the end, `announce GOOD`; chance "
        "is `draw CARD`. Two players announce two goods each, four play in teams of opposite "
        "seats. The deck is assumed: `--data FILE` takes a deck file of your own.",
        own={
            "view": ("games.market_stand.view", "What one player sees, without the others' hands.")
        },
    ),
    "mercado": partial(
        GameCommands,
        example="coin",
        details="Actions are `stand fish c3`, `bring 2 fish+meat W3` (a customer tile and an "
        "entrance), `restaurant pub c3`, `coin`, `redraw` (three equal tiles), then `take "
        "fish` and `replace` (an equal display). Columns are a to e, rows 1 to 5, entrances N "
        "and S of a column, W and E of a row. Chance is `draw`, `reveal` and `arrive`.",
        own={
            "incomes": (
                "games.mercado.incomes",
                "What every legal action brings now, the best first.",
            ),
            "place": ("games.mercado.place", "What a placement would earn each owner."),
            "picture": ("games.mercado.picture", "The market in color, or as SVG."),
        },
    ),
    "river-market": partial(
        GameCommands,
        example="built e1",
        details="Your turn is reported by events: `moved mill`, `built e1`, `hired 1`, `gained "
        "fish 2`, `spent coins 1`, `drew 1`, `discarded helper 4`, then `done`. The Rival's turn "
        "asks for `zoom mill` or `build e3`; the end for `score 31` and `left-over fish`. "
        "Chance is `card helper 4` and `event NAME`.",
        own={
            "companion": (
                "games.river_market.companion",
                "Play at the table: deals the Rival's turns and tells you what to do.",
            ),
            "log": ("games.river_market.log", "What happened in a game, as the table saw it."),
        },
    ),
}


class GameGroup(LazyGroup):
    """The commands of one game: the shared ones, then its own."""

    def __init__(self, entry: Game) -> None:
        self.game = GAMES.get(entry.name, GameCommands)(entry)
        told = f"{entry.summary}\n\n{self.game.details}".strip()
        super().__init__(name=entry.name, help=told, table={**SHARED, **self.game.own})

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
