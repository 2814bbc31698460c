"""What a legal action changes."""

from __future__ import annotations

from dataclasses import replace
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
)
from chatuchak_solver.games.mercado.earning import customer_earnings, opening_earnings, totals
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import CustomerTile, Stand

if TYPE_CHECKING:
    from chatuchak_solver.games.mercado.state import MercadoState

__all__ = ["ENTRANCES_LEFT", "SPACES_LEFT", "after", "coins_in_a_row"]

SPACES_LEFT = 4
"""With so many free spaces left, a stand or restaurant triggers the end."""

ENTRANCES_LEFT = 4
"""With so many free entrances left, customers trigger the end."""


def coins_in_a_row(num_players: int) -> int:
    """Return how many turns in a row that take a coin end the game at once.

    One of every player; of two players each must do so twice.
    """
    return 4 if num_players == 2 else num_players


def after(state: MercadoState, action: Action) -> MercadoState:
    """Return the state after a legal action."""
    match action:
        case OpenStand(type_, space):
            return _open_stand(state, type_, space)
        case BringCustomers(tile, entrance):
            return _bring_customers(state, tile, entrance)
        case OpenRestaurant(restaurant, space):
            return _open_restaurant(state, restaurant, space)
        case TakeCoin():
            return _take_coin(state)
        case Redraw():
            return _redraw(state)
        case TakeTile(type_):
            return _take_tile(state, type_)
        case ReplaceDisplay():
            return _replace_display(state)
        case Draw() | Reveal() | Arrive():
            return _happen(state, action)


def _open_stand(state: MercadoState, type_: int, space: int) -> MercadoState:
    player, market = state.player, state.market
    income = totals(opening_earnings(market, space, type_, player), state.num_players)
    cost = market.opening_cost(space)
    coins = add(state.coins, income)
    opened = market.with_stand(space, Stand(type_, player))
    return _settle(
        replace(
            state,
            market=opened,
            coins=change(coins, player, -cost),
            tiles=_change_in(state.tiles, player, type_, -1),
            pending=("restaurant",) if market.gray[space] else (),
            phase="take" if sum(state.display) else "end",
            coin_streak=0,
            ended_by=state.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
        )
    )


def _bring_customers(state: MercadoState, tile: CustomerTile, entrance: int) -> MercadoState:
    market = state.market
    shown = list(state.shown)
    shown.remove(tile)
    opened = market.with_customers(entrance, tile)
    more = any(other.customers == tile.customers for other, _ in state.stock)
    free = len(opened.free_entrances())
    return _settle(
        replace(
            state,
            market=opened,
            coins=add(
                state.coins, totals(customer_earnings(market, tile, entrance), state.num_players)
            ),
            shown=tuple(shown),
            pending=(f"customers {tile.customers}",) if more else (),
            phase="end",
            coin_streak=0,
            ended_by=state.ended_by or _full(free, ENTRANCES_LEFT, "entrances"),
        )
    )


def _open_restaurant(state: MercadoState, restaurant: int, space: int) -> MercadoState:
    player, market = state.player, state.market
    opened = market.with_restaurant(space, restaurant)
    return _settle(
        replace(
            state,
            market=opened,
            coins=change(state.coins, player, 1),
            unplaced=_change_in(state.unplaced, player, restaurant, -1),
            pending=("restaurant",) if market.gray[space] else (),
            phase="end",
            coin_streak=0,
            ended_by=state.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
        )
    )


def _take_coin(state: MercadoState) -> MercadoState:
    streak = state.coin_streak + 1
    paid = replace(state, coins=change(state.coins, state.player, 1), coin_streak=streak)
    if streak == coins_in_a_row(state.num_players):
        return replace(paid, phase="over", ended_by="coins", turns_left=0)
    return _settle(replace(paid, phase="end"))


def _redraw(state: MercadoState) -> MercadoState:
    tiles = state.tiles[state.player]
    return replace(
        state,
        tiles=_put(state.tiles, state.player, (0,) * len(tiles)),
        set_aside=tiles.index(STARTING_TILES),
        pending=("tile",) * STARTING_TILES,
        phase="redrawn",
    )


def _replace_display(state: MercadoState) -> MercadoState:
    return replace(
        state,
        display=(0,) * len(state.display),
        set_aside=state.display.index(STARTING_TILES),
        pending=("display",) * STARTING_TILES,
        phase="take-replaced",
    )


def _take_tile(state: MercadoState, type_: int) -> MercadoState:
    return _settle(
        replace(
            state,
            tiles=_change_in(state.tiles, state.player, type_, 1),
            display=change(state.display, type_, -1),
            pending=("display",) if sum(state.bag) else (),
            phase="end",
        )
    )


def _happen(state: MercadoState, outcome: Draw | Reveal | Arrive) -> MercadoState:
    kind, pending = state.pending[0], state.pending[1:]
    match outcome:
        case Reveal(restaurant):
            state = replace(
                state,
                hidden=change(state.hidden, restaurant, -1),
                unplaced=_change_in(state.unplaced, state.player, restaurant, 1),
            )
        case Arrive(tile):
            counts = dict(state.stock)
            counts[tile] -= 1
            state = replace(
                state,
                shown=tuple(sorted((*state.shown, tile))),
                stock=tuple((other, count) for other, count in counts.items() if count),
            )
        case Draw(type_) if kind == "tile":
            tiles = _change_in(state.tiles, state.player, type_, 1)
            state = replace(state, bag=change(state.bag, type_, -1), tiles=tiles)
        case Draw(type_):
            display = change(state.display, type_, 1)
            state = replace(state, bag=change(state.bag, type_, -1), display=display)
    if not pending and state.set_aside is not None:
        bag = change(state.bag, state.set_aside, STARTING_TILES)
        state = replace(state, bag=bag, set_aside=None)
    return _settle(replace(state, pending=pending))


def _settle(state: MercadoState) -> MercadoState:
    """Pass the turn on once everything that belongs to it has happened."""
    if state.pending or state.phase != "end":
        return state
    left = state.turns_left
    if left is None and state.ended_by is not None:
        left = state.num_players
    if left is not None:
        left -= 1
        if left == 0:
            return replace(state, phase="over", turns_left=0)
    following = (state.player + 1) % state.num_players
    return replace(state, phase="turn", player=following, turns_left=left)


def _full(free: int, limit: int, what: str) -> str | None:
    return what if free <= limit else None


def add(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums by position."""
    return tuple(a + b for a, b in zip(first, second, strict=True))


def change(values: tuple[int, ...], index: int, by: int) -> tuple[int, ...]:
    """Return ``values`` with one of them changed by ``by``."""
    return (*values[:index], values[index] + by, *values[index + 1 :])


def _change_in(
    rows: tuple[tuple[int, ...], ...], row: int, index: int, by: int
) -> tuple[tuple[int, ...], ...]:
    return _put(rows, row, change(rows[row], index, by))


def _put(
    rows: tuple[tuple[int, ...], ...], row: int, values: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*rows[:row], values, *rows[row + 1 :])
