"""The file format of positions, and manual setups; accounts for every component."""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Form, JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import replace
from chatuchak_solver.games.mercado.market import (
    RESTAURANTS,
    STANDS,
    STORED_RESTAURANTS,
    STORED_STANDS,
    MarketForm,
    RestaurantCounts,
    StandCounts,
)
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.state import MercadoState, coins_in_a_row, count_tiles
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.games.stored import StoredForm, form_of
from chatuchak_solver.puzzle.start_tiles import StartTiles

if TYPE_CHECKING:
    StateForm = StoredForm
else:
    StateForm = form_of(MercadoState, "market", "coins", "tiles", "unplaced")


class PlayerForm(Form, frozen=True):
    """The possessions of a player.

    Attributes
    ----------
    tiles
        The stand tiles in front of the player, by type.
    restaurants
        The unplaced restaurants, by kind.
    """

    coins: Annotated[int, Meta(ge=0, le=1_000_000)]
    tiles: StandCounts
    restaurants: RestaurantCounts


class MercadoForm(StateForm, frozen=True, kw_only=True):
    """The file format of a `MercadoState`: its fields, and the possessions by player.

    Attributes
    ----------
    player
        The current player, from 0.
    """

    market: MarketForm
    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=2, max_length=4)]

    @classmethod
    def of(cls, value: Any, **fields: object) -> Self:
        """Return the form of a state."""
        tiles = map(STORED_STANDS.write, value.tiles)
        restaurants = map(STORED_RESTAURANTS.write, value.unplaced)
        players = tuple(map(PlayerForm, value.coins, tiles, restaurants))
        return super().of(value, market=MarketForm.of(value.market), players=players, **fields)

    def to_value(self, **changes: Any) -> MercadoState:
        """Return the state."""
        players = self.players
        state: MercadoState = super().to_value(
            market=None,
            coins=tuple(player.coins for player in players),
            tiles=tuple(STORED_STANDS.read(player.tiles, "") for player in players),
            unplaced=tuple(STORED_RESTAURANTS.read(p.restaurants, "") for p in players),
            **changes,
        )
        return replace(state, market=self.market.to_market(state.setup.side, len(players)))


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last, streak = state.num_players - 1, coins_in_a_row(state.num_players)
    for name, most in (("player", last), ("turns_left", last), ("coin_streak", streak)):
        number = getattr(state, name) or 0
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    yield from _turn_faults(state)


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market = state.setup, state.market
    aside = [] if state.set_aside is None else [state.set_aside] * STARTING_TILES
    placed = count_tiles([*aside, *(stand.type for stand in market.stands if stand is not None)])
    opened = map(market.restaurants.count, range(len(RESTAURANTS)))
    stands = map(sum, zip(placed, state.bag, state.display, *state.tiles, strict=True))
    restaurants = map(sum, zip(opened, state.hidden, *state.unplaced, strict=True))
    customers = Counter(dict(state.stock))
    customers.update([*state.shown, *(tile for tile in market.entrances if tile is not None)])
    for field, names, wanted, found in (
        ("bag", STANDS, setup.stand_tiles, stands),
        ("hidden_restaurants", RESTAURANTS, setup.restaurant_tiles, restaurants),
    ):
        for piece, most, number in zip(names, wanted, found, strict=True):
            if number != most:
                yield f"{field}: {number} {piece} tiles in all; the setup has {most}"
    for tile, most in (dict.fromkeys(customers, 0) | dict(setup.customer_tiles)).items():
        if customers[tile] != most:
            yield f"customers_stock: {customers[tile]} tiles '{tile}' in all; the setup has {most}"
    if sum(state.hidden) < sum(market.gray) + state.pending.count("restaurant"):
        yield "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"
    for name, gray in zip(market.layout.space_names, market.gray, strict=True):
        if gray and name not in setup.marked_spaces:
            yield f"market: {name} is gray but is not a marked space"
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            yield (
                f"market: {seat_name(player)} has {market.stands_of(player)} stands in the market "
                f"and only {setup.wooden_stands} wooden ones"
            )


def _turn_faults(state: MercadoState) -> Iterator[str]:
    phase, pending = state.phase, state.pending
    customers = dict.fromkeys(f"customers {t.customers}" for t in state.setup.different_customers)
    allowed = {
        "redrawn": ("tile",),
        "take": ("restaurant",),
        "take-replaced": ("display",),
        "end": ("restaurant", "display", *customers),
    }.get(phase, ())
    for index, event in enumerate(pending):
        if event not in allowed:
            expected = f"one of {', '.join(allowed)}" if allowed else "none"
            yield f"invalid pending[{index}] {event} in the phase {phase!r}: expected {expected}"
    draws = phase in ("redrawn", "take-replaced") and bool(pending)
    if len(pending) > 1 and not draws:
        yield f"pending: only one event can be pending in the phase {phase!r}"
    if phase == "end" and not pending:
        yield "phase: the phase 'end' waits for a pending event"
    if draws != (state.set_aside is not None):
        yield "set_aside: three tiles are set aside exactly while three are drawn"
    if phase in ("take", "take-replaced") and not pending and not sum(state.display):
        yield "phase: there is no tile on display to take"
    if pending and not state.chance_outcomes():
        yield f"pending: nothing is left to draw for {pending[0]!r}"
    if len(pending) > sum(state.bag) and draws:
        yield "pending: the bag holds fewer tiles than are to be drawn"
    if (phase == "over") != (state.turns_left == 0):
        yield "turns_left: 0 turns are left exactly when the game is over"
    if state.turns_left is not None and state.ended_by is None:
        yield "ended_by: turns are counted down only once the end is triggered"
    streak = coins_in_a_row(state.num_players)
    if (state.coin_streak == streak) != (state.ended_by == "coins"):
        yield f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"
    if state.ended_by == "coins" and phase != "over":
        yield "phase: a game that coins ended is over"


def setup_parts(start: MercadoState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the players' tiles and the displays."""
    tiles = {str(n): c for n, c in zip(STANDS, start.setup.stand_tiles, strict=True) if c}
    first, last = next(iter(tiles)), next(reversed(tiles))
    parts = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, f"2 {first}, {last}")
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    shown = Counter(tile.customers for tile in start.shown)
    for customers, count in sorted(shown.items()):
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:count])
        parts.append(SetupPart(f"customers {customers}", "customer tiles", count, pile, example))
    return tuple(parts)


def lay_parts(start: MercadoState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put tiles into a start's document; redraw other stand tiles from the rest."""
    holders = {
        **{f"tiles {seat}": (player, "tiles") for seat, player in enumerate(document["players"])},
        "display": (document, "display"),
    }
    if not holders.keys().isdisjoint(given):
        bag: Counter[str] = Counter(dict(zip(STANDS, start.setup.stand_tiles, strict=True)))
        for place in sorted(holders, key=lambda place: place not in given):
            rest = sorted(bag.elements())
            drawn = given.get(place) or rng.choice(rest, STARTING_TILES, replace=False).tolist()
            bag.subtract(drawn)
            for name, count in bag.items():
                if count < 0:
                    text = f"{place}: more {name} than the game has, including the given tiles"
                    raise InputError(Sentence("too_many", text, a=name))
            holder, field = holders[place]
            holder[field] = dict(Counter(drawn))
        document["bag"] = dict(+bag)
    shown = [
        tile
        for number, pile in groupby(start.shown, key=attrgetter("customers"))
        for tile in given.get(f"customers {number}", map(str, pile))
    ]
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
