"""Checks of positions in files, which account for every component, and manual setups."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, CustomerTile
from chatuchak_solver.games.mercado.state import STARTING_TILES, MercadoState, coins_in_a_row
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles

DRAWS: Final = {"redrawn": ("tile",), "take-replaced": ("display",)}
"""The events that draw three tiles, by phase."""


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last, streak = state.num_players - 1, coins_in_a_row(state.num_players)
    for name, most in (("player", last), ("turns_left", last), ("coin_streak", streak)):
        number = getattr(state, name) or 0
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    yield from _event_faults(state)
    if (state.phase == "over") != (state.turns_left == 0):
        yield "turns_left: 0 turns are left exactly when the game is over"
    if state.turns_left is not None and state.ended_by is None:
        yield "ended_by: turns are counted down only once the end is triggered"
    if (state.coin_streak == streak) != (state.ended_by == "coins"):
        yield f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"
    if state.ended_by == "coins" and state.phase != "over":
        yield "phase: a game that coins ended is over"


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market = state.setup, state.market
    aside = [state.set_aside] * STARTING_TILES if state.set_aside else []
    piles: list[Any] = [aside, [stand.type for stand in market.stands.values()]]
    piles += [market.restaurants.values(), market.entrances.values(), state.customers_shown]
    piles += [state.bag, state.display, state.hidden_restaurants, dict(state.customers_stock)]
    piles += [tiles for own in state.players for tiles in (own.tiles, own.restaurants)]
    found: Counter[Any] = sum(map(Counter, piles), Counter())
    wanted: dict[Any, int] = {
        **setup.stand_tiles,
        **setup.restaurant_tiles,
        **dict(setup.customer_tiles),
    }
    for piece in {**wanted, **found}:
        if found[piece] != (most := wanted.get(piece, 0)):
            field, name = "bag", f"{piece} tiles"
            if isinstance(piece, CustomerTile):
                field, name = "customers_stock", f"tiles '{piece}'"
            elif piece in RESTAURANTS:
                field = "hidden_restaurants"
            yield f"{field}: {found[piece]} {name} in all; the setup has {most}"
    facedown = len(market.gray) + state.pending.count("restaurant")
    if sum(state.hidden_restaurants.values()) < facedown:
        yield "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"
    for space in market.gray:
        if space not in setup.marked_spaces:
            yield f"market: {space} is gray but is not a marked space"
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            yield (
                f"market: {seat_name(player)} has {market.stands_of(player)} stands in the market "
                f"and only {setup.wooden_stands} wooden ones"
            )


def _event_faults(state: MercadoState) -> Iterator[str]:
    phase, pending = state.phase, state.pending
    customers = dict.fromkeys(f"customers {t.customers}" for t, _ in state.setup.customer_tiles)
    end = ("restaurant", "display", *customers)
    events = {"take": ("restaurant",), "end": end, **DRAWS}.get(phase, ())
    for index, event in enumerate(pending):
        if event not in events:
            expected = f"one of {', '.join(events)}" if events else "none"
            yield f"invalid pending[{index}] {event} in the phase {phase!r}: expected {expected}"
    draws = phase in DRAWS and bool(pending)
    if len(pending) > 1 and not draws:
        yield f"pending: only one event can be pending in the phase {phase!r}"
    if phase == "end" and not pending:
        yield "phase: the phase 'end' waits for a pending event"
    if draws != (state.set_aside is not None):
        yield "set_aside: three tiles are set aside exactly while three are drawn"
    if phase.startswith("take") and not pending and not state.display:
        yield "phase: there is no tile on display to take"
    if pending and not state.chance_outcomes():
        yield f"pending: nothing is left to draw for {pending[0]!r}"
    if len(pending) > sum(state.bag.values()) and draws:
        yield "pending: the bag holds fewer tiles than are to be drawn"


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
    places = [*(f"tiles {seat}" for seat in range(start.num_players)), "display"]
    if not given.keys().isdisjoint(places):
        bag: Counter[str] = Counter(start.setup.stand_tiles)
        for place in sorted(places, key=lambda place: place not in given):
            rest = sorted(bag.elements())
            drawn = given.get(place) or rng.choice(rest, STARTING_TILES, replace=False).tolist()
            bag.subtract(drawn)
            for name, count in bag.items():
                if count < 0:
                    text = f"{place}: more {name} than the game has, including the given tiles"
                    raise InputError(Sentence("too_many", text, a=name))
            field, _, seat = place.partition(" ")
            holder = document["players"][int(seat)] if seat else document
            holder[field] = dict(Counter(drawn))
        document["bag"] = dict(+bag)
    shown = [str(t) for t in start.customers_shown if f"customers {t.customers}" not in given]
    shown += [text for part in given if part.startswith("customers ") for text in given[part]]
    stock = Counter({str(tile): count for tile, count in start.setup.customer_tiles})
    stock.subtract(shown)
    document["customers_shown"], document["customers_stock"] = shown, dict(+stock)
