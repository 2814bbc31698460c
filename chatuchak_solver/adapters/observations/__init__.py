"""What a player knows as an array: one module a game, and the table of them all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from chatuchak_solver.adapters.observations import (
    chatuchak,
    chatuchak_speed,
    market_stand,
    mercado,
    river_market,
)
from chatuchak_solver.adapters.observations.parts import Observer, Part
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry

__all__ = ["Observer", "Part", "observer_of"]

_OBSERVERS: dict[str, Callable[[Any], Observer]] = {
    "chatuchak": chatuchak.observer,
    "chatuchak-speed": chatuchak_speed.observer,
    "market-stand": market_stand.observer,
    "mercado": mercado.observer,
    "river-market": river_market.observer,
}


def observer_of(start: AnyState) -> Observer:
    """Return what turns the states of a game that starts so into arrays."""
    own: Any = game_entry(start.game).observer
    found: Observer = _OBSERVERS.get(start.game, own)(start)
    return found
