"""The rules of Mercado de Lisboa; "Rulebook" cites the headings of its text.

Every action has a rule and an effect. Rules yield verdicts (see `games.verdicts`) in the order of
the names of choices, so legal actions are sorted by text.
"""

from bisect import insort
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any, TypeAlias

from msgspec import structs

from chatuchak_solver.errors import NotationError, counted
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.frozen import put_at, take, with_fields
from chatuchak_solver.games.mercado import actions as act
from chatuchak_solver.games.mercado.actions import Action
from chatuchak_solver.games.mercado.market import Market, Stand, by_text, rank
from chatuchak_solver.games.mercado.state import STARTING_TILES, MercadoState, coins_in_a_row
from chatuchak_solver.games.verdicts import Rule, Values, Verdicts, allowed, choices, reason_against

Counts: TypeAlias = Mapping[Any, int]

PLACES_LEFT = 4
"""Free spaces, after a stand or restaurant, or entrances, after customers, that end the game."""

TOO_DEAR = (
    "the stand costs {} (the stands in its row or column, itself included); "
    "{} has {} and the stand would earn {}"
)

# The actions of a turn. Rulebook: Game Turn Actions.


def open_stand(state: MercadoState, types: Values = None, spaces: Values = None) -> Verdicts:
    """Rulebook: 1. Open a Stand, and You May Place Then Pay."""
    market, own, name = state.market, state.players[state.player], seat_name(state.player)
    if spaces and spaces[0] not in market.free_spaces:
        yield _taken(market, spaces[0])
    if types and types[0] not in own.tiles:
        yield "{} has no {} tile", name, types[0]
    if not state.wooden_stands_left(state.player):
        yield "{} has no wooden stand left", name
        return
    coins, costs, spaces = own.coins, market.opening_costs, spaces or market.free_spaces
    dear = [space for space in spaces if costs[space] > coins]
    for type_ in types or sorted(own.tiles):
        incomes = market.opening_incomes(type_, dear) if dear else {}
        if payable := [space for space in spaces if costs[space] <= coins + incomes.get(space, 0)]:
            yield [act.OpenStand(type_, space) for space in payable]
        elif spaces:
            yield TOO_DEAR, costs[spaces[0]], name, coins, incomes.get(spaces[0], 0)


def bring_customers(state: MercadoState, tiles: Values = None, doors: Values = None) -> Verdicts:
    """Rulebook: 2. Bring Customers."""
    market, shown = state.market, state.customers_shown
    if doors and doors[0] in market.entrances:
        yield "the entrance {} has customers already", doors[0]
    if tiles and tiles[0] not in shown:
        yield "no customer tile '{}' is on display", tiles[0]
    stands, own = market.line_stands, market.own_types(state.player)
    tried = doors or [door for door in market.free_entrances if door[1] in own]
    lines = [(door, stands[door[1]], own[door[1]]) for door in tried]
    most = max([n for _, n, _ in lines], default=0)
    for tile in tiles or [tile for tile in by_text(shown) if tile.customers <= most]:
        customers, types = tile
        fitting = [door for door, n, held in lines if n >= customers and not held.isdisjoint(types)]
        if fitting:
            yield [act.BringCustomers(tile, door) for door in fitting]
        elif doors:
            line = doors[0][1]
            name = f"column {line}" if line.isalpha() else f"row {line}"
            if customers > most:
                found = counted(most, "stand")
                yield f"{name} has {found}, fewer than the tile's {customers} customers"
            yield "{} has no stand of a type on the tile in {}", seat_name(state.player), name


def open_restaurant(state: MercadoState, kinds: Values = None, spaces: Values = None) -> Verdicts:
    """Rulebook: 3. Open a Restaurant."""
    market, unplaced = state.market, state.players[state.player].restaurants
    if spaces and spaces[0] not in market.free_spaces:
        yield _taken(market, spaces[0])
    if kinds and kinds[0] not in unplaced:
        yield "{} has no {} tile", seat_name(state.player), kinds[0]
    for restaurant in kinds or sorted(unplaced):
        yield [act.OpenRestaurant(restaurant, space) for space in spaces or market.free_spaces]


def take_coin(_: MercadoState) -> Verdicts:
    """Rulebook: 4. Take 1 Coin. Always legal."""
    yield [act.TakeCoin()]


def exchange(state: MercadoState) -> Verdicts:
    """Rulebook: Special Cases, 3 identical Stand tiles at the beginning of a turn or on display."""
    taking = state.phase.startswith("take")
    tiles = state.display if taking else state.players[state.player].tiles
    if state.phase == "redrawn":
        yield "tiles are redrawn only once, at the beginning of a turn"
    elif state.phase == "take-replaced":
        yield "the display is replaced only once before a tile is taken"
    elif STARTING_TILES not in tiles.values():
        holder = "the display does not show" if taking else f"{seat_name(state.player)} has no"
        yield f"{holder} three equal stand tiles"
    elif sum(state.bag.values()) < STARTING_TILES:
        yield "the bag holds fewer than three stand tiles"
    else:
        yield [act.ReplaceDisplay() if taking else act.Redraw()]


def take_tile(state: MercadoState, types: Values = None) -> Verdicts:
    """Rulebook: 1. Open a Stand, "Finally, take one of the 3 Stand tiles"."""
    return choices(act.TakeTile, types, sorted(state.display), "no {} tile is on display".format)


def _taken(market: Market, space: str) -> tuple[str, str, str]:
    """Return the reason against a space that is not free."""
    return "{} holds {} already", space, "a stand" if space in market.stands else "a restaurant"


# Chance


def chance_outcomes(state: MercadoState) -> tuple[tuple[Action, int], ...]:
    """Return the pending outcomes, weighted by number of tiles."""
    if not state.pending:
        return ()
    event, _, customers = state.pending[0].partition(" ")
    kind: Callable[[Any], Action] = act.Draw
    counts: Counts = state.bag
    if event == "restaurant":
        kind, counts = act.Reveal, state.hidden_restaurants
    elif event == "customers":
        stock, number = state.customers_stock, int(customers)
        kind, counts = act.Arrive, {tile: n for tile, n in stock if tile[0] == number}
    return tuple([(kind(piece), counts[piece]) for piece in sorted(counts, key=str)])


# Effects of legal actions and outcomes

MutableState: TypeAlias = SimpleNamespace
"""A copy of a state."""


def _act(state: MutableState, action: Action) -> None:
    market, player, own = state.market, state.player, state.players[state.player]
    state.phase = "end"
    match action:
        case act.OpenStand(type_, space):
            # Rulebook: Earning Money, 2. When a Stand is first opened.
            incomes, cost = market.opening_incomes(type_, [space]), market.opening_costs[space]
            profit = incomes.get(space, 0) - cost
            _give(state, player, profit, tiles=_added(own.tiles, type_, -1))
            state.phase = "take" if state.display else "end"
            _place(state, "stands", space, Stand(type_, player))
        case act.TakeTile(type_):
            _give(state, player, tiles=_added(own.tiles, type_))
            state.display = _added(state.display, type_, -1)
            state.pending = ("display",) if state.bag else ()
        case act.BringCustomers(tile, entrance):
            # Rulebook: Earning Money, 1. When a Customer Tile is placed.
            for income in market.incomes(market.stands, {entrance: tile}):
                _give(state, income.owner, income.coins)
            shown = list(state.customers_shown)
            shown.remove(tile)
            state.customers_shown = tuple(shown)
            if tile.customers in [other.customers for other, _ in state.customers_stock]:
                state.pending = (f"customers {tile.customers}",)
            _place(state, "entrances", entrance, tile)
        case act.OpenRestaurant(restaurant, space):
            _give(state, player, 1, restaurants=_added(own.restaurants, restaurant, -1))
            _place(state, "restaurants", space, restaurant)
        case act.TakeCoin():
            _give(state, player, 1)
            state.coin_streak += 1
            if state.coin_streak >= coins_in_a_row(len(state.players)):
                state.phase, state.ended_by, state.turns_left = "over", "coins", 0
        case act.Redraw():
            # The three equal tiles return to the bag after the new ones are drawn.
            (state.set_aside,) = own.tiles
            _give(state, player, tiles={})
            state.pending, state.phase = ("tile",) * STARTING_TILES, "redrawn"
        case act.ReplaceDisplay():
            (state.set_aside,), state.display = state.display, {}
            state.pending, state.phase = ("display",) * STARTING_TILES, "take-replaced"


def _place(state: MutableState, field: str, place: str, piece: Any) -> None:
    """Put a piece on the market; take the restaurant under it."""
    market, takes_space = state.market, field != "entrances"
    names = market.layout.space_names if takes_space else market.layout.entrance_names
    pieces = {**getattr(market, field), place: piece}
    placed = {name: pieces[name] for name in names if name in pieces}
    if place in market.gray:
        state.pending = ("restaurant",)
    gray = tuple([name for name in market.gray if name != place])
    state.market = after = structs.replace(market, gray=gray, **{field: placed})
    state.coin_streak = 0
    # Rulebook: Endgame Conditions.
    if len(after.free_spaces if takes_space else after.free_entrances) <= PLACES_LEFT:
        state.ended_by = state.ended_by or ("spaces" if takes_space else "entrances")


def _draw(state: MutableState, outcome: Action) -> None:
    own, player, (event, *pending) = state.players[state.player], state.player, state.pending
    state.pending = tuple(pending)
    match outcome:
        case act.Draw(type_):
            state.bag = _added(state.bag, type_, -1)
            if event == "tile":
                _give(state, player, tiles=_added(own.tiles, type_))
            else:
                state.display = _added(state.display, type_)
            if state.set_aside is not None and not pending:
                state.bag = _added(state.bag, state.set_aside, STARTING_TILES)
                state.set_aside = None
        case act.Reveal(restaurant):
            state.hidden_restaurants = _added(state.hidden_restaurants, restaurant, -1)
            _give(state, player, restaurants=_added(own.restaurants, restaurant))
        case act.Arrive(tile):
            state.customers_stock = take(state.customers_stock, tile)
            shown = list(state.customers_shown)
            insort(shown, tile, key=rank)
            state.customers_shown = tuple(shown)


def _end_turn(state: MutableState) -> None:
    """Pass the turn. Rulebook: Endgame Conditions, one more turn for every other player."""
    num_players = len(state.players)
    if state.ended_by is not None:
        state.turns_left = (num_players if state.turns_left is None else state.turns_left) - 1
    if state.turns_left == 0:
        state.phase = "over"
    else:
        state.phase, state.player = "turn", (state.player + 1) % num_players


def _give(state: MutableState, player: int, coins: int = 0, **changes: Counts) -> None:
    own = state.players[player]
    after = structs.replace(own, coins=own.coins + coins, **changes)
    state.players = put_at(state.players, player, after)


def _added(counts: Counts, name: str, number: int = 1) -> Counts:
    changed = {**counts, name: counts.get(name, 0) + number}
    return changed if changed[name] else {kind: n for kind, n in counts.items() if kind != name}


# The functions of the contract

ACT: Mapping[type[Any], Rule] = {
    act.BringCustomers: bring_customers,
    act.TakeCoin: take_coin,
    act.Redraw: exchange,
    act.OpenRestaurant: open_restaurant,
    act.OpenStand: open_stand,
}
TAKE = {act.ReplaceDisplay: exchange, act.TakeTile: take_tile}
RULES: Mapping[str, Mapping[Any, Rule]] = {
    "turn": ACT, "redrawn": ACT, "take": TAKE, "take-replaced": TAKE, "over": {},
}  # fmt: skip
"""The rules of the players' actions, by phase."""
NOT_DUE: Mapping[type[Any], str] = {
    act.TakeTile: "a stand tile is taken only after opening a stand",
    act.ReplaceDisplay: "the display is replaced only when a tile is taken from it",
}


def legal_actions(state: MercadoState) -> tuple[Action, ...]:
    """Return every legal action, sorted by text."""
    return allowed(RULES[state.phase].values(), state)


def illegal_reason(state: MercadoState, action: Action) -> str | None:
    """Return the rule that an action breaks, or None."""
    if state.phase == "over":
        return "the game is over"
    if state.pending:
        outcomes = state.legal_actions()
        texts = ", ".join(repr(str(outcome)) for outcome in outcomes)
        fault = f"a chance event comes first; its outcomes are {texts}"
        return None if action in outcomes else fault
    if isinstance(action, act.Outcome):
        return "no chance event is due"
    try:
        act.notation(state.market.layout).parse(str(action))
    except NotationError as error:
        return str(error)
    if rule := RULES[state.phase].get(type(action)):
        return reason_against(rule, state, action)
    return NOT_DUE.get(type(action), "a stand was opened; take a stand tile from the display first")


def apply_unchecked(state: MercadoState, action: Action) -> MercadoState:
    """Return the state after a legal action."""
    after = MutableState(**state.__dict__)
    (_draw if state.pending else _act)(after, action)
    if after.phase == "end" and not after.pending:
        _end_turn(after)
    return with_fields(MercadoState, after.__dict__)
