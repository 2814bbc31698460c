"""Every game by its name: its state, its players, what a simulation of it reports.

An entry of a game here names modules instead of importing them, so that the list costs nothing to
read. A game that lives elsewhere, in one file if it is small, hands its own entry to `register`:
the command line, the simulator and the adapters follow.
"""

import importlib
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias, cast

from chatuchak_solver.errors import InputError, InvalidInstanceError
from chatuchak_solver.foreign import described
from chatuchak_solver.games.advice import Adviser, AdvisorPlayer
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.look_ahead import LookAhead, LookAheadPlayer
from chatuchak_solver.games.players import (
    Evaluate,
    GreedyPlayer,
    Player,
    RandomPlayer,
    score_margin,
)
from chatuchak_solver.games.tree_search import TreeSearch

Observe = Callable[[Any, Any, Any], Iterable[tuple[str, str]]]
"""Names what happened between a state, an action and the state after it.

Each event is a (row, column) pair of the designer's table, such as ``("group:R", "taken over")``.
"""

Reference: TypeAlias = str | Any


@dataclass(frozen=True, slots=True)
class GameEntry:
    """What the project knows about one game.

    References read ``package.module:attribute``, or ``.module:attribute`` for a module of this
    package; what is meant may stand in their place.

    Attributes
    ----------
    name
        The game's name on the command line; equals the state's ``game``.
    summary
        One line of help.
    state
        Reference to the `GameState` subclass.
    evaluate
        Reference to the evaluation that greedy and look-ahead players maximize, called with a
        state and a player; None for the lead over the best other player.
    players
        References to the factories (no arguments) of the game's own players by name; they add
        to, or replace, ``random``, ``greedy``, ``look-ahead`` and ``advisor``.
    adviser
        Reference to the factory (no arguments) of the game's adviser; None for the tree search
        of all games with its greedy player.
    observe
        Reference to the `Observe` function of the designer's table; None to count the actions
        by their first word.
    columns
        Reference to the order of the table's columns; other columns follow, sorted.
    observer
        What makes, of a start, an `adapters.observations.Observer` for learners; None
        for the games here, whose observers stand beside that.
    """

    name: str
    summary: str
    state: Reference
    evaluate: Reference | None = None
    players: Mapping[str, Reference] = field(default_factory=dict)
    adviser: Reference | None = None
    observe: Reference | None = None
    columns: Reference | None = None
    observer: Callable[[Any], Any] | None = None

    def load_state(self) -> type[AnyState]:
        """Import and return the state's class."""
        return cast("type[AnyState]", _load(self.state))

    def load_evaluate(self) -> Evaluate:
        """Import and return the evaluation."""
        return score_margin if self.evaluate is None else cast("Evaluate", _load(self.evaluate))

    def load_observe(self) -> Observe:
        """Import and return the observing function."""
        return observe_verbs if self.observe is None else cast("Observe", _load(self.observe))

    def load_columns(self) -> tuple[str, ...]:
        """Import and return the columns of the designer's table that have an order."""
        return () if self.columns is None else cast("tuple[str, ...]", _load(self.columns))

    def load_adviser(self) -> Adviser:
        """Import and return the adviser."""
        if self.adviser is not None:
            return cast("Adviser", _load(self.adviser)())
        return TreeSearch(self._greedy())

    def _greedy(self) -> GreedyPlayer:
        greedy = self.make_player("greedy")
        assert isinstance(greedy, GreedyPlayer), "a game with another one names an adviser"
        return greedy

    def told_events(self, before: AnyState, action: Any, after: AnyState) -> Iterable[str]:
        """Yield what an action won or lost, such as ``group:R from the center``.

        Only of games whose table of events has columns of its own, which are words for people.
        """
        columns = self.load_columns()
        if columns:
            for row, column in self.load_observe()(before, action, after):
                if column in columns:
                    yield f"{row} {column}"

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names that `make_player` knows."""
        return tuple(dict.fromkeys(("random", "greedy", "look-ahead", "advisor", *self.players)))

    def make_player(self, name: str) -> Player:
        """Return a new player.

        ``advisor:N`` is the advisor who plays N games on for each decision.

        Raises
        ------
        InvalidInstanceError
            If the game has no player of that name.
        """
        kind, colon, number = name.partition(":")
        if colon and kind == "advisor" and re.fullmatch("[1-9][0-9]{0,6}", number):
            return AdvisorPlayer(self.load_adviser(), int(number))
        if name in self.players:
            return cast("Player", _load(self.players[name])())
        if name == "random":
            return RandomPlayer()
        if name == "greedy":
            return GreedyPlayer(self.load_evaluate())
        if name == "look-ahead":
            return LookAheadPlayer(LookAhead(self._greedy()))
        if name == "advisor":
            return AdvisorPlayer(self.load_adviser())
        names = ", ".join(self.player_names)
        raise InvalidInstanceError(f"{self.name} has no player {name!r}; it has: {names}")


_ADDED: Final[dict[str, GameEntry]] = {}


def game_entry(name: str) -> GameEntry:
    """Return a game's entry.

    Raises
    ------
    InvalidInstanceError
        If there is no game of that name.
    """
    for entry in every_game():
        if isinstance(name, str) and entry.name == name:
            return entry
    names = ", ".join(entry.name for entry in every_game())
    raise InvalidInstanceError(f"no game {described(name)}; there are: {names}")


def every_game() -> tuple[GameEntry, ...]:
    """Return the games here and those that were registered, in this order."""
    return (*GAMES, *_ADDED.values())


def register(entry: GameEntry) -> GameEntry:
    """Make a game known that lives elsewhere, and return its entry.

    Raises
    ------
    InputError
        If a game here has that name.
    """
    if any(entry.name == known.name for known in GAMES):
        raise InputError(f"{entry.name} is a game already")
    _ADDED[entry.name] = entry
    return entry


def observe_verbs(before: AnyState, action: Any, after: AnyState) -> Iterable[tuple[str, str]]:
    """Count an action by its first word that is no player's number."""
    del after
    words = before.format(action).split(" ")
    return ((words[words[0].isdecimal()], "times a game"),)


def _load(reference: Reference) -> Any:
    if not isinstance(reference, str):
        return reference
    module, _, attribute = reference.partition(":")
    return getattr(importlib.import_module(module, __package__), attribute)


SOLVER: Final = ".chatuchak_speed.solver_player:SpeedSolverPlayer"

GAMES: tuple[GameEntry, ...] = (
    GameEntry(
        "chatuchak",
        "Chatuchak for 2 to 5 players: group booths, win markers, beat the clock.",
        ".chatuchak.state:ChatuchakState",
        players={
            "random": ".chatuchak.players:RandomMover",
            "solver": ".chatuchak.solver_player:solver_player",
        },
        evaluate=".chatuchak.players:evaluate",
        adviser=".chatuchak.players:adviser",
        observe=".chatuchak.statistics:observe",
        columns=".chatuchak.statistics:COLUMNS",
    ),
    GameEntry(
        "chatuchak-speed",
        "Chatuchak's speed game: all move at once, the first to group every color wins.",
        ".chatuchak_speed.state:SpeedState",
        players={"solver": SOLVER, "advisor": SOLVER},
        evaluate=".chatuchak_speed.players:evaluate",
        adviser=".chatuchak_speed.solver_player:SpeedAdviser",
    ),
    GameEntry(
        "mercado",
        "Mercado de Lisboa for 2 to 4 players: open stands, bring customers, earn most coins.",
        ".mercado.state:MercadoState",
        players={"look-ahead": ".mercado.players:look_ahead_player"},
        evaluate=".mercado.evaluation:evaluate",
        adviser=".mercado.players:adviser",
        observe=".mercado.statistics:observe",
    ),
    GameEntry(
        "river-market",
        "River Market, solo: your events drive the Rival's turns; earn a title.",
        ".river_market.state:RiverMarketState",
        players={
            "greedy": ".river_market.players:greedy_player",
            "steady": ".river_market.players:SteadyPlayer",
        },
        evaluate=".river_market.players:evaluate",
        observe=".river_market.statistics:observe",
    ),
    GameEntry(
        "market-stand",
        "The market stand for 2 to 4 players: lay cards, grow groups, mind the mice.",
        ".market_stand.state:MarketStandState",
        players={
            "greedy": ".market_stand.players:greedy_player",
            "look-ahead": ".market_stand.players:look_ahead_player",
        },
        adviser=".market_stand.adviser:OutlookAdviser",
        observe=".market_stand.statistics:observe_events",
    ),
)
"""Every game, in the order in which a newcomer meets them."""
