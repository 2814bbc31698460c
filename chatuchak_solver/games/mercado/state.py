"""The position of a game of Mercado de Lisboa: its file, its checks and its setup.

Checks of positions in files account for every component.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Any, ClassVar, Literal, Self, get_args

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Form, JsonObject, Notation, encode
from chatuchak_solver.errors import InputError, InvalidInstanceError, Sentence
from chatuchak_solver.games import contract, stored
from chatuchak_solver.games.contract import Data
from chatuchak_solver.games.facts import Pieces, SetupPart, seat_name
from chatuchak_solver.games.mercado import market as parts
from chatuchak_solver.games.mercado.actions import Action, notation

STARTING_TILES = 3
"""The stand tiles of each player and of the display, and the customer tiles per display."""

MAX_EVENTS_A_TURN = 12
"""Redrawing 1 + 3, opening a stand 1, turning a restaurant over 1, replacing the display 1 + 3,
taking a tile 1, refilling the display 1."""

Phase = Literal["turn", "redrawn", "take", "take-replaced", "end", "over"]
"""The next decision of the current player after all pending chance events.

``turn``: an action; ``redrawn``: an action after redrawing three equal tiles; ``take``: a stand
tile of the display; ``take-replaced``: the same after replacing the display; ``end``: none, the
turn ends; ``over``: none, the game has ended.
"""

Ending = Literal["spaces", "entrances", "coins"]


class Player(Form, frozen=True):
    """The possessions of a player.

    Attributes
    ----------
    tiles
        The stand tiles in front of the player, by type.
    restaurants
        The unplaced restaurants, by kind.
    """

    coins: Annotated[int, Meta(ge=0, le=1_000_000)]
    tiles: parts.StandCounts
    restaurants: parts.RestaurantCounts


def _in_order(players: tuple[Player, ...], _: str = "") -> tuple[Player, ...]:
    """Return equal possessions, in the order of names and without zeros."""
    order = parts.in_order
    return tuple(Player(own.coins, order(own.tiles), order(own.restaurants)) for own in players)


STORED_PLAYERS = stored.Stored(
    Annotated[tuple[Player, ...], Meta(min_length=2, max_length=4)], _in_order, _in_order
)


@dataclass(frozen=True)
class MercadoState(contract.GameState[Action]):
    """An immutable position; `rules` holds its legal actions and their effects.

    Attributes
    ----------
    setup
        The figures of the game.
    players
        The possessions of every player.
    bag, display
        The stand tiles in the bag and on display.
    hidden_restaurants
        The facedown restaurant tiles, in the market or left in the box.
    customers_shown
        The customer tiles on display, ascending.
    customers_stock
        The facedown customer tiles with their counts, ascending.
    pending
        The chance events before the next decision: ``tile`` (in front of the player), ``display``,
        ``restaurant``, or ``customers`` and the number of customers.
    set_aside
        The stand type of three tiles that return to the bag after the pending draws, or None.
    coin_streak
        The number of successive turns that took a coin.
    ended_by
        The trigger of the end: ``spaces``, ``entrances``, ``coins``; None before.
    turns_left
        The remaining turns after the end is triggered, including the current one; None before.
    """

    game: ClassVar[str] = "mercado"
    player_counts: ClassVar[range] = range(2, 5)

    setup: Annotated[parts.MercadoSetup, stored.stored_dataclass(parts.MercadoSetup)]
    market: parts.Market
    players: Annotated[tuple[Player, ...], STORED_PLAYERS]
    bag: Annotated[parts.StandCounts, parts.STORED_STANDS]
    display: Annotated[parts.StandCounts, parts.STORED_STANDS]
    hidden_restaurants: Annotated[parts.RestaurantCounts, parts.STORED_RESTAURANTS]
    customers_shown: tuple[Notation[parts.CustomerTile], ...]
    customers_stock: Annotated[parts.CustomerCounts, parts.STORED_CUSTOMERS]
    player: Annotated[int, Meta(ge=0, le=3)] = 0
    phase: Phase = "turn"
    pending: Annotated[tuple[str, ...], Meta(max_length=3)] = ()
    set_aside: parts.StandName | None = None
    coin_streak: Annotated[int, Meta(ge=0, le=100)] = 0
    ended_by: Ending | None = None
    turns_left: Annotated[int, Meta(ge=0, le=3)] | None = None

    @classmethod
    def set_up(cls, num_players: int, rng: Generator, data: Data, _: object) -> Self:
        """Shuffle, deal every player three stand tiles and turn up the displays."""
        setup = parts.MercadoSetup.load(data)
        dealt = STARTING_TILES * (num_players + 1)
        bag = list(Counter(setup.stand_tiles).elements())
        if len(bag) < dealt:
            raise InvalidInstanceError(
                f"stand_tiles: {num_players} players and the display take {dealt} tiles, "
                f"found {len(bag)}"
            )
        rng.shuffle(bag)
        hands = [bag[start : start + STARTING_TILES] for start in range(0, dealt, STARTING_TILES)]
        *tiles, display = [dict(Counter(hand)) for hand in hands]
        shown: list[parts.CustomerTile] = []
        for number in sorted({tile.customers for tile, _ in setup.customer_tiles}):
            pile = [tile for tile, n in setup.customer_tiles if tile[0] == number for _ in range(n)]
            shown += [pile[index] for index in sorted(rng.permutation(len(pile))[:STARTING_TILES])]
        stock = Counter(dict(setup.customer_tiles)) - Counter(shown)
        return cls(
            setup=setup,
            market=parts.Market(gray=setup.marked_spaces, side=setup.side),
            players=tuple(Player(setup.starting_coins, held, {}) for held in tiles),
            bag=dict(Counter(bag[dealt:])),
            display=display,
            hidden_restaurants=setup.restaurant_tiles,
            customers_shown=tuple(shown),
            customers_stock=tuple(stock.items()),
        )

    def __hash__(self) -> int:  # equal states have equal texts
        return hash(encode(self.to_dict()))

    @property
    def num_players(self) -> int:
        """The number of players."""
        return len(self.players)

    @property
    def current_player(self) -> int:
        """The player to act or `CHANCE`."""
        return contract.CHANCE if self.pending else self.player

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.phase == "over"

    @property
    def begins_turn(self) -> bool:
        """Whether the current player has not acted this turn."""
        return self.phase == "turn"

    def wooden_stands_left(self, player: int) -> int:
        """Return the number of stands that a player can still open."""
        return self.setup.wooden_stands - self.market.stands_of(player)

    @property
    def max_actions(self) -> int:
        """An upper bound on the remaining actions.

        Every turn without a coin fills a space or an entrance, and `coins_in_a_row` coins in a row
        end the game.
        """
        if self.is_over:
            return 0
        room = len(self.market.free_spaces) + len(self.market.free_entrances)
        turns = (room + 1) * coins_in_a_row(self.num_players)
        turns = turns if self.turns_left is None else min(turns, self.turns_left)
        # The current turn may have filled its space already.
        return (turns + self.num_players) * MAX_EVENTS_A_TURN

    @property
    def score_bounds(self) -> tuple[int, int]:
        """From no coin and all restaurants unplaced to all payments to one player.

        An entrance and a space in its line pay at most once, and at most four restaurants improve a
        stand; a turn without payment brings at most one coin.
        """
        setup, side = self.setup, self.setup.side
        turns = (side * side + 4 * side + 1) * coins_in_a_row(self.num_players)
        payments = 4 * side * side * 5 * setup.most_customers
        return -sum(setup.restaurant_tiles.values()), setup.starting_coins + payments + turns

    def all_actions(self) -> Iterable[Action]:
        """Return all actions with the tiles of the setup, sorted by text."""
        board = self.market.layout
        values: dict[str, Iterable[Any]] = {
            "type": parts.STANDS,
            "restaurant": parts.RESTAURANTS,
            "tile": [tile for tile, _ in self.setup.customer_tiles],
            "space": board.space_names,
            "entrance": board.entrance_names,
        }
        choices = {
            kind: [values[name] for name in kind.__match_args__] for kind in get_args(Action)
        }
        actions = [kind(*chosen) for kind, names in choices.items() for chosen in product(*names)]
        return sorted(actions, key=str)

    def parse(self, text: str) -> Action:
        """Parse an action; see `GameState.parse`."""
        action: Action = contract.read_action(notation(self.market.layout).parse, text)
        return action

    def scores(self) -> tuple[int, ...]:
        """Return every player's coins minus unplaced restaurants."""
        return tuple([own.coins - sum(own.restaurants.values()) for own in self.players])

    def winners(self) -> tuple[int, ...]:
        """Return the players with the most coins, then stands."""
        stands = map(self.market.stands_of, range(self.num_players))
        return winners(zip(self.scores(), stands, strict=True))


def winners(results: Iterable[tuple[int, int]]) -> tuple[int, ...]:
    """Return the players with the most coins, then stands; several for a tie."""
    listed = list(results)
    return tuple(player for player, result in enumerate(listed) if result == max(listed))


def coins_in_a_row(num_players: int) -> int:
    """Return the successive coins that end the game: one per player, or two each of two players."""
    return 4 if num_players == 2 else num_players


StateForm: Any = stored.form_of(MercadoState, "market")


class MercadoForm(StateForm, frozen=True, kw_only=True):  # type: ignore[call-arg, misc]
    """The file format of a `MercadoState`.

    Attributes
    ----------
    player
        The current player, from 0.
    """

    market: parts.MarketForm

    def to_value(self, **changes: Any) -> Any:
        """Return the state."""
        market = self.market.to_market(self.setup.side, len(self.players))
        shown = tuple(sorted(self.customers_shown))
        return super().to_value(market=market, customers_shown=shown, **changes)


DRAWS = {"redrawn": ("tile",), "take-replaced": ("display",)}
"""The events that draw three tiles, by phase."""
FIELDS = {str: "bag", parts.CustomerTile: "customers_stock"}
"""The fields that account for the tiles, by type."""


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last, streak = state.num_players - 1, coins_in_a_row(state.num_players)
    for name, most in (("player", last), ("turns_left", last), ("coin_streak", streak)):
        number = getattr(state, name) or 0
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    phase, pending, bag = state.phase, state.pending, sum(state.bag.values())
    customers = dict.fromkeys(f"customers {t.customers}" for t, _ in state.setup.customer_tiles)
    end = ("restaurant", "display", *customers)
    events = {"take": ("restaurant",), "end": end, **DRAWS}.get(phase, ())
    for index, event in enumerate(pending):
        if event not in events:
            expected = f"one of {', '.join(events)}" if events else "none"
            yield f"invalid pending[{index}] {event} in the phase {phase!r}: expected {expected}"
    draws, by_coins = phase in DRAWS and bool(pending), state.ended_by == "coins"
    facedown = len(state.market.gray) + pending.count("restaurant")
    for is_valid, fault in (
        (facedown <= sum(state.hidden_restaurants.values()),
         "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"),
        (len(pending) < 2 or draws,
         f"pending: only one event can be pending in the phase {phase!r}"),
        (pending or phase != "end", "phase: the phase 'end' waits for a pending event"),
        (draws == (state.set_aside is not None),
         "set_aside: three tiles are set aside exactly while three are drawn"),
        (pending or state.display or not phase.startswith("take"),
         "phase: there is no tile on display to take"),
        (not pending or state.chance_outcomes(),
         f"pending: nothing is left to draw for {', '.join(pending[:1])!r}"),
        (not draws or len(pending) <= bag,
         "pending: the bag holds fewer tiles than are to be drawn"),
        (state.is_over == (state.turns_left == 0),
         "turns_left: 0 turns are left exactly when the game is over"),
        (state.turns_left is None or state.ended_by,
         "ended_by: turns are counted down only once the end is triggered"),
        ((state.coin_streak == streak) == by_coins,
         f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"),
        (state.is_over or not by_coins, "phase: a game that coins ended is over"),
    ):  # fmt: skip
        if not is_valid:
            yield fault


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market = state.setup, state.market
    piles: list[Any] = [[stand.type for stand in market.stands.values()]]
    piles += [market.restaurants.values(), market.entrances.values(), state.customers_shown]
    piles += [dict(state.customers_stock), state.bag, state.display, state.hidden_restaurants]
    piles += [tiles for own in state.players for tiles in (own.tiles, own.restaurants)]
    piles += [[state.set_aside] * STARTING_TILES] if state.set_aside else []
    tiles: list[Any] = [setup.stand_tiles, setup.restaurant_tiles, dict(setup.customer_tiles)]
    found, wanted = (sum(map(Counter, counts), Counter[Any]()) for counts in (piles, tiles))
    for piece in {**wanted, **found}:
        if found[piece] != wanted[piece]:
            pile = "hidden_restaurants" if piece in parts.RESTAURANTS else FIELDS[type(piece)]
            yield f"{pile}: {found[piece]} '{piece}' tiles in all; the setup has {wanted[piece]}"
    for space in market.gray:
        if space not in setup.marked_spaces:
            yield f"market: {space} is gray but is not a marked space"
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            held = f"{market.stands_of(player)} stands in the market and only"
            yield f"market: {seat_name(player)} has {held} {setup.wooden_stands} wooden ones"


def setup_parts(start: MercadoState, _: object) -> tuple[SetupPart, ...]:
    """Return the players' tiles and the displays."""
    tiles = {str(name): count for name, count in start.setup.stand_tiles.items()}
    example = f"2 {next(iter(tiles))}, {next(reversed(tiles))}"
    found = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, example)
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    shown = Counter(tile.customers for tile in start.customers_shown)
    for customers, count in sorted(shown.items()):
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:count])
        found.append(SetupPart(f"customers {customers}", "customer tiles", count, pile, example))
    return tuple(found)


def lay_parts(start: MercadoState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put tiles into a start's document; redraw other stand tiles from the rest."""
    holders = {f"tiles {seat}": own for seat, own in enumerate(document["players"])}
    holders["display"] = document
    if holders.keys() & given.keys():
        bag: Counter[str] = Counter(start.setup.stand_tiles)
        for place in sorted(holders, key=lambda place: place not in given):
            rest = sorted(bag.elements())
            drawn = given.get(place) or rng.choice(rest, STARTING_TILES, replace=False).tolist()
            bag.subtract(drawn)
            for name in -bag:  # the tiles drawn too often
                text = f"{place}: more {name} than the game has, including the given tiles"
                raise InputError(Sentence("too_many", text, a=name))
            holders[place][place.split()[0]] = dict(Counter(drawn))
        document["bag"] = dict(+bag)
    shown = [str(t) for t in start.customers_shown if f"customers {t.customers}" not in given]
    shown += [text for part in given if part.startswith("customers ") for text in given[part]]
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
