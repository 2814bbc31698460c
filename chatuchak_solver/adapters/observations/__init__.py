"""Observations as arrays, with one module per game."""

from importlib import import_module
from typing import Any

from chatuchak_solver.adapters.observations.parts import Observer, Part
from chatuchak_solver.games.contract import AnyState
from chatuchak_solver.games.registry import game_entry

__all__ = ["Observer", "Part", "observer_of"]


def observer_of(start: AnyState) -> Observer:
    """Return the observer for games with this initial state.

    By default it is in the module named like the game.
    """
    make: Any = game_entry(start.game).observer
    if make is None:
        make = import_module(f"{__name__}.{start.game.replace('-', '_')}").observer
    observer: Observer = make(start)
    return observer
