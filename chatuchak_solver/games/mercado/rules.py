"""The rules of Mercado de Lisboa; "Rulebook" cites the headings of its text.

Rules yield verdicts (see `games.verdicts`) in the order of the names of choices, so legal actions
are sorted by text.
"""

from bisect import insort
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, replace
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.mercado.market import (
    RESTAURANTS,
    RESTAURANTS_BY_NAME,
    STANDS,
    STANDS_BY_NAME,
    Counts,
    CustomerTile,
    Market,
    Stand,
    text_of_tile,
)
from chatuchak_solver.games.mercado.setup import STARTING_TILES
from chatuchak_solver.games.mercado.state import MercadoState, Phase
from chatuchak_solver.games.verdicts import Rule, Verdicts, allowed, choices, reason_against

SPACES_LEFT: Final = 4
"""Free spaces at which a placed stand or restaurant triggers the end."""

ENTRANCES_LEFT: Final = 4
"""Free entrances at which customers trigger the end."""

TOO_DEAR: Final = (
    "the stand costs {} (the stands in its row or column, itself included); "
    "{} has {} and the stand would earn {}"
)

# Legal actions recur at almost every turn, so equal ones are cached.
_open_stand, _bring_customers = cache(act.OpenStand), lru_cache(1 << 14)(act.BringCustomers)
_open_restaurant, _take_tile = cache(act.OpenRestaurant), cache(act.TakeTile)
_draw, _reveal, _arrive = cache(act.Draw), cache(act.Reveal), lru_cache(1 << 10)(act.Arrive)
COIN, REDRAW, REPLACE = act.TakeCoin(), act.Redraw(), act.ReplaceDisplay()


# The actions of a turn. Rulebook: Game Turn Actions.


def open_stand(
    state: MercadoState, types: Sequence[int] = STANDS_BY_NAME, spaces: Sequence[int] | None = None
) -> Verdicts:
    """Rulebook: 1. Open a Stand, and You May Place Then Pay."""
    market, player = state.market, state.player
    coins, tiles, name = state.coins[player], state.tiles[player], seat_name(player)
    if spaces is None:
        spaces = market.free_spaces
    else:
        yield from _occupied(market, spaces)
    costs, no_stand_left = market.opening_costs, state.wooden_stands_left(player) == 0
    for type_ in types:
        if not tiles[type_]:
            yield "{} has no {} tile", name, STANDS[type_]
        elif no_stand_left:
            yield "{} has no wooden stand left", name
        else:
            customers = market.customers_near(type_)
            payable = [
                s
                for s in spaces
                if costs[s] <= coins
                or (customers[s] and costs[s] <= coins + market.opening_income(s, type_))
            ]
            if payable:
                yield [_open_stand(type_, space) for space in payable]
            elif spaces:
                income = market.opening_income(spaces[0], type_)
                yield TOO_DEAR, costs[spaces[0]], name, coins, income


def bring_customers(
    state: MercadoState,
    tiles: Sequence[CustomerTile] | None = None,
    entrances: Sequence[int] | None = None,
) -> Verdicts:
    """Rulebook: 2. Bring Customers."""
    market, counts = state.market, state.market.line_counts
    board, line_of = market.layout, market.layout.line_of
    own_types = types_in_lines(market, state.player)
    if entrances is None:
        entrances = [e for e in market.free_entrances if own_types[line_of[e]]]
    for entrance in entrances:
        if market.entrances[entrance] is not None:
            yield "the entrance {} has customers already", board.entrance_names[entrance]
    if not entrances:
        return
    lines = [line_of[entrance] for entrance in entrances]
    doors = [(e, counts[n], own_types[n]) for e, n in zip(entrances, lines, strict=True)]
    fullest = max(lines, key=counts.__getitem__)
    most, line = counts[fullest], board.line_names[fullest]
    for tile in tiles_by_text(state.shown) if tiles is None else tiles:
        customers, types = tile.customers, type_mask(tile.types)
        if tile not in state.shown:
            yield "no customer tile '{}' is on display", tile
        elif customers > most:
            yield "{} has {} stands, fewer than the tile's {} customers", line, most, customers
        elif fitting := [e for e, count, own in doors if count >= customers and own & types]:
            yield [_bring_customers(tile, entrance) for entrance in fitting]
        else:
            yield "{} has no stand of a type on the tile in {}", seat_name(state.player), line


def open_restaurant(
    state: MercadoState,
    restaurants: Sequence[int] = RESTAURANTS_BY_NAME,
    spaces: Sequence[int] | None = None,
) -> Verdicts:
    """Rulebook: 3. Open a Restaurant."""
    market, unplaced = state.market, state.unplaced[state.player]
    name = seat_name(state.player)
    if spaces is None:
        spaces = market.free_spaces
    else:
        yield from _occupied(market, spaces)
    for restaurant in restaurants:
        if not unplaced[restaurant]:
            yield "{} has no {} tile", name, RESTAURANTS[restaurant]
        else:
            yield [_open_restaurant(restaurant, space) for space in spaces]


def take_coin(_: MercadoState) -> Verdicts:
    """Rulebook: 4. Take 1 Coin. Always legal."""
    yield [COIN]


def redraw(state: MercadoState) -> Verdicts:
    """Rulebook: Special Cases, 3 identical Stand tiles at the beginning of a turn."""
    if state.phase == "redrawn":
        yield "tiles are redrawn only once, at the beginning of a turn"
    elif max(state.tiles[state.player]) < STARTING_TILES:
        yield "{} has no three equal stand tiles", seat_name(state.player)
    elif sum(state.bag) < STARTING_TILES:
        yield "the bag holds fewer than three stand tiles"
    else:
        yield [REDRAW]


def take_tile(state: MercadoState, types: Sequence[int] | None = None) -> Verdicts:
    """Rulebook: 1. Open a Stand, "Finally, take one of the 3 Stand tiles"."""
    shown = [type_ for type_ in STANDS_BY_NAME if state.display[type_]]
    return choices(_take_tile, types, shown, lambda n: f"no {STANDS[n]} tile is on display")


def replace_display(state: MercadoState) -> Verdicts:
    """Rulebook: Special Cases, 3 identical Stand tiles in the display."""
    if state.phase == "take-replaced":
        yield "the display is replaced only once before a tile is taken"
    elif max(state.display) < STARTING_TILES:
        yield "the display does not show three equal stand tiles"
    elif sum(state.bag) < STARTING_TILES:
        yield "the bag holds fewer than three stand tiles"
    else:
        yield [REPLACE]


def _occupied(market: Market, spaces: Iterable[int]) -> Verdicts:
    for space in spaces:
        if not market.is_free(space):
            holder = "a stand" if market.stands[space] is not None else "a restaurant"
            yield "{} holds {} already", market.layout.space_names[space], holder


@lru_cache(1 << 10)
def tiles_by_text(tiles: tuple[CustomerTile, ...]) -> list[CustomerTile]:
    """Return the distinct tiles, sorted by text."""
    return sorted(set(tiles), key=text_of_tile)


@cache
def type_mask(types: tuple[int, ...]) -> int:
    """Return stand types as bits."""
    return sum(1 << type_ for type_ in types)


def types_in_lines(market: Market, player: int) -> list[int]:
    """Return the types of a player's stands in every line, as bits."""
    types = [0] * len(market.line_counts)
    for stand, (column, row) in zip(market.stands, market.layout.lines_of, strict=True):
        if stand is not None and stand.owner == player:
            types[column] |= 1 << stand.type
            types[row] |= 1 << stand.type
    return types


RULES: Final[Mapping[type[Any], Rule]] = {
    act.BringCustomers: bring_customers,
    act.TakeCoin: take_coin,
    act.Redraw: redraw,
    act.OpenRestaurant: open_restaurant,
    act.OpenStand: open_stand,
    act.ReplaceDisplay: replace_display,
    act.TakeTile: take_tile,
}

TURN: Final = (bring_customers, take_coin, redraw, open_restaurant, open_stand)
TAKE: Final = (replace_display, take_tile)
RULES_OF_PHASE: Final[Mapping[Phase, tuple[Rule, ...]]] = {
    "turn": TURN, "redrawn": TURN, "take": TAKE, "take-replaced": TAKE, "end": (), "over": (),
}  # fmt: skip


def legal_actions(state: MercadoState) -> tuple[Action, ...]:
    """Return every legal action or chance outcome, sorted by text."""
    if state.pending:
        return tuple([outcome for outcome, _ in chance_outcomes(state)])
    return allowed(RULES_OF_PHASE[state.phase], state)


def illegal_reason(state: MercadoState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if state.phase == "over":
        return "the game is over"
    if state.pending:
        outcomes = [outcome for outcome, _ in chance_outcomes(state)]
        if action in outcomes:
            return None
        texts = ", ".join(repr(state.format(o)) for o in outcomes)
        return f"a chance event comes first; its outcomes are {texts}"
    rule = RULES.get(type(action))
    if rule is None:
        return "no chance event is due"
    if unknown := _unknown(state, action):
        return unknown
    if rule not in RULES_OF_PHASE[state.phase]:
        if rule is take_tile:
            return "a stand tile is taken only after opening a stand"
        if rule is replace_display:
            return "the display is replaced only when a tile is taken from it"
        return "a stand was opened; take a stand tile from the display first"
    return reason_against(rule, state, action)


def _unknown(state: MercadoState, action: Action) -> str | None:
    codecs = act.notation(state.market.layout).fields
    for name in action.__match_args__:
        number, count = getattr(action, name), len(codecs[name].values)
        if name != "tile" and not 0 <= number < count:
            noun = "stand type" if name == "type" else name
            return f"no {noun} {number}; expected 0 to {count - 1}"
    return None


# Chance


def chance_outcomes(state: MercadoState) -> tuple[tuple[Action, int], ...]:
    """Return the pending outcomes, weighted by number of tiles."""
    if not state.pending:
        return ()
    event, _, customers = state.pending[0].partition(" ")
    if event == "customers":
        counted = [pair for pair in state.stock if pair[0].customers == int(customers)]
        counted.sort(key=lambda pair: text_of_tile(pair[0]))
        return tuple([(_arrive(tile), count) for tile, count in counted])
    if event == "restaurant":
        hidden = state.hidden
        return tuple([(_reveal(n), hidden[n]) for n in RESTAURANTS_BY_NAME if hidden[n]])
    bag = state.bag
    return tuple([(_draw(type_), bag[type_]) for type_ in STANDS_BY_NAME if bag[type_]])


# Effects of legal actions and outcomes


def apply_unchecked(state: MercadoState, action: Action) -> MercadoState:
    """Return the state after a legal action."""
    after: MercadoState = EFFECTS[type(action)](state, action)
    return _pass_turn(after) if after.phase == "end" and not after.pending else after


def stand_opens(state: MercadoState, action: act.OpenStand) -> MercadoState:
    """Place the stand, pay, take the restaurant under it and then a tile."""
    player, market, space = state.player, state.market, action.space
    profit = market.opening_income(space, action.type) - market.opening_costs[space]
    opened = market.with_stand(space, Stand(action.type, player))
    return replace(
        state,
        market=opened,
        coins=_added(state.coins, player, profit),
        tiles=_added_at(state.tiles, player, action.type, -1),
        coin_streak=0,
        ended_by=state.ended_by or _spaces_left(opened),
        pending=("restaurant",) if market.gray[space] else (),
        phase="take" if any(state.display) else "end",
    )


def customers_come(state: MercadoState, action: act.BringCustomers) -> MercadoState:
    """Pay every matching stand in the line; reveal another tile of the same kind."""
    tile, entrance = action.tile, action.entrance
    market = state.market.with_customers(entrance, tile)
    few_left = len(market.free_entrances) <= ENTRANCES_LEFT
    coins, shown = list(state.coins), list(state.shown)
    for earning in market.customer_earnings(tile, entrance):
        coins[earning.owner] += earning.coins
    shown.remove(tile)
    more = any(other.customers == tile.customers for other, _ in state.stock)
    return replace(
        state,
        market=market,
        coins=tuple(coins),
        shown=tuple(shown),
        coin_streak=0,
        ended_by=state.ended_by or ("entrances" if few_left else None),
        pending=(f"customers {tile.customers}",) if more else (),
        phase="end",
    )


def restaurant_opens(state: MercadoState, action: act.OpenRestaurant) -> MercadoState:
    """Place the restaurant; take a coin and the restaurant under it."""
    player, market, space = state.player, state.market, action.space
    opened = market.with_restaurant(space, action.restaurant)
    return replace(
        state,
        market=opened,
        coins=_added(state.coins, player, 1),
        unplaced=_added_at(state.unplaced, player, action.restaurant, -1),
        coin_streak=0,
        ended_by=state.ended_by or _spaces_left(opened),
        pending=("restaurant",) if market.gray[space] else (),
        phase="end",
    )


def coin_is_taken(state: MercadoState, _: act.TakeCoin) -> MercadoState:
    """Take a coin; end the game after a coin of all players in a row."""
    streak = state.coin_streak + 1
    coins = _added(state.coins, state.player, 1)
    if streak < state.coins_in_a_row:
        return replace(state, coins=coins, coin_streak=streak, phase="end")
    return replace(
        state, coins=coins, coin_streak=streak, phase="over", ended_by="coins", turns_left=0
    )


def tiles_are_redrawn(state: MercadoState, _: act.Redraw) -> MercadoState:
    """Draw three new tiles; the three equal ones then return to the bag."""
    tiles = state.tiles[state.player]
    return replace(
        state,
        tiles=put_at(state.tiles, state.player, (0,) * len(tiles)),
        set_aside=tiles.index(STARTING_TILES),
        pending=("tile",) * STARTING_TILES,
        phase="redrawn",
    )


def display_is_replaced(state: MercadoState, _: act.ReplaceDisplay) -> MercadoState:
    """As `tiles_are_redrawn`, on display."""
    return replace(
        state,
        display=(0,) * len(state.display),
        set_aside=state.display.index(STARTING_TILES),
        pending=("display",) * STARTING_TILES,
        phase="take-replaced",
    )


def tile_is_taken(state: MercadoState, action: act.TakeTile) -> MercadoState:
    """Take a tile of the display and refill it."""
    return replace(
        state,
        tiles=_added_at(state.tiles, state.player, action.type, 1),
        display=_added(state.display, action.type, -1),
        pending=("display",) if any(state.bag) else (),
        phase="end",
    )


def tile_is_drawn(state: MercadoState, outcome: act.Draw) -> MercadoState:
    """Put a tile of the bag in front of the player or on display."""
    type_, bag = outcome.type, _added(state.bag, outcome.type, -1)
    pending, aside = state.pending[1:], state.set_aside
    if aside is not None and not pending:
        bag, aside = _added(bag, aside, STARTING_TILES), None
    if state.pending[0] == "tile":
        tiles = _added_at(state.tiles, state.player, type_, 1)
        return replace(state, bag=bag, tiles=tiles, pending=pending, set_aside=aside)
    display = _added(state.display, type_, 1)
    return replace(state, bag=bag, display=display, pending=pending, set_aside=aside)


def restaurant_is_revealed(state: MercadoState, outcome: act.Reveal) -> MercadoState:
    """Put a facedown restaurant faceup in front of the player."""
    return replace(
        state,
        hidden=_added(state.hidden, outcome.restaurant, -1),
        unplaced=_added_at(state.unplaced, state.player, outcome.restaurant, 1),
        pending=state.pending[1:],
    )


def customers_arrive(state: MercadoState, outcome: act.Arrive) -> MercadoState:
    """Reveal a customer tile."""
    shown = list(state.shown)
    insort(shown, outcome.tile)
    counted = [(tile, count - (tile == outcome.tile)) for tile, count in state.stock]
    stock = tuple([(tile, count) for tile, count in counted if count])
    return replace(state, shown=tuple(shown), stock=stock, pending=state.pending[1:])


EFFECTS: Final[Mapping[type[Any], Callable[..., Any]]] = {
    act.OpenStand: stand_opens,
    act.BringCustomers: customers_come,
    act.OpenRestaurant: restaurant_opens,
    act.TakeCoin: coin_is_taken,
    act.Redraw: tiles_are_redrawn,
    act.TakeTile: tile_is_taken,
    act.ReplaceDisplay: display_is_replaced,
    act.Draw: tile_is_drawn,
    act.Reveal: restaurant_is_revealed,
    act.Arrive: customers_arrive,
}


# The end. Rulebook: Endgame Conditions.


def _spaces_left(market: Market) -> str | None:
    return "spaces" if len(market.free_spaces) <= SPACES_LEFT else None


def _pass_turn(state: MercadoState) -> MercadoState:
    num_players = len(state.coins)
    left = state.turns_left
    if left is None and state.ended_by is not None:
        left = num_players
    if left is not None:
        left -= 1
    if left == 0:
        return replace(state, phase="over", turns_left=0)
    player = (state.player + 1) % num_players
    return replace(state, phase="turn", player=player, turns_left=left)


def _added(counts: Counts, index: int, number: int) -> Counts:
    return put_at(counts, index, counts[index] + number)


def _added_at(rows: tuple[Counts, ...], row: int, index: int, number: int) -> tuple[Counts, ...]:
    return put_at(rows, row, _added(rows[row], index, number))
