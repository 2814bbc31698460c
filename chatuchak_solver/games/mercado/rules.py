"""Which actions the rules allow, and which rule forbids the others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from chatuchak_solver.games.mercado.actions import (
    Action,
    Arrive,
    BringCustomers,
    Draw,
    OpenRestaurant,
    OpenStand,
    Redraw,
    ReplaceDisplay,
    Reveal,
    TakeCoin,
    TakeTile,
    format_action,
)
from chatuchak_solver.games.mercado.earning import opening_earnings
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import RESTAURANTS, STANDS, CustomerTile

if TYPE_CHECKING:
    from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["chance_actions", "legal_actions", "refusal"]


def legal_actions(state: MercadoState) -> Iterator[Action]:
    """Yield every legal action of the player to act, each once; nothing at a chance event."""
    if state.pending or state.phase == "over":
        return
    if state.phase in ("take", "take-replaced"):
        yield from (TakeTile(type_) for type_, count in enumerate(state.display) if count)
        if may_replace(state):
            yield ReplaceDisplay()
        return
    yield TakeCoin()
    if may_redraw(state):
        yield Redraw()
    yield from _stands(state)
    yield from _customers(state)
    free = state.market.free_spaces()
    for restaurant, count in enumerate(state.unplaced[state.player]):
        if count:
            yield from (OpenRestaurant(restaurant, space) for space in free)


def _stands(state: MercadoState) -> Iterator[OpenStand]:
    market, player = state.market, state.player
    if state.wooden_stands_left(player) == 0:
        return
    types = [type_ for type_, count in enumerate(state.tiles[player]) if count]
    counts = market.line_counts()
    for space in market.free_spaces():
        column, row = market.layout.lines_of[space]
        missing = max(counts[column], counts[row]) + 1 - state.coins[player]
        for type_ in types:
            if missing <= 0 or missing <= opening_income(state, type_, space):
                yield OpenStand(type_, space)


def _customers(state: MercadoState) -> Iterator[BringCustomers]:
    market = state.market
    counts = market.line_counts()
    shown = sorted(set(state.shown))
    for entrance in market.free_entrances():
        line = market.layout.line_of[entrance]
        own = own_types(state, line)
        for tile in shown:
            if tile.customers <= counts[line] and not own.isdisjoint(tile.types):
                yield BringCustomers(tile, entrance)


def chance_actions(state: MercadoState) -> list[tuple[Action, int]]:
    """Return the outcomes of the chance event that the state waits for, with their weights."""
    if not state.pending:
        return []
    kind, _, number = state.pending[0].partition(" ")
    if kind == "restaurant":
        return [(Reveal(tile), count) for tile, count in enumerate(state.hidden) if count]
    if kind == "customers":
        return [
            (Arrive(tile), count) for tile, count in state.stock if tile.customers == int(number)
        ]
    return [(Draw(type_), count) for type_, count in enumerate(state.bag) if count]


def opening_income(state: MercadoState, type_: int, space: int) -> int:
    """Return the coins that a stand of the player to act would earn at once."""
    earnings = opening_earnings(state.market, space, type_, state.player)
    return sum(earning.coins for earning in earnings)


def own_types(state: MercadoState, line: int) -> set[int]:
    """Return the types of the stands that the player to act has in a line."""
    stands = (state.market.stands[space] for space in state.market.layout.lines[line])
    return {stand.type for stand in stands if stand is not None and stand.owner == state.player}


def may_redraw(state: MercadoState) -> bool:
    """Return whether the player may change three equal stand tiles for others."""
    triple = max(state.tiles[state.player]) == STARTING_TILES
    return state.phase == "turn" and triple and sum(state.bag) >= STARTING_TILES


def may_replace(state: MercadoState) -> bool:
    """Return whether the player may replace a display of three equal stand tiles."""
    triple = max(state.display) == STARTING_TILES
    return state.phase == "take" and triple and sum(state.bag) >= STARTING_TILES


def refusal(state: MercadoState, action: Action) -> str | None:
    """Return the rule that ``action`` breaks here, or None where it is legal."""
    if state.phase == "over":
        return "the game is over"
    if state.pending:
        outcomes = [outcome for outcome, _ in chance_actions(state)]
        if action in outcomes:
            return None
        texts = ", ".join(repr(format_action(o, state.market.layout)) for o in outcomes)
        return f"a chance event comes first; its outcomes are {texts}"
    taking = state.phase in ("take", "take-replaced")
    match action:
        case Draw() | Reveal() | Arrive():
            return "no chance event is due"
        case TakeTile(type_):
            if not taking:
                return "a stand tile is taken only after opening a stand"
            return None if state.display[type_] else f"no {STANDS[type_]} tile is on display"
        case ReplaceDisplay():
            return None if may_replace(state) else _no_replacement(state)
    if taking:
        return "a stand was opened; take a stand tile from the display first"
    match action:
        case OpenStand(type_, space):
            return _no_stand(state, type_, space)
        case BringCustomers(tile, entrance):
            return _no_customers(state, tile, entrance)
        case OpenRestaurant(restaurant, space):
            return _no_restaurant(state, restaurant, space)
        case Redraw():
            return None if may_redraw(state) else _no_redraw(state)
        case _:
            return None


def _no_stand(state: MercadoState, type_: int, space: int) -> str | None:
    player = state.player
    if not state.tiles[player][type_]:
        return f"player {player} has no {STANDS[type_]} tile"
    if state.wooden_stands_left(player) == 0:
        return f"player {player} has no wooden stand left"
    if not state.market.is_free(space):
        return _taken(state, space)
    cost, coins = state.market.opening_cost(space), state.coins[player]
    income = opening_income(state, type_, space)
    if cost > coins + income:
        return (
            f"the stand costs {cost} (the stands in its row or column, itself included); "
            f"player {player} has {coins} and the stand would earn {income}"
        )
    return None


def _no_customers(state: MercadoState, tile: CustomerTile, entrance: int) -> str | None:
    market = state.market
    if tile not in state.shown:
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
    if own_types(state, line).isdisjoint(tile.types):
        return (
            f"player {state.player} has no stand of a type on the tile in "
            f"{market.layout.line_name(line)}"
        )
    return None


def _no_restaurant(state: MercadoState, restaurant: int, space: int) -> str | None:
    if not state.unplaced[state.player][restaurant]:
        return f"player {state.player} has no {RESTAURANTS[restaurant]} tile"
    return None if state.market.is_free(space) else _taken(state, space)


def _taken(state: MercadoState, space: int) -> str:
    holder = "a stand" if state.market.stands[space] is not None else "a restaurant"
    return f"{state.market.layout.space_names[space]} holds {holder} already"


def _no_redraw(state: MercadoState) -> str:
    if state.phase == "redrawn":
        return "tiles are redrawn only once, at the beginning of a turn"
    if max(state.tiles[state.player]) < STARTING_TILES:
        return f"player {state.player} has no three equal stand tiles"
    return "the bag holds fewer than three stand tiles"


def _no_replacement(state: MercadoState) -> str:
    if state.phase == "take-replaced":
        return "the display is replaced only once before a tile is taken"
    if state.phase != "take":
        return "the display is replaced only when a tile is taken from it"
    if max(state.display) < STARTING_TILES:
        return "the display does not show three equal stand tiles"
    return "the bag holds fewer than three stand tiles"
