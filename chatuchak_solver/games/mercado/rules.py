"""The rules of Mercado de Lisboa; "Rulebook" cites the headings of its text.

Every action has a rule and an effect. Rules yield verdicts (see `games.verdicts`) in the order of
the names of choices, so legal actions are sorted by text.
"""

from bisect import insort
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from types import SimpleNamespace
from typing import Any, Final, NamedTuple, get_args

from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, replace, take
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
from chatuchak_solver.games.mercado.state import MercadoState, Phase, coins_in_a_row
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
    state: MercadoState, types: Sequence[int] | None = None, spaces: Sequence[int] | None = None
) -> Verdicts:
    """Rulebook: 1. Open a Stand, and You May Place Then Pay."""
    market, player = state.market, state.player
    coins, tiles, costs = state.coins[player], state.tiles[player], market.opening_costs
    no_stand_left = state.wooden_stands_left(player) == 0
    spaces = yield from _free(market, spaces)
    for type_ in [n for n in STANDS_BY_NAME if tiles[n]] if types is None else types:
        if not tiles[type_]:
            yield "{} has no {} tile", seat_name(player), STANDS[type_]
        elif no_stand_left:
            yield "{} has no wooden stand left", seat_name(player)
        elif payable := [
            space
            for space in spaces
            if costs[space] <= coins or costs[space] <= coins + market.opening_income(space, type_)
        ]:
            yield [_open_stand(type_, space) for space in payable]
        elif spaces:
            income = market.opening_income(spaces[0], type_)
            yield TOO_DEAR, costs[spaces[0]], seat_name(player), coins, income


def bring_customers(
    state: MercadoState,
    tiles: Iterable[CustomerTile] | None = None,
    entrances: Iterable[int] | None = None,
) -> Verdicts:
    """Rulebook: 2. Bring Customers."""
    market, board, player = state.market, state.market.layout, state.player
    lines = [(len(row), {s.type for s in row if s.owner == player}) for row in market.line_stands]
    doors = [(e, *lines[board.line_of[e]]) for e in entrances or market.free_entrances]
    if entrances is None:
        doors = [door for door in doors if door[-1]]
    if tiles is None:
        most = max([number for _, number, _ in doors], default=0)
        owned = {type_ for *_, own in doors for type_ in own}
        shown = [n for n in {*state.shown} if n.customers <= most and not owned.isdisjoint(n.types)]
        tiles = sorted(shown, key=text_of_tile)
    for entrance, *_ in doors:
        if market.entrances[entrance] is not None:
            yield "the entrance {} has customers already", board.entrance_names[entrance]
    for tile in tiles:
        customers, types = tile
        if tile not in state.shown:
            yield "no customer tile '{}' is on display", tile
        elif fitting := [
            e for e, number, own in doors if number >= customers and not own.isdisjoint(types)
        ]:
            yield [_bring_customers(tile, entrance) for entrance in fitting]
        elif entrances is not None:
            entrance, number, _ = doors[0]
            line = board.line_names[board.line_of[entrance]]
            few = "{} has {} stands, fewer than the tile's {} customers", line, number, customers
            other = "{} has no stand of a type on the tile in {}", seat_name(player), line
            yield few if customers > number else other


def open_restaurant(
    state: MercadoState,
    restaurants: Iterable[int] | None = None,
    spaces: Sequence[int] | None = None,
) -> Verdicts:
    """Rulebook: 3. Open a Restaurant."""
    unplaced = state.unplaced[state.player]
    spaces = yield from _free(state.market, spaces)
    if restaurants is None:
        restaurants = [n for n in RESTAURANTS_BY_NAME if unplaced[n]]
    for restaurant in restaurants:
        if unplaced[restaurant]:
            yield [_open_restaurant(restaurant, space) for space in spaces]
        else:
            yield "{} has no {} tile", seat_name(state.player), RESTAURANTS[restaurant]


def take_coin(_: MercadoState) -> Verdicts:
    """Rulebook: 4. Take 1 Coin. Always legal."""
    yield [COIN]


def redraw(state: MercadoState) -> Verdicts:
    """Rulebook: Special Cases, 3 identical Stand tiles at the beginning of a turn."""
    if state.phase == "redrawn":
        yield "tiles are redrawn only once, at the beginning of a turn"
    else:
        name = seat_name(state.player)
        yield _exchange(state, REDRAW, state.tiles[state.player], f"{name} has no")


def take_tile(state: MercadoState, types: Sequence[int] | None = None) -> Verdicts:
    """Rulebook: 1. Open a Stand, "Finally, take one of the 3 Stand tiles"."""
    shown = [type_ for type_ in STANDS_BY_NAME if state.display[type_]]
    return choices(_take_tile, types, shown, lambda n: f"no {STANDS[n]} tile is on display")


def replace_display(state: MercadoState) -> Verdicts:
    """Rulebook: Special Cases, 3 identical Stand tiles in the display."""
    if state.phase == "take-replaced":
        yield "the display is replaced only once before a tile is taken"
    else:
        yield _exchange(state, REPLACE, state.display, "the display does not show")


def _exchange(state: MercadoState, action: Action, tiles: Counts, words: str) -> list[Any] | str:
    if max(tiles) < STARTING_TILES:
        return f"{words} three equal stand tiles"
    short = sum(state.bag) < STARTING_TILES
    return "the bag holds fewer than three stand tiles" if short else [action]


def _free(
    market: Market, spaces: Sequence[int] | None
) -> Generator[tuple[str, str, str], None, Sequence[int]]:
    """Return the spaces, by default the free ones; yield the reasons against the others."""
    if spaces is None:
        return market.free_spaces
    for space in spaces:
        if not market.is_free(space):
            holder = "a restaurant" if market.stands[space] is None else "a stand"
            yield "{} holds {} already", market.layout.space_names[space], holder
    return spaces


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


class MutableState(SimpleNamespace):
    """A mutable copy of a state."""


def stand_opens(state: MutableState, action: act.OpenStand) -> None:
    """Place the stand, pay and earn. Rulebook: Earning Money, 2. When a Stand is first opened."""
    market, player, space = state.market, state.player, action.space
    profit = market.opening_income(space, action.type) - market.opening_costs[space]
    state.coins = _added(state.coins, player, profit)
    state.tiles = _added_at(state.tiles, player, action.type, -1)
    state.phase = "take" if any(state.display) else "end"
    _use_space(state, space, market.with_stand(space, Stand(action.type, player)))


def customers_come(state: MutableState, action: act.BringCustomers) -> None:
    """Pay the matching stands in the line; reveal another tile of the same kind.

    Rulebook: Earning Money, 1. When a Customer Tile is placed; Endgame Conditions, entrances.
    """
    market, tile, shown = state.market, action.tile, list(state.shown)
    for space in market.layout.lines[market.layout.line_of[action.entrance]]:
        stand = market.stands[space]
        if stand is not None and stand.type in tile.types:
            payment = tile.customers * (1 + market.improvers(space, stand.type))
            state.coins = _added(state.coins, stand.owner, payment)
    state.market = market.with_customers(action.entrance, tile)
    shown.remove(tile)
    state.shown, state.coin_streak, state.phase = tuple(shown), 0, "end"
    if any(other.customers == tile.customers for other, _ in state.stock):
        state.pending = (f"customers {tile.customers}",)
    if len(state.market.free_entrances) <= ENTRANCES_LEFT:
        state.ended_by = state.ended_by or "entrances"


def restaurant_opens(state: MutableState, action: act.OpenRestaurant) -> None:
    """Place the restaurant and take a coin."""
    state.coins = _added(state.coins, state.player, 1)
    state.unplaced = _added_at(state.unplaced, state.player, action.restaurant, -1)
    state.phase = "end"
    _use_space(state, action.space, state.market.with_restaurant(action.space, action.restaurant))


def _use_space(state: MutableState, space: int, market: Market) -> None:
    """Take the restaurant under a new tile. Rulebook: Endgame Conditions, spaces."""
    if state.market.gray[space]:
        state.pending = ("restaurant",)
    state.market, state.coin_streak = market, 0
    if len(market.free_spaces) <= SPACES_LEFT:
        state.ended_by = state.ended_by or "spaces"


def coin_is_taken(state: MutableState, _: act.TakeCoin) -> None:
    """Take a coin. Rulebook: Endgame Conditions, coins of all players in a row."""
    state.coins = _added(state.coins, state.player, 1)
    state.coin_streak += 1
    state.phase = "end"
    if state.coin_streak >= coins_in_a_row(len(state.coins)):
        state.phase, state.ended_by, state.turns_left = "over", "coins", 0


def tiles_are_redrawn(state: MutableState, _: act.Redraw) -> None:
    """Draw three new tiles; the three equal ones then return to the bag."""
    tiles = state.tiles[state.player]
    state.tiles = put_at(state.tiles, state.player, (0,) * len(tiles))
    state.set_aside = tiles.index(STARTING_TILES)
    state.pending, state.phase = ("tile",) * STARTING_TILES, "redrawn"


def display_is_replaced(state: MutableState, _: act.ReplaceDisplay) -> None:
    """As `tiles_are_redrawn`, on display."""
    state.set_aside = state.display.index(STARTING_TILES)
    state.display = (0,) * len(state.display)
    state.pending, state.phase = ("display",) * STARTING_TILES, "take-replaced"


def tile_is_taken(state: MutableState, action: act.TakeTile) -> None:
    """Take a tile of the display and refill it."""
    state.tiles = _added_at(state.tiles, state.player, action.type, 1)
    state.display = _added(state.display, action.type, -1)
    state.pending, state.phase = ("display",) if any(state.bag) else (), "end"


def tile_is_drawn(state: MutableState, outcome: act.Draw) -> None:
    """Put a tile of the bag in front of the player or on display."""
    event, state.pending = state.pending[0], state.pending[1:]
    state.bag = _added(state.bag, outcome.type, -1)
    if event == "tile":
        state.tiles = _added_at(state.tiles, state.player, outcome.type, 1)
    else:
        state.display = _added(state.display, outcome.type, 1)
    if state.set_aside is not None and not state.pending:
        state.bag, state.set_aside = _added(state.bag, state.set_aside, STARTING_TILES), None


def restaurant_is_revealed(state: MutableState, outcome: act.Reveal) -> None:
    """Put a facedown restaurant faceup in front of the player."""
    state.hidden = _added(state.hidden, outcome.restaurant, -1)
    state.unplaced = _added_at(state.unplaced, state.player, outcome.restaurant, 1)
    state.pending = ()


def customers_arrive(state: MutableState, outcome: act.Arrive) -> None:
    """Reveal a customer tile."""
    shown = list(state.shown)
    insort(shown, outcome.tile)
    state.stock = take(state.stock, outcome.tile)
    state.shown, state.pending = tuple(shown), ()


def end_turn(state: MutableState) -> None:
    """Pass the turn. Rulebook: Endgame Conditions, one more turn for every other player."""
    num_players = len(state.coins)
    if state.ended_by is not None:
        state.turns_left = (num_players if state.turns_left is None else state.turns_left) - 1
    if state.turns_left == 0:
        state.phase = "over"
    else:
        state.phase, state.player = "turn", (state.player + 1) % num_players


def _added(counts: Counts, index: int, number: int) -> Counts:
    return put_at(counts, index, counts[index] + number)


def _added_at(rows: tuple[Counts, ...], row: int, index: int, number: int) -> tuple[Counts, ...]:
    return put_at(rows, row, _added(rows[row], index, number))


# The functions of the contract


class Kind(NamedTuple):
    """The effect of an action; for actions of players, the rule and the phases too."""

    effect: Callable[..., None]
    rule: Rule | None = None
    phases: tuple[Phase, ...] = ()


ACT: Final[tuple[Phase, ...]] = ("turn", "redrawn")
TAKE: Final[tuple[Phase, ...]] = ("take", "take-replaced")
KINDS: Final[Mapping[type[Any], Kind]] = {
    act.BringCustomers: Kind(customers_come, bring_customers, ACT),
    act.TakeCoin: Kind(coin_is_taken, take_coin, ACT),
    act.Redraw: Kind(tiles_are_redrawn, redraw, ACT),
    act.OpenRestaurant: Kind(restaurant_opens, open_restaurant, ACT),
    act.OpenStand: Kind(stand_opens, open_stand, ACT),
    act.ReplaceDisplay: Kind(display_is_replaced, replace_display, TAKE),
    act.TakeTile: Kind(tile_is_taken, take_tile, TAKE),
    act.Draw: Kind(tile_is_drawn),
    act.Reveal: Kind(restaurant_is_revealed),
    act.Arrive: Kind(customers_arrive),
}
RULES: Final[Mapping[Phase, list[Rule]]] = {
    phase: [kind.rule for kind in KINDS.values() if kind.rule and phase in kind.phases]
    for phase in get_args(Phase)
}


def legal_actions(state: MercadoState) -> tuple[Action, ...]:
    """Return every legal action or chance outcome, sorted by text."""
    if state.pending:
        return tuple([outcome for outcome, _ in chance_outcomes(state)])
    return allowed(RULES[state.phase], state)


def illegal_reason(state: MercadoState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if state.phase == "over":
        return "the game is over"
    if state.pending:
        outcomes = [outcome for outcome, _ in chance_outcomes(state)]
        if action in outcomes:
            return None
        texts = ", ".join(repr(state.format(outcome)) for outcome in outcomes)
        return f"a chance event comes first; its outcomes are {texts}"
    kind = KINDS.get(type(action))
    if kind is None or kind.rule is None:
        return "no chance event is due"
    if unknown := _unknown(state, action):
        return unknown
    if state.phase in kind.phases:
        return reason_against(kind.rule, state, action)
    if kind.rule is take_tile:
        return "a stand tile is taken only after opening a stand"
    if kind.rule is replace_display:
        return "the display is replaced only when a tile is taken from it"
    return "a stand was opened; take a stand tile from the display first"


def _unknown(state: MercadoState, action: Action) -> str | None:
    codecs = act.notation(state.market.layout).fields
    for name in action.__match_args__:
        number, count = getattr(action, name), len(codecs[name].values)
        if name != "tile" and not 0 <= number < count:
            noun = "stand type" if name == "type" else name
            return f"no {noun} {number}; expected 0 to {count - 1}"
    return None


def apply_unchecked(state: MercadoState, action: Action) -> MercadoState:
    """Return the state after a legal action."""
    after = MutableState(**vars(state))
    KINDS[type(action)].effect(after, action)
    if after.phase == "end" and not after.pending:
        end_turn(after)
    return replace(state, **vars(after))
