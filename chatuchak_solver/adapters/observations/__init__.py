"""What a player knows as an array: one module a game, called like it."""

from importlib import import_module
from typing import Any

from chatuchak_solver.adapters.observations.parts import Observer, Part
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry

__all__ = ["Observer", "Part", "observer_of"]


def observer_of(start: AnyState) -> Observer:
    """Return what turns the states of a game that starts so into arrays.

    That of a game here stands in the module of its name.
    """
    make: Any = game_entry(start.game).observer
    if make is None:
        make = import_module(f"{__name__}.{start.game.replace('-', '_')}").observer
    found: Observer = make(start)
    return found
