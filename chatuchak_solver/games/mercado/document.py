"""The file format of positions, and manual setups; accounts for every component."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, ClassVar, Final, Literal, Self

from msgspec import Meta
from numpy.random import Generator

from chatuchak_solver.codec import Form, JsonObject, Notation, error_context
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    MarketForm,
    RestaurantCounts,
    StandCounts,
    StandName,
    by_name,
    counts_of,
)
from chatuchak_solver.games.mercado.setup import STARTING_TILES, MercadoSetup, SetupForm
from chatuchak_solver.games.mercado.state import MercadoState, Phase
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.games.stored import PieceCounts, StoredForm, sorted_counts, write_counts
from chatuchak_solver.puzzle.start_tiles import StartTiles

Ending = Literal["spaces", "entrances", "coins"]
ALLOWED: Final[dict[Phase, tuple[str, ...]]] = {
    "turn": (),
    "redrawn": ("tile",),
    "take": ("restaurant",),
    "take-replaced": ("display",),
    "end": ("restaurant", "customers", "display"),
    "over": (),
}
"""The possible pending chance events of each phase."""


class PlayerForm(Form, frozen=True):
    """The possessions of a player.

    Attributes
    ----------
    tiles
        Stand tiles in front of the player, by type.
    restaurants
        Unplaced restaurants, by kind.
    """

    coins: Annotated[int, Meta(ge=0, le=1_000_000)]
    tiles: StandCounts
    restaurants: RestaurantCounts


class MercadoForm(StoredForm, frozen=True, kw_only=True):
    """The file format of a `MercadoState`.

    Attributes
    ----------
    hidden_restaurants
        Facedown restaurants, by kind.
    customers_shown
        Customer tiles on display.
    customers_stock
        Facedown customer tiles.
    player
        The current player, from 0.
    """

    kind: ClassVar[type[Any]] = MercadoState

    game: Literal["mercado"]
    setup: SetupForm
    market: MarketForm
    players: Annotated[tuple[PlayerForm, ...], Meta(min_length=2, max_length=4)]
    bag: StandCounts
    display: StandCounts
    hidden_restaurants: RestaurantCounts
    customers_shown: tuple[Notation[CustomerTile], ...]
    customers_stock: PieceCounts
    player: Annotated[int, Meta(ge=0, le=3)]
    phase: Phase
    pending: Annotated[tuple[str, ...], Meta(max_length=3)]
    set_aside: StandName | None
    coin_streak: Annotated[int, Meta(ge=0, le=100)]
    ended_by: Ending | None
    turns_left: Annotated[int, Meta(ge=0, le=3)] | None

    @classmethod
    def of(cls, value: Any, **fields: object) -> Self:
        """Return the form of a state."""
        state = value
        parts = zip(state.coins, state.tiles, state.unplaced, strict=True)
        aside = state.set_aside
        return super().of(
            state,
            setup=SetupForm.of(state.setup),
            market=MarketForm.of(state.market),
            players=[
                PlayerForm(coins, by_name(tiles, STANDS), by_name(restaurants, RESTAURANTS))
                for coins, tiles, restaurants in parts
            ],
            bag=by_name(state.bag, STANDS),
            display=by_name(state.display, STANDS),
            hidden_restaurants=by_name(state.hidden, RESTAURANTS),
            customers_shown=state.shown,
            customers_stock=write_counts(state.stock),
            set_aside=None if aside is None else STANDS[aside],
            **fields,
        )

    def to_value(self, **changes: Any) -> MercadoState:
        """Return the state."""
        players, aside = self.players, self.set_aside
        with error_context("setup"):
            setup: MercadoSetup = self.setup.to_value()
        market = self.market.to_market(setup.side, len(players))
        for index, kind in enumerate(self.pending):
            if kind not in (kinds := _pending_kinds(setup)):
                raise InputError(f"invalid pending[{index}] {kind}: expected one of {kinds}")
        state: MercadoState = super().to_value(
            setup=setup,
            market=market,
            coins=tuple(player.coins for player in players),
            tiles=tuple(counts_of(player.tiles, STANDS) for player in players),
            unplaced=tuple(counts_of(player.restaurants, RESTAURANTS) for player in players),
            bag=counts_of(self.bag, STANDS),
            display=counts_of(self.display, STANDS),
            hidden=counts_of(self.hidden_restaurants, RESTAURANTS),
            shown=tuple(sorted(self.customers_shown)),
            stock=sorted_counts(CustomerTile.parse, self.customers_stock, "customers_stock"),
            set_aside=None if aside is None else STANDS.index(aside),
            **changes,
        )
        return state


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last = state.num_players - 1
    streak = state.coins_in_a_row
    for name, number, most in (
        ("player", state.player, last),
        ("turns_left", state.turns_left or 0, last),
        ("coin_streak", state.coin_streak, streak),
    ):
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    yield from _turn_faults(state)


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market = state.setup, state.market
    stands, restaurants = range(len(STANDS)), range(len(RESTAURANTS))
    aside = [STARTING_TILES * (type_ == state.set_aside) for type_ in stands]
    types = [stand.type for stand in market.stands if stand is not None]
    piles = (state.bag, state.display, *state.tiles, aside, list(map(types.count, stands)))
    yield from _tile_faults(piles, STANDS, setup.stand_tiles, "bag")
    piles = (state.hidden, *state.unplaced, list(map(market.restaurants.count, restaurants)))
    yield from _tile_faults(piles, RESTAURANTS, setup.restaurant_tiles, "hidden_restaurants")
    if sum(state.hidden) < sum(market.gray) + state.pending.count("restaurant"):
        yield "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"
    for name, gray in zip(market.layout.space_names, market.gray, strict=True):
        if gray and name not in setup.marked_spaces:
            yield f"market: {name} is gray but is not a marked space"
    tiles = Counter(dict(state.stock)) + Counter(state.shown)
    tiles += Counter(tile for tile in market.entrances if tile is not None)
    wanted = Counter(dict(setup.customer_tiles))
    for tile in sorted({*tiles, *wanted}):
        if tiles[tile] != wanted[tile]:
            yield (
                f"customers_stock: {tiles[tile]} tiles '{tile}' in all; "
                f"the setup has {wanted[tile]}"
            )
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            yield (
                f"market: {seat_name(player)} has {market.stands_of(player)} stands in the market "
                f"and only {setup.wooden_stands} wooden ones"
            )


def _tile_faults(
    piles: Iterable[Sequence[int]], names: Sequence[str], wanted: Sequence[int], field: str
) -> Iterator[str]:
    for name, found, number in zip(names, map(sum, zip(*piles, strict=True)), wanted, strict=True):
        if found != number:
            yield f"{field}: {found} {name} tiles in all; the setup has {number}"


def _turn_faults(state: MercadoState) -> Iterator[str]:
    phase, pending = state.phase, state.pending
    for index, kind in enumerate(pending):
        if kind.partition(" ")[0] not in ALLOWED[phase]:
            yield f"pending[{index}]: {kind!r} cannot be pending in the phase {phase!r}"
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
    streak = state.coins_in_a_row
    if (state.coin_streak == streak) != (state.ended_by == "coins"):
        yield f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"
    if state.ended_by == "coins" and phase != "over":
        yield "phase: a game that coins ended is over"


def _pending_kinds(setup: MercadoSetup) -> tuple[str, ...]:
    numbers = sorted({tile.customers for tile, _ in setup.customer_tiles})
    return ("tile", "display", "restaurant", *(f"customers {number}" for number in numbers))


def setup_parts(start: MercadoState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the players' tiles and the displays."""
    tiles: dict[str, int] = {
        name: n for name, n in zip(STANDS, start.setup.stand_tiles, strict=True) if n
    }
    kinds = list(tiles)
    parts = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, f"2 {kinds[0]}, {kinds[-1]}")
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    for customers in sorted({tile.customers for tile in start.shown}):
        shown = sum(tile.customers == customers for tile in start.shown)
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:shown])
        parts.append(SetupPart(f"customers {customers}", "customer tiles", shown, pile, example))
    return tuple(parts)


def lay_parts(start: MercadoState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put tiles into a start's document; redraw other stand tiles from the rest."""
    places = [*(f"tiles {seat}" for seat in range(start.num_players)), "display"]
    if any(place in given for place in places):
        bag: Counter[str] = Counter(dict(zip(STANDS, start.setup.stand_tiles, strict=True)))
        lies: dict[str, Counter[str]] = {}
        for place in sorted(places, key=lambda place: place not in given):
            if place in given:
                lies[place] = Counter(given[place])
            else:
                rest = sorted(bag.elements())
                drawn = rng.choice(len(rest), size=STARTING_TILES, replace=False)
                lies[place] = Counter(rest[int(index)] for index in drawn)
            bag.subtract(lies[place])
            for name, count in bag.items():
                if count < 0:
                    text = f"{place}: more {name} than the game has, including the given tiles"
                    raise InputError(Sentence("too_many", text, a=name))
        for seat in range(start.num_players):
            document["players"][seat]["tiles"] = dict(lies[f"tiles {seat}"])
        document["display"], document["bag"] = dict(lies["display"]), dict(+bag)
    shown = list(map(str, start.shown))
    for name, pieces in given.items():
        if name.startswith("customers "):
            number = name.removeprefix("customers ")
            shown = [tile for tile in shown if tile.partition(" ")[0] != number]
            shown += pieces
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
