"""Positions as JSON documents, read back with every component accounted for."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, TypedDict, get_args

from chatuchak_solver.document import Node, fields_of, names_of
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.layout import MarketDocument
from chatuchak_solver.games.mercado.market import Market
from chatuchak_solver.games.mercado.position import Phase
from chatuchak_solver.games.mercado.rules import coins_in_a_row
from chatuchak_solver.games.mercado.setup import STARTING_TILES, MercadoSetup
from chatuchak_solver.games.mercado.state import MercadoState
from chatuchak_solver.games.mercado.tiles import (
    RESTAURANTS,
    STANDS,
    CustomerTile,
    named,
    read_counts,
)

MOST_COINS: Final = 1_000_000
Counted = dict[str, int]


class PlayerDocument(TypedDict):
    """What a player has."""

    coins: int
    """Coins."""
    tiles: Counted
    """Stand tiles in front of the player, by type."""
    restaurants: Counted
    """Restaurants not placed, by kind."""


class MercadoDocument(TypedDict):
    """A position of Mercado de Lisboa."""

    game: str
    setup: MercadoSetup
    """The figures of the game."""
    market: MarketDocument
    """What lies on the market."""
    players: list[PlayerDocument]
    """One entry a player."""
    bag: Counted
    """Stand tiles in the bag, by type."""
    display: Counted
    """Stand tiles on display, by type."""
    hidden_restaurants: Counted
    """Restaurants that lie facedown, by kind."""
    customers_shown: tuple[CustomerTile, ...]
    """Customer tiles on display."""
    customers_stock: Counted
    """Customer tiles that are drawn from."""
    player: int
    """Whose turn it is, from 0."""
    phase: Phase
    """Where the turn stands."""
    pending: tuple[str, ...]
    """Chance events that come first."""
    set_aside: str | None
    """The type of three tiles that go back to the bag, or null."""
    coin_streak: int
    """How many coins were taken in a row."""
    ended_by: str | None
    """What ended the game: spaces, entrances or coins; null before."""
    turns_left: int | None
    """Turns that are left once the end has come; null before."""


def state_to_dict(state: MercadoState) -> MercadoDocument:
    """Return the JSON-ready form of a state."""
    return fields_of(
        MercadoDocument,
        state,
        players=[
            {
                "coins": coins,
                "tiles": named(tiles, STANDS),
                "restaurants": named(restaurants, RESTAURANTS),
            }
            for coins, tiles, restaurants in zip(
                state.coins, state.tiles, state.unplaced, strict=True
            )
        ],
        bag=named(state.bag, STANDS),
        display=named(state.display, STANDS),
        hidden_restaurants=named(state.hidden, RESTAURANTS),
        customers_shown=state.shown,
        customers_stock={str(tile): count for tile, count in state.stock},
        set_aside=None if state.set_aside is None else STANDS[state.set_aside],
    )


def state_from_dict(data: Mapping[str, object]) -> MercadoState:
    """Read a state and check that it can come about as far as the components go.

    Raises
    ------
    InvalidInstanceError
        If a field is missing, unknown or wrong; if the tiles do not add up to those of the
        setup; or if the fields contradict each other.
    """
    fields = Node(dict(data)).fields(names_of(MercadoDocument))
    fields["game"].choice((MercadoState.game,))
    setup = MercadoSetup.from_node(fields["setup"])
    counts = MercadoState.player_counts
    players = fields["players"].items(least=counts.start, most=counts.stop - 1)
    parts = [player.fields(names_of(PlayerDocument)) for player in players]
    owners: dict[str | int, int] = {player: player for player in range(len(players))}
    pending = [item.choice(_pending_kinds(setup)) for item in fields["pending"].items(most=3)]
    state = MercadoState(
        setup=setup,
        market=Market.from_node(fields["market"], side=setup.side, owners=owners),
        coins=tuple(part["coins"].integer(least=0, most=MOST_COINS) for part in parts),
        tiles=tuple(read_counts(part["tiles"], STANDS) for part in parts),
        unplaced=tuple(read_counts(part["restaurants"], RESTAURANTS) for part in parts),
        bag=read_counts(fields["bag"], STANDS),
        display=read_counts(fields["display"], STANDS),
        hidden=read_counts(fields["hidden_restaurants"], RESTAURANTS),
        shown=tuple(
            sorted(item.read(CustomerTile.parse) for item in fields["customers_shown"].items())
        ),
        stock=tuple(
            sorted(
                (count.read(CustomerTile.parse, text), count.integer(least=1))
                for text, count in fields["customers_stock"].mapping().items()
            )
        ),
        player=fields["player"].integer(least=0, most=len(players) - 1),
        phase=fields["phase"].choice(get_args(Phase)),
        pending=tuple(pending),
        set_aside=fields["set_aside"].optional(lambda node: STANDS.index(node.choice(STANDS))),
        coin_streak=fields["coin_streak"].integer(least=0, most=coins_in_a_row(len(players))),
        ended_by=fields["ended_by"].optional(
            lambda node: node.choice(("spaces", "entrances", "coins"))
        ),
        turns_left=fields["turns_left"].optional(
            lambda node: node.integer(least=0, most=len(players) - 1)
        ),
    )
    _check_components(state, fields)
    _check_turn(state, fields)
    return state


def _check_components(state: MercadoState, fields: Mapping[str, Node]) -> None:
    """Check that every tile of the setup is somewhere, once."""
    setup, market = state.setup, state.market
    stands, restaurants = range(len(STANDS)), range(len(RESTAURANTS))
    aside = [STARTING_TILES * (type_ == state.set_aside) for type_ in stands]
    types = [stand.type for stand in market.stands if stand is not None]
    piles = (state.bag, state.display, *state.tiles, aside, list(map(types.count, stands)))
    _check_tiles(piles, STANDS, setup.stand_tiles, fields["bag"])
    piles = (state.hidden, *state.unplaced, list(map(market.restaurants.count, restaurants)))
    _check_tiles(piles, RESTAURANTS, setup.restaurant_tiles, fields["hidden_restaurants"])
    if sum(state.hidden) < sum(market.gray) + state.pending.count("restaurant"):
        raise fields["hidden_restaurants"].error(
            "fewer hidden restaurants than facedown tiles in the market"
        )
    unmarked = [s for s, gray in enumerate(market.gray) if gray and s not in setup.marked_spaces]
    if unmarked:
        raise fields["market"].error(
            f"{market.layout.space_names[unmarked[0]]} is gray but is not a marked space"
        )
    tiles = Counter(dict(state.stock)) + Counter(state.shown)
    tiles += Counter(tile for tile in market.entrances if tile is not None)
    wanted = Counter(dict(setup.customer_tiles))
    for tile in sorted({*tiles, *wanted}):
        if tiles[tile] != wanted[tile]:
            raise fields["customers_stock"].error(
                f"{tiles[tile]} tiles '{tile}' in all; the setup has {wanted[tile]}"
            )
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            raise fields["market"].error(
                f"{seat_name(player)} has {market.stands_of(player)} stands in the market and only "
                f"{setup.wooden_stands} wooden ones"
            )


def _check_tiles(
    piles: Iterable[Sequence[int]], names: Sequence[str], wanted: Sequence[int], field: Node
) -> None:
    """Check that the tiles of each kind, counted in piles, are as many as those of the setup."""
    for name, found, number in zip(names, map(sum, zip(*piles, strict=True)), wanted, strict=True):
        if found != number:
            raise field.error(f"{found} {name} tiles in all; the setup has {number}")


def _check_turn(state: MercadoState, fields: Mapping[str, Node]) -> None:
    """Check that what is pending and what the phase says go together."""
    phase, pending = state.phase, state.pending
    allowed: dict[str, tuple[str, ...]] = {
        "turn": (),
        "redrawn": ("tile",),
        "take": ("restaurant",),
        "take-replaced": ("display",),
        "end": ("restaurant", "customers", "display"),
        "over": (),
    }
    for index, kind in enumerate(pending):
        if kind.partition(" ")[0] not in allowed[phase]:
            raise (
                fields["pending"]
                .child(index, kind)
                .error(f"{kind!r} cannot be pending in the phase {phase!r}")
            )
    draws = phase in ("redrawn", "take-replaced") and bool(pending)
    if len(pending) > 1 and not draws:
        raise fields["pending"].error(f"only one event can be pending in the phase {phase!r}")
    if phase == "end" and not pending:
        raise fields["phase"].error("the phase 'end' waits for a pending event")
    if draws != (state.set_aside is not None):
        raise fields["set_aside"].error("three tiles are set aside exactly while three are drawn")
    if phase in ("take", "take-replaced") and not pending and not sum(state.display):
        raise fields["phase"].error("there is no tile on display to take")
    if pending and not state.chance_outcomes():
        raise fields["pending"].error(f"nothing is left to draw for {pending[0]!r}")
    if len(pending) > sum(state.bag) and draws:
        raise fields["pending"].error("the bag holds fewer tiles than are to be drawn")
    if (phase == "over") != (state.turns_left == 0):
        raise fields["turns_left"].error("0 turns are left exactly when the game is over")
    if state.turns_left is not None and state.ended_by is None:
        raise fields["ended_by"].error("turns are counted down only once the end is triggered")
    streak = coins_in_a_row(state.num_players)
    if (state.coin_streak == streak) != (state.ended_by == "coins"):
        raise fields["coin_streak"].error(f"{streak} coins in a row are what ends by 'coins'")
    if state.ended_by == "coins" and phase != "over":
        raise fields["phase"].error("a game that coins ended is over")


def _pending_kinds(setup: MercadoSetup) -> tuple[str, ...]:
    numbers = sorted({tile.customers for tile, _ in setup.customer_tiles})
    return ("tile", "display", "restaurant", *(f"customers {number}" for number in numbers))
