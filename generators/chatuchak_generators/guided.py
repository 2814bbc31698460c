"""Guided search for start grids of a wanted kind: simulated annealing over rule-valid grids.

Where one random grid in many thousands would do, such as an optimum of 16 or of 25 moves, exchanges
of booths that keep rules A, B and C lead there: those that come nearer to what is wanted are
taken, others with a chance that falls while the search cools.

References
----------
Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220 (1983).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from chatuchak_generators.exchanges import random_exchange
from chatuchak_solver.errors import InputError
from chatuchak_solver.run import Stop, StopReason

if TYPE_CHECKING:
    from chatuchak_generators.random_stream import RandomStream
    from chatuchak_solver.puzzle.grid import Grid

__all__ = ["Annealing", "Found", "Wanted", "anneal"]

CHANCES: Final = 1 << 24


@dataclass(frozen=True, slots=True)
class Wanted:
    """A range of values, ends included.

    Raises
    ------
    InputError
        If the range is empty.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        if not self.low <= self.high:
            raise InputError(f"the range {self.low}..{self.high} is empty; expected A..B, A <= B")

    def __str__(self) -> str:
        return f"{self.low:g}..{self.high:g}"

    def distance(self, value: float) -> float:
        """Return how far a value is from the range; 0 inside."""
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annealing:
    """How long a guided search goes on, and how it cools.

    Attributes
    ----------
    steps
        Grids evaluated, at most.
    hot, cold
        The first and the last temperature, in units of the value: a grid that is so much worse is
        taken with chance 1/e. Between them it falls by the same factor every step.
    """

    steps: int = 3000
    hot: float = 0.5
    cold: float = 0.15

    def temperature(self, step: int) -> float:
        """Return the temperature of a step, from 0."""
        return float(self.hot * (self.cold / self.hot) ** (step / max(1, self.steps - 1)))


@dataclass(frozen=True, slots=True)
class Found:
    """The best grid of a guided search.

    Attributes
    ----------
    grid, value
        The grid and its value.
    steps
        Grids evaluated until it was found.
    stopped_by
        Why the search ended before its last step; None where it went on to it, or found what was
        wanted.
    """

    grid: Grid
    value: float
    steps: int
    stopped_by: StopReason | None = None


def anneal(
    start: Grid,
    wanted: Wanted,
    evaluate: Callable[[Grid], float | None],
    stream: RandomStream,
    *,
    annealing: Annealing | None = None,
    stop: Stop | None = None,
) -> Found | None:
    """Search for a rule-valid grid whose value is in a range, or as near as can be.

    Deterministic, unless it is stopped. None if the start has no value.

    Parameters
    ----------
    start
        A grid that keeps rules A, B and C.
    wanted
        The range; the search ends at the first grid inside it.
    evaluate
        The value of a grid; None where there is none, so that the grid is not taken.
    stream
        Random numbers; advanced by the search.
    annealing
        How long to search.
    stop
        When to end with the best so far; its work is grids evaluated.
    """
    annealing = annealing or Annealing()
    run = (stop or Stop()).begin()
    value = evaluate(start)
    if value is None:
        return None
    here, off = start, wanted.distance(value)
    best, best_off = Found(start, value, 0), off
    for step in range(annealing.steps):
        if best_off == 0 or run.must_end(step):
            break
        there = random_exchange(here, stream)
        if there is None:
            break
        value = evaluate(there)
        if value is None:
            continue
        worse = wanted.distance(value) - off
        chance = math.exp(-max(worse, 0.0) / annealing.temperature(step))
        if stream.below(CHANCES) < chance * CHANCES:
            here, off = there, off + worse
            if off < best_off:
                best, best_off = Found(here, value, step + 1), off
    return replace(best, stopped_by=run.stopped_by)
