"""Observations as arrays, with one module per game."""

from chatuchak_solver.adapters.observations.parts import Observer, Part, observer_of

__all__ = ["Observer", "Part", "observer_of"]
