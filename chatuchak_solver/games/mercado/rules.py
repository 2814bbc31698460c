"""Which actions the rules allow, and which rule forbids the others."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.mercado.position import Position
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile, text_of_tile
from chatuchak_solver.games.values import drawn
from chatuchak_solver.puzzle.board import iter_spots

Share: TypeAlias = tuple[Sequence[Action], int]
"""Actions by the names of their places, and the mask of the places where they are legal."""


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action, each once, sorted by its text; at a chance event its outcomes."""
    if position.pending:
        return tuple([outcome for outcome, _ in chance_outcomes(position)])
    if position.phase == "over":
        return ()
    if position.phase in ("take", "take-replaced"):
        takes = (act.TAKES[type_] for type_ in act.STANDS_BY_NAME if position.display[type_])
        return (act.REPLACE, *takes) if may_replace(position) else tuple(takes)
    found: list[Action] = []
    for actions, places in _shares(position):
        found += map(actions.__getitem__, _numbers_in(places))
    return tuple(found)


def pick(position: Position, draw: Callable[[int], int]) -> Action:
    """Return one of the `legal_actions` of a turn without making the others.

    Parameters
    ----------
    position
        One in whose phase a player chooses the action of a turn.
    draw
        As for `GameState.pick`.
    """
    shares = _shares(position)
    counts = [places.bit_count() for _, places in shares]
    index = draw(sum(counts))
    for (actions, places), count in zip(shares, counts, strict=True):
        if index < count:
            for _ in range(index):
                places &= places - 1
            return actions[(places & -places).bit_length() - 1]
        index -= count
    raise AssertionError("the number drawn is below the number of actions")


_numbers_in: Final = lru_cache(maxsize=1 << 14)(iter_spots)
"""The numbers of a mask's bits; kept, since many actions share their places."""


def _shares(position: Position) -> list[Share]:
    """Return the actions of a turn, in the order of their texts."""
    shares: list[Share] = []
    _add_customers(shares, position)
    shares.append(((act.COIN,), 1))
    if may_redraw(position):
        shares.append(((act.REDRAW,), 1))
    _add_restaurants(shares, position)
    _add_stands(shares, position)
    return shares


def _add_customers(shares: list[Share], position: Position) -> None:
    market = position.market
    own = market.own_entrances(position.player)
    if not any(own):
        return
    free = market.free_entrances_by_crowd()
    for _, customers, types, actions in position.offers:
        places = free[customers] if customers < len(free) else 0
        if places:
            theirs = 0
            for type_ in types:
                theirs |= own[type_]
            places &= theirs
            if places:
                shares.append((actions, places))


def _add_restaurants(shares: list[Share], position: Position) -> None:
    own = position.unplaced[position.player]
    if any(own):
        by_kind = act.restaurant_actions(position.market.side)
        free = position.market.free_space_mask
        shares += [(by_kind[kind], free) for kind in act.RESTAURANTS_BY_NAME if own[kind]]


def _add_stands(shares: list[Share], position: Position) -> None:
    market, player = position.market, position.player
    if position.wooden_stands_left(player) == 0:
        return
    coins, own = position.coins[player], position.tiles[player]
    by_type = act.stand_actions(market.side)
    held = [type_ for type_ in act.STANDS_BY_NAME if own[type_]]
    shares += [(by_type[type_], market.affordable(type_, coins)) for type_ in held]


def chance_outcomes(position: Position) -> tuple[tuple[Action, int], ...]:
    """Return the outcomes of the chance event that is due, with the numbers of such tiles."""
    if not position.pending:
        return ()
    event = position.pending[0]
    if event == "restaurant":
        hidden = position.hidden
        return tuple(
            [(act.REVEALS[tile], hidden[tile]) for tile in act.RESTAURANTS_BY_NAME if hidden[tile]]
        )
    if event.startswith("customers"):
        return tuple([(act.arrival(tile), count) for tile, count in _arriving(position)])
    bag = position.bag
    return tuple([(act.DRAWS[type_], bag[type_]) for type_ in act.STANDS_BY_NAME if bag[type_]])


def pick_outcome(position: Position, draw: Callable[[int], int]) -> Action:
    """Return one outcome of the chance event that is due; see `GameState.pick_outcome`."""
    event = position.pending[0]
    if event in ("tile", "display"):
        return act.DRAWS[drawn(position.bag, act.STANDS_BY_NAME, draw)]
    if event == "restaurant":
        return act.REVEALS[drawn(position.hidden, act.RESTAURANTS_BY_NAME, draw)]
    tiles = _arriving(position)
    counts = [count for _, count in tiles]
    return act.arrival(tiles[drawn(counts, range(len(tiles)), draw)][0])


def _arriving(position: Position) -> list[tuple[CustomerTile, int]]:
    """Return the customer tiles that may be turned up, sorted by their texts, with their counts."""
    wanted = int(position.pending[0].partition(" ")[2])
    tiles = [counted for counted in position.stock if counted[0].customers == wanted]
    if len(tiles) > 1:
        tiles.sort(key=lambda counted: text_of_tile(counted[0]))
    return tiles


def may_redraw(position: Position) -> bool:
    """Return whether the player may change three equal stand tiles for others."""
    triple = STARTING_TILES in position.tiles[position.player]
    return triple and position.phase == "turn" and sum(position.bag) >= STARTING_TILES


def may_replace(position: Position) -> bool:
    """Return whether the player may replace a display of three equal stand tiles."""
    triple = STARTING_TILES in position.display
    return triple and position.phase == "take" and sum(position.bag) >= STARTING_TILES


def refusal(position: Position, action: Action) -> str | None:
    """Return the rule that ``action`` breaks here, or None where it is legal."""
    if position.phase == "over":
        return "the game is over"
    if position.pending:
        outcomes = [outcome for outcome, _ in chance_outcomes(position)]
        if action in outcomes:
            return None
        texts = ", ".join(repr(act.format_action(o, position.market.layout)) for o in outcomes)
        return f"a chance event comes first; its outcomes are {texts}"
    unknown = _unknown(position, action)
    if unknown is not None:
        return unknown
    if isinstance(action, act.Outcome):
        return "no chance event is due"
    taking = position.phase in ("take", "take-replaced")
    match action:
        case act.TakeTile(type_):
            if not taking:
                return "a stand tile is taken only after opening a stand"
            return None if position.display[type_] else f"no {STANDS[type_]} tile is on display"
        case act.ReplaceDisplay():
            return None if may_replace(position) else _no_replacement(position)
    if taking:
        return "a stand was opened; take a stand tile from the display first"
    match action:
        case act.OpenStand(type_, space):
            return _no_stand(position, type_, space)
        case act.BringCustomers(tile, entrance):
            return _no_customers(position, tile, entrance)
        case act.OpenRestaurant(restaurant, space):
            return _no_restaurant(position, restaurant, space)
        case act.Redraw():
            return None if may_redraw(position) else _no_redraw(position)
        case _:
            return None


def _unknown(position: Position, action: Action) -> str | None:
    """Return what of an action this market does not have at all."""
    board = position.market.layout
    match action:
        case act.OpenStand(type_, _) | act.TakeTile(type_) if not 0 <= type_ < len(STANDS):
            return f"no stand type {type_}; expected 0 to {len(STANDS) - 1}"
        case act.OpenRestaurant(kind, _) if not 0 <= kind < len(RESTAURANTS):
            return f"no restaurant {kind}; expected 0 to {len(RESTAURANTS) - 1}"
        case act.OpenStand(_, at) | act.OpenRestaurant(_, at) if not 0 <= at < board.num_spaces:
            return f"no space {at}; expected 0 to {board.num_spaces - 1}"
        case act.BringCustomers(_, entrance) if not 0 <= entrance < board.num_entrances:
            return f"no entrance {entrance}; expected 0 to {board.num_entrances - 1}"
    return None


def _no_stand(position: Position, type_: int, space: int) -> str | None:
    player = position.player
    if not position.tiles[player][type_]:
        return f"{seat_name(player)} has no {STANDS[type_]} tile"
    if position.wooden_stands_left(player) == 0:
        return f"{seat_name(player)} has no wooden stand left"
    if not position.market.is_free(space):
        return _taken(position, space)
    cost, coins = position.market.opening_cost(space), position.coins[player]
    income = position.market.opening_income(space, type_)
    if cost > coins + income:
        return (
            f"the stand costs {cost} (the stands in its row or column, itself included); "
            f"{seat_name(player)} has {coins} and the stand would earn {income}"
        )
    return None


def _no_customers(position: Position, tile: CustomerTile, entrance: int) -> str | None:
    market = position.market
    if tile not in position.shown:
        return f"no customer tile '{tile}' is on display"
    if market.entrances[entrance] is not None:
        return f"the entrance {market.layout.entrance_names[entrance]} has customers already"
    line = market.layout.line_of[entrance]
    stands = market.stands_in(line)
    if tile.customers > stands:
        return (
            f"{market.layout.line_name(line)} has {stands} stands, fewer than the tile's "
            f"{tile.customers} customers"
        )
    own, door = market.own_entrances(position.player), market.layout.entrance_bits[entrance]
    if not any(own[type_] & door for type_ in tile.types):
        return (
            f"{seat_name(position.player)} has no stand of a type on the tile in "
            f"{market.layout.line_name(line)}"
        )
    return None


def _no_restaurant(position: Position, restaurant: int, space: int) -> str | None:
    if not position.unplaced[position.player][restaurant]:
        return f"{seat_name(position.player)} has no {RESTAURANTS[restaurant]} tile"
    return None if position.market.is_free(space) else _taken(position, space)


def _taken(position: Position, space: int) -> str:
    holder = "a stand" if position.market.stands[space] is not None else "a restaurant"
    return f"{position.market.layout.space_names[space]} holds {holder} already"


def _no_redraw(position: Position) -> str:
    if position.phase == "redrawn":
        return "tiles are redrawn only once, at the beginning of a turn"
    if max(position.tiles[position.player]) < STARTING_TILES:
        return f"{seat_name(position.player)} has no three equal stand tiles"
    return "the bag holds fewer than three stand tiles"


def _no_replacement(position: Position) -> str:
    if position.phase == "take-replaced":
        return "the display is replaced only once before a tile is taken"
    if position.phase != "take":
        return "the display is replaced only when a tile is taken from it"
    if max(position.display) < STARTING_TILES:
        return "the display does not show three equal stand tiles"
    return "the bag holds fewer than three stand tiles"
