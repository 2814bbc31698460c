"""What a legal action changes."""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

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
from chatuchak_solver.games.mercado.earning import customer_earnings, totals
from chatuchak_solver.games.mercado.position import Phase, Position
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import Stand
from chatuchak_solver.games.values import add_at, put_at

__all__ = ["ENTRANCES_LEFT", "SPACES_LEFT", "after", "coins_in_a_row"]

SPACES_LEFT = 4
"""With so many free spaces left, a stand or restaurant triggers the end."""

ENTRANCES_LEFT = 4
"""With so many free entrances left, customers trigger the end."""


P = TypeVar("P", bound=Position)


def coins_in_a_row(num_players: int) -> int:
    """Return how many turns in a row that take a coin end the game at once.

    One of every player; of two players each must do so twice.
    """
    return 4 if num_players == 2 else num_players


def after(position: P, action: Action) -> P:
    """Return the position after a legal action."""
    following: P = _EFFECTS[type(action)](position, action)
    return following


def _open_stand(position: P, action: OpenStand) -> P:
    player, market, space = position.player, position.market, action.space
    profit = market.opening_income(space, action.type) - market.opening_cost(space)
    opened = market.with_stand(space, Stand(action.type, player))
    return _settled(
        position,
        market=opened,
        coins=add_at(position.coins, player, profit),
        tiles=_change_in(position.tiles, player, action.type, -1),
        pending=("restaurant",) if market.gray[space] else (),
        phase="take" if any(position.display) else "end",
        coin_streak=0,
        ended_by=position.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
    )


def _bring_customers(position: P, action: BringCustomers) -> P:
    market, tile, entrance = position.market, action.tile, action.entrance
    shown = list(position.shown)
    shown.remove(tile)
    opened = market.with_customers(entrance, tile)
    more = any(other.customers == tile.customers for other, _ in position.stock)
    free = opened.free_entrance_mask().bit_count()
    income = totals(customer_earnings(market, tile, entrance), position.num_players)
    return _settled(
        position,
        market=opened,
        coins=add(position.coins, income),
        shown=tuple(shown),
        pending=(f"customers {tile.customers}",) if more else (),
        phase="end",
        coin_streak=0,
        ended_by=position.ended_by or _full(free, ENTRANCES_LEFT, "entrances"),
    )


def _open_restaurant(position: P, action: OpenRestaurant) -> P:
    player, market, space = position.player, position.market, action.space
    opened = market.with_restaurant(space, action.restaurant)
    return _settled(
        position,
        market=opened,
        coins=add_at(position.coins, player, 1),
        unplaced=_change_in(position.unplaced, player, action.restaurant, -1),
        pending=("restaurant",) if market.gray[space] else (),
        phase="end",
        coin_streak=0,
        ended_by=position.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
    )


def _take_coin(position: P, _: TakeCoin) -> P:
    streak = position.coin_streak + 1
    coins = add_at(position.coins, position.player, 1)
    if streak == coins_in_a_row(position.num_players):
        return position.but(
            coins=coins, coin_streak=streak, phase="over", ended_by="coins", turns_left=0
        )
    return _settled(position, coins=coins, coin_streak=streak, pending=(), phase="end")


def _redraw(position: P, _: Redraw) -> P:
    tiles = position.tiles[position.player]
    return position.but(
        tiles=put_at(position.tiles, position.player, (0,) * len(tiles)),
        set_aside=tiles.index(STARTING_TILES),
        pending=("tile",) * STARTING_TILES,
        phase="redrawn",
    )


def _replace_display(position: P, _: ReplaceDisplay) -> P:
    return position.but(
        display=(0,) * len(position.display),
        set_aside=position.display.index(STARTING_TILES),
        pending=("display",) * STARTING_TILES,
        phase="take-replaced",
    )


def _take_tile(position: P, action: TakeTile) -> P:
    return _settled(
        position,
        tiles=_change_in(position.tiles, position.player, action.type, 1),
        display=add_at(position.display, action.type, -1),
        pending=("display",) if any(position.bag) else (),
        phase="end",
    )


def _reveal(position: P, outcome: Reveal) -> P:
    return _happened(
        position,
        hidden=add_at(position.hidden, outcome.restaurant, -1),
        unplaced=_change_in(position.unplaced, position.player, outcome.restaurant, 1),
    )


def _arrive(position: P, outcome: Arrive) -> P:
    tile = outcome.tile
    stock, shown = dict(position.stock), list(position.shown)
    stock[tile] -= 1
    if not stock[tile]:
        del stock[tile]
    insort(shown, tile)
    return _happened(position, shown=tuple(shown), stock=tuple(stock.items()))


def _draw(position: P, outcome: Draw) -> P:
    bag = add_at(position.bag, outcome.type, -1)
    if position.pending[0] == "tile":
        tiles = _change_in(position.tiles, position.player, outcome.type, 1)
        return _happened(position, bag=bag, tiles=tiles)
    return _happened(position, bag=bag, display=add_at(position.display, outcome.type, 1))


_EFFECTS: Final[Mapping[type[Any], Callable[[Any, Any], Any]]] = {
    OpenStand: _open_stand,
    BringCustomers: _bring_customers,
    OpenRestaurant: _open_restaurant,
    TakeCoin: _take_coin,
    Redraw: _redraw,
    TakeTile: _take_tile,
    ReplaceDisplay: _replace_display,
    Draw: _draw,
    Reveal: _reveal,
    Arrive: _arrive,
}
"""What each kind of action changes."""


def _happened(position: P, **changes: Any) -> P:
    """Return the position with the changes that the first chance event pending brings."""
    pending = position.pending[1:]
    if not pending and position.set_aside is not None:
        bag = changes.get("bag", position.bag)
        changes["bag"] = add_at(bag, position.set_aside, STARTING_TILES)
        changes["set_aside"] = None
    return _with_turn(position, changes, pending, position.phase)


def _settled(position: P, *, pending: tuple[str, ...], phase: Phase, **changes: Any) -> P:
    """Return the position with changes, and with what is pending and decided next."""
    return _with_turn(position, changes, pending, phase)


def _with_turn(position: P, changes: dict[str, Any], pending: tuple[str, ...], phase: Phase) -> P:
    """Add to changes whose turn is next, once all that belongs to a turn is done, and make them."""
    changes["pending"], changes["phase"] = pending, phase
    if not pending and phase == "end":
        left = position.turns_left
        if left is None and changes.get("ended_by", position.ended_by) is not None:
            left = position.num_players
        if left is not None:
            left -= 1
        changes["turns_left"] = left
        if left == 0:
            changes["phase"] = "over"
        else:
            changes["phase"] = "turn"
            changes["player"] = (position.player + 1) % position.num_players
    return position.but(**changes)


def _full(free: int, limit: int, what: str) -> str | None:
    return what if free <= limit else None


def add(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums by position."""
    return tuple([a + b for a, b in zip(first, second, strict=True)])


def _change_in(
    rows: tuple[tuple[int, ...], ...], row: int, index: int, by: int
) -> tuple[tuple[int, ...], ...]:
    return put_at(rows, row, add_at(rows[row], index, by))
