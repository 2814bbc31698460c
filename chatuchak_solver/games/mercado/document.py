"""Checks of positions in files, which account for every component, and manual setups."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.state import STARTING_TILES, MercadoState, coins_in_a_row
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last, streak = state.num_players - 1, coins_in_a_row(state.num_players)
    for name, most in (("player", last), ("turns_left", last), ("coin_streak", streak)):
        number = getattr(state, name) or 0
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    yield from _turn_faults(state)


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market, players = state.setup, state.market, state.players
    aside: dict[Any, int] = {state.set_aside: STARTING_TILES} if state.set_aside else {}
    placed = Counter(stand.type for stand in market.stands.values())
    stands = _total(placed, aside, state.bag, state.display, *(own.tiles for own in players))
    opened = Counter(market.restaurants.values())
    restaurants = _total(opened, state.hidden_restaurants, *(own.restaurants for own in players))
    customers = _total(
        Counter([*state.customers_shown, *market.entrances.values()]), dict(state.customers_stock)
    )
    for field, tiles, found, wanted in (
        ("bag", "{} tiles", stands, setup.stand_tiles),
        ("hidden_restaurants", "{} tiles", restaurants, setup.restaurant_tiles),
        ("customers_stock", "tiles '{}'", customers, dict(setup.customer_tiles)),
    ):
        for piece in {**wanted, **found}:
            if found[piece] != (most := wanted.get(piece, 0)):
                yield f"{field}: {found[piece]} {tiles.format(piece)} in all; the setup has {most}"
    if sum(state.hidden_restaurants.values()) < len(market.gray) + state.pending.count(
        "restaurant"
    ):
        yield "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"
    for name in market.gray:
        if name not in setup.marked_spaces:
            yield f"market: {name} is gray but is not a marked space"
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            yield (
                f"market: {seat_name(player)} has {market.stands_of(player)} stands in the market "
                f"and only {setup.wooden_stands} wooden ones"
            )


def _total(*counts: Any) -> Counter[Any]:
    return sum(map(Counter, counts), Counter())


def _turn_faults(state: MercadoState) -> Iterator[str]:
    phase, pending = state.phase, state.pending
    customers = dict.fromkeys(f"customers {t.customers}" for t, _ in state.setup.customer_tiles)
    allowed = {
        "redrawn": ("tile",),
        "take": ("restaurant",),
        "take-replaced": ("display",),
        "end": ("restaurant", "display", *customers),
    }.get(phase, ())
    for index, event in enumerate(pending):
        if event not in allowed:
            expected = f"one of {', '.join(allowed)}" if allowed else "none"
            yield f"invalid pending[{index}] {event} in the phase {phase!r}: expected {expected}"
    draws = phase in ("redrawn", "take-replaced") and bool(pending)
    if len(pending) > 1 and not draws:
        yield f"pending: only one event can be pending in the phase {phase!r}"
    if phase == "end" and not pending:
        yield "phase: the phase 'end' waits for a pending event"
    if draws != (state.set_aside is not None):
        yield "set_aside: three tiles are set aside exactly while three are drawn"
    if phase in ("take", "take-replaced") and not pending and not state.display:
        yield "phase: there is no tile on display to take"
    if pending and not state.chance_outcomes():
        yield f"pending: nothing is left to draw for {pending[0]!r}"
    if len(pending) > sum(state.bag.values()) and draws:
        yield "pending: the bag holds fewer tiles than are to be drawn"
    if (phase == "over") != (state.turns_left == 0):
        yield "turns_left: 0 turns are left exactly when the game is over"
    if state.turns_left is not None and state.ended_by is None:
        yield "ended_by: turns are counted down only once the end is triggered"
    streak = coins_in_a_row(state.num_players)
    if (state.coin_streak == streak) != (state.ended_by == "coins"):
        yield f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"
    if state.ended_by == "coins" and phase != "over":
        yield "phase: a game that coins ended is over"


def setup_parts(start: MercadoState, _: StartTiles) -> tuple[SetupPart, ...]:
    """Return the players' tiles and the displays."""
    tiles = {str(name): count for name, count in start.setup.stand_tiles.items()}
    first, last = next(iter(tiles)), next(reversed(tiles))
    parts = [
        SetupPart(name, "stand tiles", STARTING_TILES, tiles, f"2 {first}, {last}")
        for name in (*(f"tiles {seat}" for seat in range(start.num_players)), "display")
    ]
    shown = Counter(tile.customers for tile in start.customers_shown)
    for customers, count in sorted(shown.items()):
        pile = {str(t): n for t, n in start.setup.customer_tiles if t.customers == customers}
        example = ", ".join(list(pile)[:count])
        parts.append(SetupPart(f"customers {customers}", "customer tiles", count, pile, example))
    return tuple(parts)


def lay_parts(start: MercadoState, document: JsonObject, given: Pieces, rng: Generator) -> None:
    """Put tiles into a start's document; redraw other stand tiles from the rest."""
    places = {f"tiles {seat}": (own, "tiles") for seat, own in enumerate(document["players"])}
    places["display"] = document, "display"
    if not places.keys().isdisjoint(given):
        bag: Counter[str] = Counter(start.setup.stand_tiles)
        for place in sorted(places, key=lambda place: place not in given):
            rest = sorted(bag.elements())
            drawn = given.get(place) or rng.choice(rest, STARTING_TILES, replace=False).tolist()
            bag.subtract(drawn)
            for name, count in bag.items():
                if count < 0:
                    text = f"{place}: more {name} than the game has, including the given tiles"
                    raise InputError(Sentence("too_many", text, a=name))
            holder, field = places[place]
            holder[field] = dict(Counter(drawn))
        document["bag"] = dict(+bag)
    shown = [str(t) for t in start.customers_shown if f"customers {t.customers}" not in given]
    shown += [text for part in given if part.startswith("customers ") for text in given[part]]
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
