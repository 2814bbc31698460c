"""A game's group of commands: those that every game has, and its own."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, cast

from chatuchak_cli.games.game_input import GameCommands
from chatuchak_cli.shared.lazy import LazyGroup, Table
from chatuchak_solver.games.registry import GameEntry

if TYPE_CHECKING:
    import click

SHARED: Final[Table] = MappingProxyType(
    {
        "rules": ("games.every.rules", "How the game goes, in short."),
        "new": ("games.every.new", "Set up a game."),
        "legal": ("games.every.legal", "List the legal actions."),
        "apply": ("games.every.apply", "Play one action or several."),
        "show": ("games.every.show", "Show a position."),
        "play": ("games.every.play", "Play a game: people and computer players."),
        "advise": ("games.every.advise", "The best actions, what each is worth and why."),
        "simulate": ("games.every.simulate", "Play many games and report what came of them."),
    }
)


class More(NamedTuple):
    """What a game's group has beyond the shared commands and the summary.

    Attributes
    ----------
    example
        The first action of a new game of seed 7, for help texts.
    details
        More help, below the game's summary.
    own
        The game's further commands, as in the table of a `LazyGroup`.
    set_ups
        As `GameCommands.set_ups`.
    """

    example: str = "ACTION"
    details: str = ""
    own: Table = MappingProxyType({})
    set_ups: Mapping[str, str] = MappingProxyType({})


SET_UPS: Final = "chatuchak_generators.game_setups"
GAMES: Final[Mapping[str, More]] = MappingProxyType(
    {
        "chatuchak": More(
            "move 1",
            "Actions are `move SPOT` (the booth on that spot goes to the empty one) and `pass` "
            "(for the rest of the game); chance is `roll 1` to `roll 12`.",
            set_ups={"random": f"{SET_UPS}:chatuchak_with_random_grids"},
        ),
        "chatuchak-speed": More(
            "0 move 1",
            "Actions are `PLAYER move SPOT`, such as `0 move 15`, in any order of players. In "
            "`simulate` everybody is equally fast.",
            set_ups={"random": f"{SET_UPS}:chatuchak_speed_with_random_grids"},
        ),
        "market-stand": More(
            "start c21",
            "Actions are `start CARD` (with a card of the hand), `hand CARD@X:YrROTATION` and "
            "`market CARD@X:YrROTATION` (x to the right, y downwards, clockwise degrees, counted "
            "from the first card at 0,0) and, where goods tie at the end, `announce GOOD`; chance "
            "is `draw CARD`. Two players announce two goods each, four play in teams of opposite "
            "seats. The deck is assumed: `--data FILE` takes a deck file of your own.",
            {
                "view": (
                    "games.market_stand.view",
                    "What one player sees, without the others' hands.",
                )
            },
        ),
        "mercado": More(
            "coin",
            "Actions are `stand fish c3`, `bring 2 fish+meat W3` (a customer tile and an "
            "entrance), `restaurant pub c3`, `coin`, `redraw` (three equal tiles), then `take "
            "fish` and `replace` (an equal display). Columns are a to e, rows 1 to 5, entrances N "
            "and S of a column, W and E of a row. Chance is `draw`, `reveal` and `arrive`.",
            {
                "incomes": (
                    "games.mercado.incomes",
                    "What every legal action brings now, the best first.",
                ),
                "place": ("games.mercado.place", "What a placement would earn each owner."),
                "picture": ("games.mercado.picture", "The market in color, or as SVG."),
            },
        ),
        "river-market": More(
            "built e1",
            "Your turn is reported by events: `moved mill`, `built e1`, `hired 1`, `gained fish "
            "2`, `spent coins 1`, `drew 1`, `discarded helper 4`, then `done`. The Rival's turn "
            "asks for `zoom mill` or `build e3`; the end for `score 31` and `left-over fish`. "
            "Chance is `card helper 4` and `event NAME`.",
            {
                "companion": (
                    "games.river_market.companion",
                    "Play at the table: deals the Rival's turns and tells you what to do.",
                ),
                "log": (
                    "games.river_market.log",
                    "What happened in a game, as the table saw it.",
                ),
            },
        ),
    }
)


class GameGroup(LazyGroup):
    """The commands of one game: the shared ones, then its own."""

    def __init__(self, entry: GameEntry) -> None:
        more = GAMES.get(entry.name, More())
        told = f"{entry.summary}\n\n{more.details}".strip()
        super().__init__(name=entry.name, help=told, table={**SHARED, **more.own})
        self.commands_of_game = GameCommands(entry, more.set_ups, more.example)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Make a shared command for this game, or import one of its own."""
        if cmd_name not in SHARED:
            return super().get_command(ctx, cmd_name)
        module = importlib.import_module(self.table[cmd_name][0])
        return cast("click.Command", module.make_command(self.commands_of_game))
