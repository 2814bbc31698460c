"""Which actions the rules allow, and which rule forbids the others."""

from __future__ import annotations

from functools import lru_cache

from chatuchak_solver.games.mercado.actions import (
    COIN,
    DRAWS,
    REDRAW,
    REPLACE,
    RESTAURANTS_BY_NAME,
    REVEALS,
    STANDS_BY_NAME,
    TAKES,
    Action,
    Arrive,
    BringCustomers,
    Draw,
    OpenRestaurant,
    OpenStand,
    Redraw,
    ReplaceDisplay,
    Reveal,
    TakeTile,
    arrival,
    customer_actions,
    format_action,
    restaurant_actions,
    stand_actions,
)
from chatuchak_solver.games.mercado.position import Position
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile

__all__ = ["chance_outcomes", "legal_actions", "refusal"]


def legal_actions(position: Position) -> tuple[Action, ...]:
    """Return every legal action, each once, sorted by its text; at a chance event its outcomes."""
    if position.pending:
        return tuple([outcome for outcome, _ in chance_outcomes(position)])
    if position.phase == "over":
        return ()
    if position.phase in ("take", "take-replaced"):
        takes = (TAKES[type_] for type_ in STANDS_BY_NAME if position.display[type_])
        return (REPLACE, *takes) if may_replace(position) else tuple(takes)
    actions: list[Action] = []
    _add_customers(actions, position)
    actions.append(COIN)
    if may_redraw(position):
        actions.append(REDRAW)
    _add_restaurants(actions, position)
    _add_stands(actions, position)
    return tuple(actions)


def _add_customers(found: list[Action], position: Position) -> None:
    market = position.market
    counts, line_of = market.line_counts(), market.layout.line_of
    types = market.types_in_lines(position.player)
    free = [
        (entrance, counts[line_of[entrance]], types[line_of[entrance]])
        for entrance in market.free_entrances_by_name()
        if types[line_of[entrance]]
    ]
    if not free:
        return
    most, any_own = max([stands for _, stands, _ in free]), 0
    for _, _, own in free:
        any_own |= own
    for tile in _by_text(position.shown):
        customers, wanted = tile.customers, tile.type_mask
        if customers > most or not any_own & wanted:
            continue
        actions = customer_actions(market.side, tile)
        found += [
            actions[entrance]
            for entrance, stands, own in free
            if own & wanted and customers <= stands
        ]


@lru_cache(maxsize=4096)
def _by_text(tiles: tuple[CustomerTile, ...]) -> tuple[CustomerTile, ...]:
    """Return the different tiles in the order of their texts."""
    return tuple(sorted(set(tiles), key=str))


def _add_restaurants(found: list[Action], position: Position) -> None:
    market, own = position.market, position.unplaced[position.player]
    if any(own):
        by_kind = restaurant_actions(market.side)
        free = market.free_spaces_by_name()
        for kind in RESTAURANTS_BY_NAME:
            if own[kind]:
                found += map(by_kind[kind].__getitem__, free)


def _add_stands(found: list[Action], position: Position) -> None:
    market, player = position.market, position.player
    if position.wooden_stands_left(player) == 0:
        return
    coins, costs = position.coins[player], market.opening_costs()
    by_type = stand_actions(market.side)
    own = position.tiles[player]
    free = market.free_spaces_by_name()
    all_affordable = max(map(costs.__getitem__, free), default=0) <= coins
    for type_ in STANDS_BY_NAME:
        if own[type_]:
            actions = by_type[type_]
            if all_affordable:
                found += map(actions.__getitem__, free)
                continue
            incomes = market.opening_incomes(type_)
            found += [actions[space] for space in free if costs[space] <= coins + incomes[space]]


def chance_outcomes(position: Position) -> tuple[tuple[Action, int], ...]:
    """Return the outcomes of the chance event that is due, with the numbers of such tiles."""
    if not position.pending:
        return ()
    kind, _, number = position.pending[0].partition(" ")
    if kind == "restaurant":
        hidden = position.hidden
        return tuple(
            [(REVEALS[tile], hidden[tile]) for tile in RESTAURANTS_BY_NAME if hidden[tile]]
        )
    if kind == "customers":
        wanted = int(number)
        tiles = [(tile, count) for tile, count in position.stock if tile.customers == wanted]
        return tuple([(arrival(tile), count) for tile, count in sorted(tiles, key=_text_of)])
    bag = position.bag
    return tuple([(DRAWS[type_], bag[type_]) for type_ in STANDS_BY_NAME if bag[type_]])


def _text_of(counted: tuple[CustomerTile, int]) -> str:
    return str(counted[0])


def may_redraw(position: Position) -> bool:
    """Return whether the player may change three equal stand tiles for others."""
    triple = max(position.tiles[position.player]) == STARTING_TILES
    return position.phase == "turn" and triple and sum(position.bag) >= STARTING_TILES


def may_replace(position: Position) -> bool:
    """Return whether the player may replace a display of three equal stand tiles."""
    triple = max(position.display) == STARTING_TILES
    return position.phase == "take" and triple and sum(position.bag) >= STARTING_TILES


def refusal(position: Position, action: Action) -> str | None:
    """Return the rule that ``action`` breaks here, or None where it is legal."""
    if position.phase == "over":
        return "the game is over"
    if position.pending:
        outcomes = [outcome for outcome, _ in chance_outcomes(position)]
        if action in outcomes:
            return None
        texts = ", ".join(repr(format_action(o, position.market.layout)) for o in outcomes)
        return f"a chance event comes first; its outcomes are {texts}"
    unknown = _unknown(position, action)
    if unknown is not None:
        return unknown
    taking = position.phase in ("take", "take-replaced")
    match action:
        case Draw() | Reveal() | Arrive():
            return "no chance event is due"
        case TakeTile(type_):
            if not taking:
                return "a stand tile is taken only after opening a stand"
            return None if position.display[type_] else f"no {STANDS[type_]} tile is on display"
        case ReplaceDisplay():
            return None if may_replace(position) else _no_replacement(position)
    if taking:
        return "a stand was opened; take a stand tile from the display first"
    match action:
        case OpenStand(type_, space):
            return _no_stand(position, type_, space)
        case BringCustomers(tile, entrance):
            return _no_customers(position, tile, entrance)
        case OpenRestaurant(restaurant, space):
            return _no_restaurant(position, restaurant, space)
        case Redraw():
            return None if may_redraw(position) else _no_redraw(position)
        case _:
            return None


def _unknown(position: Position, action: Action) -> str | None:
    """Return what of an action this market does not have at all."""
    board = position.market.layout
    match action:
        case OpenStand(type_, _) | TakeTile(type_) if not 0 <= type_ < len(STANDS):
            return f"no stand type {type_}; expected 0 to {len(STANDS) - 1}"
        case OpenRestaurant(kind, _) if not 0 <= kind < len(RESTAURANTS):
            return f"no restaurant {kind}; expected 0 to {len(RESTAURANTS) - 1}"
        case OpenStand(_, space) | OpenRestaurant(_, space) if not 0 <= space < board.num_spaces:
            return f"no space {space}; expected 0 to {board.num_spaces - 1}"
        case BringCustomers(_, entrance) if not 0 <= entrance < board.num_entrances:
            return f"no entrance {entrance}; expected 0 to {board.num_entrances - 1}"
    return None


def _no_stand(position: Position, type_: int, space: int) -> str | None:
    player = position.player
    if not position.tiles[player][type_]:
        return f"player {player} has no {STANDS[type_]} tile"
    if position.wooden_stands_left(player) == 0:
        return f"player {player} has no wooden stand left"
    if not position.market.is_free(space):
        return _taken(position, space)
    cost, coins = position.market.opening_cost(space), position.coins[player]
    income = position.market.opening_incomes(type_)[space]
    if cost > coins + income:
        return (
            f"the stand costs {cost} (the stands in its row or column, itself included); "
            f"player {player} has {coins} and the stand would earn {income}"
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
    if not market.types_in_lines(position.player)[line] & tile.type_mask:
        return (
            f"player {position.player} has no stand of a type on the tile in "
            f"{market.layout.line_name(line)}"
        )
    return None


def _no_restaurant(position: Position, restaurant: int, space: int) -> str | None:
    if not position.unplaced[position.player][restaurant]:
        return f"player {position.player} has no {RESTAURANTS[restaurant]} tile"
    return None if position.market.is_free(space) else _taken(position, space)


def _taken(position: Position, space: int) -> str:
    holder = "a stand" if position.market.stands[space] is not None else "a restaurant"
    return f"{position.market.layout.space_names[space]} holds {holder} already"


def _no_redraw(position: Position) -> str:
    if position.phase == "redrawn":
        return "tiles are redrawn only once, at the beginning of a turn"
    if max(position.tiles[position.player]) < STARTING_TILES:
        return f"player {position.player} has no three equal stand tiles"
    return "the bag holds fewer than three stand tiles"


def _no_replacement(position: Position) -> str:
    if position.phase == "take-replaced":
        return "the display is replaced only once before a tile is taken"
    if position.phase != "take":
        return "the display is replaced only when a tile is taken from it"
    if max(position.display) < STARTING_TILES:
        return "the display does not show three equal stand tiles"
    return "the bag holds fewer than three stand tiles"
