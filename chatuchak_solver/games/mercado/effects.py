"""What a legal action changes."""

from __future__ import annotations

from typing import TypeVar

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
from chatuchak_solver.games.mercado.position import Position
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import CustomerTile, Stand
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
    match action:
        case OpenStand(type_, space):
            return _open_stand(position, type_, space)
        case BringCustomers(tile, entrance):
            return _bring_customers(position, tile, entrance)
        case OpenRestaurant(restaurant, space):
            return _open_restaurant(position, restaurant, space)
        case TakeCoin():
            return _take_coin(position)
        case Redraw():
            return _redraw(position)
        case TakeTile(type_):
            return _take_tile(position, type_)
        case ReplaceDisplay():
            return _replace_display(position)
        case Draw() | Reveal() | Arrive():
            return _happen(position, action)


def _open_stand(position: P, type_: int, space: int) -> P:
    player, market = position.player, position.market
    income = totals(opening_earnings(market, space, type_, player), position.num_players)
    cost = market.opening_cost(space)
    coins = add(position.coins, income)
    opened = market.with_stand(space, Stand(type_, player))
    return _settle(
        position.but(
            market=opened,
            coins=add_at(coins, player, -cost),
            tiles=_change_in(position.tiles, player, type_, -1),
            pending=("restaurant",) if market.gray[space] else (),
            phase="take" if sum(position.display) else "end",
            coin_streak=0,
            ended_by=position.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
        )
    )


def _bring_customers(position: P, tile: CustomerTile, entrance: int) -> P:
    market = position.market
    shown = list(position.shown)
    shown.remove(tile)
    opened = market.with_customers(entrance, tile)
    more = any(other.customers == tile.customers for other, _ in position.stock)
    free = len(opened.free_entrances())
    return _settle(
        position.but(
            market=opened,
            coins=add(
                position.coins,
                totals(customer_earnings(market, tile, entrance), position.num_players),
            ),
            shown=tuple(shown),
            pending=(f"customers {tile.customers}",) if more else (),
            phase="end",
            coin_streak=0,
            ended_by=position.ended_by or _full(free, ENTRANCES_LEFT, "entrances"),
        )
    )


def _open_restaurant(position: P, restaurant: int, space: int) -> P:
    player, market = position.player, position.market
    opened = market.with_restaurant(space, restaurant)
    return _settle(
        position.but(
            market=opened,
            coins=add_at(position.coins, player, 1),
            unplaced=_change_in(position.unplaced, player, restaurant, -1),
            pending=("restaurant",) if market.gray[space] else (),
            phase="end",
            coin_streak=0,
            ended_by=position.ended_by or _full(len(opened.free_spaces()), SPACES_LEFT, "spaces"),
        )
    )


def _take_coin(position: P) -> P:
    streak = position.coin_streak + 1
    paid = position.but(coins=add_at(position.coins, position.player, 1), coin_streak=streak)
    if streak == coins_in_a_row(position.num_players):
        return paid.but(phase="over", ended_by="coins", turns_left=0)
    return _settle(paid.but(phase="end"))


def _redraw(position: P) -> P:
    tiles = position.tiles[position.player]
    return position.but(
        tiles=put_at(position.tiles, position.player, (0,) * len(tiles)),
        set_aside=tiles.index(STARTING_TILES),
        pending=("tile",) * STARTING_TILES,
        phase="redrawn",
    )


def _replace_display(position: P) -> P:
    return position.but(
        display=(0,) * len(position.display),
        set_aside=position.display.index(STARTING_TILES),
        pending=("display",) * STARTING_TILES,
        phase="take-replaced",
    )


def _take_tile(position: P, type_: int) -> P:
    return _settle(
        position.but(
            tiles=_change_in(position.tiles, position.player, type_, 1),
            display=add_at(position.display, type_, -1),
            pending=("display",) if sum(position.bag) else (),
            phase="end",
        )
    )


def _happen(position: P, outcome: Draw | Reveal | Arrive) -> P:
    kind, pending = position.pending[0], position.pending[1:]
    match outcome:
        case Reveal(restaurant):
            position = position.but(
                hidden=add_at(position.hidden, restaurant, -1),
                unplaced=_change_in(position.unplaced, position.player, restaurant, 1),
            )
        case Arrive(tile):
            counts = dict(position.stock)
            counts[tile] -= 1
            position = position.but(
                shown=tuple(sorted((*position.shown, tile))),
                stock=tuple((other, count) for other, count in counts.items() if count),
            )
        case Draw(type_) if kind == "tile":
            tiles = _change_in(position.tiles, position.player, type_, 1)
            position = position.but(bag=add_at(position.bag, type_, -1), tiles=tiles)
        case Draw(type_):
            display = add_at(position.display, type_, 1)
            position = position.but(bag=add_at(position.bag, type_, -1), display=display)
    if not pending and position.set_aside is not None:
        bag = add_at(position.bag, position.set_aside, STARTING_TILES)
        position = position.but(bag=bag, set_aside=None)
    return _settle(position.but(pending=pending))


def _settle(position: P) -> P:
    """Pass the turn on once everything that belongs to it has happened."""
    if position.pending or position.phase != "end":
        return position
    left = position.turns_left
    if left is None and position.ended_by is not None:
        left = position.num_players
    if left is not None:
        left -= 1
        if left == 0:
            return position.but(phase="over", turns_left=0)
    following = (position.player + 1) % position.num_players
    return position.but(phase="turn", player=following, turns_left=left)


def _full(free: int, limit: int, what: str) -> str | None:
    return what if free <= limit else None


def add(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums by position."""
    return tuple([a + b for a, b in zip(first, second, strict=True)])


def _change_in(
    rows: tuple[tuple[int, ...], ...], row: int, index: int, by: int
) -> tuple[tuple[int, ...], ...]:
    return put_at(rows, row, add_at(rows[row], index, by))
