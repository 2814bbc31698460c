"""Checks of positions in files, which account for every component, and manual setups."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

from numpy.random import Generator

from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, Sentence
from chatuchak_solver.games.facts import seat_name
from chatuchak_solver.games.mercado.market import RESTAURANTS, STANDS
from chatuchak_solver.games.mercado.state import STARTING_TILES, MercadoState, coins_in_a_row
from chatuchak_solver.games.setup_part import Pieces, SetupPart
from chatuchak_solver.puzzle.start_tiles import StartTiles

DRAWS: Final = {"redrawn": ("tile",), "take-replaced": ("display",)}
"""The events that draw three tiles, by phase."""
PILES: Final = {**dict.fromkeys(STANDS, "bag"), **dict.fromkeys(RESTAURANTS, "hidden_restaurants")}


def faults(state: MercadoState) -> Iterator[str]:
    """Yield contradictions in a state's numbers, components and turn."""
    last, streak = state.num_players - 1, coins_in_a_row(state.num_players)
    for name, most in (("player", last), ("turns_left", last), ("coin_streak", streak)):
        number = getattr(state, name) or 0
        if number > most:
            yield f"invalid {name} {number}: expected 0 to {most}"
    yield from _component_faults(state)
    phase, pending, bag = state.phase, state.pending, sum(state.bag.values())
    customers = dict.fromkeys(f"customers {t.customers}" for t, _ in state.setup.customer_tiles)
    end = ("restaurant", "display", *customers)
    events = {"take": ("restaurant",), "end": end, **DRAWS}.get(phase, ())
    for index, event in enumerate(pending):
        if event not in events:
            expected = f"one of {', '.join(events)}" if events else "none"
            yield f"invalid pending[{index}] {event} in the phase {phase!r}: expected {expected}"
    draws, is_over = phase in DRAWS and bool(pending), state.is_over
    facedown = len(state.market.gray) + pending.count("restaurant")
    by_coins, turns_left = state.ended_by == "coins", state.turns_left
    for is_valid, fault in (
        (facedown <= sum(state.hidden_restaurants.values()),
         "hidden_restaurants: fewer hidden restaurants than facedown tiles in the market"),
        (len(pending) < 2 or draws,
         f"pending: only one event can be pending in the phase {phase!r}"),
        (pending or phase != "end", "phase: the phase 'end' waits for a pending event"),
        (draws == (state.set_aside is not None),
         "set_aside: three tiles are set aside exactly while three are drawn"),
        (pending or state.display or not phase.startswith("take"),
         "phase: there is no tile on display to take"),
        (not pending or state.chance_outcomes(), "pending: nothing is left to draw"),
        (not draws or len(pending) <= bag,
         "pending: the bag holds fewer tiles than are to be drawn"),
        (is_over == (turns_left == 0),
         "turns_left: 0 turns are left exactly when the game is over"),
        (turns_left is None or state.ended_by,
         "ended_by: turns are counted down only once the end is triggered"),
        ((state.coin_streak == streak) == by_coins,
         f"coin_streak: the game ends by 'coins' exactly at {streak} coins in a row"),
        (is_over or not by_coins, "phase: a game that coins ended is over"),
    ):  # fmt: skip
        if not is_valid:
            yield fault


def _component_faults(state: MercadoState) -> Iterator[str]:
    setup, market = state.setup, state.market
    piles: list[Any] = [[state.set_aside] * STARTING_TILES if state.set_aside else []]
    piles += [[stand.type for stand in market.stands.values()], market.restaurants.values()]
    piles += [market.entrances.values(), state.customers_shown, dict(state.customers_stock)]
    piles += [state.bag, state.display, state.hidden_restaurants]
    piles += [tiles for own in state.players for tiles in (own.tiles, own.restaurants)]
    found: Counter[Any] = sum(map(Counter, piles), Counter())
    wanted = Counter({**setup.stand_tiles, **setup.restaurant_tiles, **dict(setup.customer_tiles)})
    for piece in {**wanted, **found}:
        if found[piece] != wanted[piece]:
            pile, count = PILES.get(piece, "customers_stock"), found[piece]
            yield f"{pile}: {count} '{piece}' tiles in all; the setup has {wanted[piece]}"
    for space in market.gray:
        if space not in setup.marked_spaces:
            yield f"market: {space} is gray but is not a marked space"
    for player in range(state.num_players):
        if state.wooden_stands_left(player) < 0:
            held = f"{market.stands_of(player)} stands in the market and only"
            yield f"market: {seat_name(player)} has {held} {setup.wooden_stands} wooden ones"


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
