"""What a legal action changes."""

from bisect import insort
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeVar

from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.mercado.earning import customer_earnings, totals
from chatuchak_solver.games.mercado.position import Phase, Position, drafted
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.tiles import Stand
from chatuchak_solver.games.values import add_at, put_at

SPACES_LEFT = 4
"""Free spaces left at which a stand or restaurant triggers the end."""

ENTRANCES_LEFT = 4
"""Free entrances left at which customers trigger the end."""


P = TypeVar("P", bound=Position)


def coins_in_a_row(num_players: int) -> int:
    """Return how many turns in a row that take a coin end the game at once.

    One of every player; of two players each must do so twice.
    """
    return 4 if num_players == 2 else num_players


def after(position: P, action: Action) -> P:
    """Return the position after a legal action."""
    draft = drafted(position)
    _EFFECTS[type(action)](draft, action)
    draft.__class__ = type(position)
    return draft


def _open_stand(draft: Position, action: act.OpenStand) -> None:
    player, market, space = draft.player, draft.market, action.space
    profit = market.opening_income(space, action.type) - market.opening_cost(space)
    draft.market = opened = market.with_stand(space, Stand(action.type, player))
    draft.coins = add_at(draft.coins, player, profit)
    draft.tiles = _change_in(draft.tiles, player, action.type, -1)
    draft.coin_streak = 0
    draft.ended_by = draft.ended_by or _full(len(opened.free_spaces), SPACES_LEFT, "spaces")
    pending = ("restaurant",) if market.gray[space] else ()
    _settle(draft, pending, "take" if any(draft.display) else "end")


def _bring_customers(draft: Position, action: act.BringCustomers) -> None:
    market, tile, entrance = draft.market, action.tile, action.entrance
    shown = list(draft.shown)
    shown.remove(tile)
    if tile not in shown:
        gone = act.offer(market.side, tile)
        draft.offers = tuple([offered for offered in draft.offers if offered is not gone])
    draft.shown = tuple(shown)
    draft.market = opened = market.with_customers(entrance, tile)
    customers = tile.customers
    more = any(other.customers == customers for other, _ in draft.stock)
    free = opened.free_entrance_mask.bit_count()
    draft.coins = add(
        draft.coins, totals(customer_earnings(market, tile, entrance), len(draft.coins))
    )
    draft.coin_streak = 0
    draft.ended_by = draft.ended_by or _full(free, ENTRANCES_LEFT, "entrances")
    _settle(draft, (f"customers {customers}",) if more else (), "end")


def _open_restaurant(draft: Position, action: act.OpenRestaurant) -> None:
    player, market, space = draft.player, draft.market, action.space
    draft.market = opened = market.with_restaurant(space, action.restaurant)
    draft.coins = add_at(draft.coins, player, 1)
    draft.unplaced = _change_in(draft.unplaced, player, action.restaurant, -1)
    draft.coin_streak = 0
    draft.ended_by = draft.ended_by or _full(len(opened.free_spaces), SPACES_LEFT, "spaces")
    _settle(draft, ("restaurant",) if market.gray[space] else (), "end")


def _take_coin(draft: Position, _: act.TakeCoin) -> None:
    draft.coin_streak = streak = draft.coin_streak + 1
    draft.coins = add_at(draft.coins, draft.player, 1)
    if streak == coins_in_a_row(len(draft.coins)):
        draft.phase, draft.ended_by, draft.turns_left = "over", "coins", 0
    else:
        _settle(draft, (), "end")


def _redraw(draft: Position, _: act.Redraw) -> None:
    tiles = draft.tiles[draft.player]
    draft.tiles = put_at(draft.tiles, draft.player, (0,) * len(tiles))
    draft.set_aside = tiles.index(STARTING_TILES)
    _settle(draft, ("tile",) * STARTING_TILES, "redrawn")


def _replace_display(draft: Position, _: act.ReplaceDisplay) -> None:
    draft.set_aside = draft.display.index(STARTING_TILES)
    draft.display = (0,) * len(draft.display)
    _settle(draft, ("display",) * STARTING_TILES, "take-replaced")


def _take_tile(draft: Position, action: act.TakeTile) -> None:
    draft.tiles = _change_in(draft.tiles, draft.player, action.type, 1)
    draft.display = add_at(draft.display, action.type, -1)
    _settle(draft, ("display",) if any(draft.bag) else (), "end")


def _reveal(draft: Position, outcome: act.Reveal) -> None:
    draft.hidden = add_at(draft.hidden, outcome.restaurant, -1)
    draft.unplaced = _change_in(draft.unplaced, draft.player, outcome.restaurant, 1)
    _happen(draft)


def _arrive(draft: Position, outcome: act.Arrive) -> None:
    tile = outcome.tile
    shown, offered = list(draft.shown), act.offer(draft.market.side, tile)
    insort(shown, tile)
    draft.shown = tuple(shown)
    if offered not in draft.offers:
        offers = list(draft.offers)
        insort(offers, offered)
        draft.offers = tuple(offers)
    draft.stock = tuple(
        [
            (other, count - (other == tile))
            for other, count in draft.stock
            if count > 1 or other != tile
        ]
    )
    _happen(draft)


def _draw(draft: Position, outcome: act.Draw) -> None:
    draft.bag = add_at(draft.bag, outcome.type, -1)
    if draft.pending[0] == "tile":
        draft.tiles = _change_in(draft.tiles, draft.player, outcome.type, 1)
    else:
        draft.display = add_at(draft.display, outcome.type, 1)
    _happen(draft)


_EFFECTS: Final[Mapping[type[Any], Callable[[Position, Any], None]]] = {
    act.OpenStand: _open_stand,
    act.BringCustomers: _bring_customers,
    act.OpenRestaurant: _open_restaurant,
    act.TakeCoin: _take_coin,
    act.Redraw: _redraw,
    act.TakeTile: _take_tile,
    act.ReplaceDisplay: _replace_display,
    act.Draw: _draw,
    act.Reveal: _reveal,
    act.Arrive: _arrive,
}
"""What each kind of action changes in a draft of the position before it."""


def _happen(draft: Position) -> None:
    """Take the first chance event off those pending."""
    pending = draft.pending[1:]
    if not pending and draft.set_aside is not None:
        draft.bag = add_at(draft.bag, draft.set_aside, STARTING_TILES)
        draft.set_aside = None
    _settle(draft, pending, draft.phase)


def _settle(draft: Position, pending: tuple[str, ...], phase: Phase) -> None:
    """Say what is pending and decided next, and whose turn it is once a turn is done."""
    draft.pending, draft.phase = pending, phase
    if pending or phase != "end":
        return
    left = draft.turns_left
    if left is None and draft.ended_by is not None:
        left = len(draft.coins)
    if left is not None:
        draft.turns_left = left = left - 1
    if left == 0:
        draft.phase = "over"
    else:
        draft.phase = "turn"
        draft.player = (draft.player + 1) % len(draft.coins)


def _full(free: int, limit: int, what: str) -> str | None:
    return what if free <= limit else None


def add(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Return the sums by position."""
    return tuple([a + b for a, b in zip(first, second, strict=True)])


def _change_in(
    rows: tuple[tuple[int, ...], ...], row: int, index: int, by: int
) -> tuple[tuple[int, ...], ...]:
    return put_at(rows, row, add_at(rows[row], index, by))
