"""Simulated annealing for start grids with a value in a range, over rule-valid grids.

Neighbors differ by a rule-valid exchange of two booths. Finds rare grids, such as those with an
optimum of 16 or 25 moves.

References
----------
Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220 (1983).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from chatuchak_generators.kernels.start_grids import CHANCES, exchange_booths
from chatuchak_generators.start_grids import RandomStream
from chatuchak_solver import Board, Grid, InputError, arguments
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.search.goal_directed import color_codes

TRIES = 100_000
"""Attempted pairs of booths per step; about 2% are legal."""


@dataclass(frozen=True, slots=True)
class Range:
    """A closed range of values."""

    low: float
    high: float

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            arguments.check_number(end, name="end of a range")
        if not self.low <= self.high:
            raise InputError(f"invalid range {self.low}..{self.high}: expected A..B with A <= B")

    def __str__(self) -> str:
        return f"{self.low:g}..{self.high:g}"

    def distance(self, value: float) -> float:
        """Return the distance from the range; 0 inside."""
        return max(self.low - value, value - self.high, 0.0)

    def distances(self, values: Float64s) -> Float64s:
        """Return the distance of each value, nan of nan."""
        distances: Float64s = np.abs(values - values.clip(self.low, self.high))
        return distances


def codes_of(grids: Sequence[Grid]) -> Int8s:
    """Return the color codes of grids of one board, int8 (n, spots)."""
    return np.array([color_codes(grid) for grid in grids], np.int8)


def anneal(
    board: Board, starts: Int8s, wanted: Range, evaluate: Callable[[Int8s], Float64s],
    streams: Sequence[RandomStream], temperatures: Float64s,
) -> Iterator[tuple[Int8s, Float64s]]:  # fmt: skip
    """Search from several grids in parallel, and evaluate their neighbors in batches.

    Yields the best grids so far and their values after each step. A search ends at the first grid
    in the range, and has nan if its start has no value. Deterministic.

    Parameters
    ----------
    starts
        Color codes of rule-valid grids, int8 (n, spots).
    evaluate
        Returns the values of color codes, float64 (n,); nan for grids to reject.
    streams
        Random stream of each search.
    temperatures
        Of each step, in units of the value, float64 (steps,). A grid worse by the temperature is
        accepted with probability 1/e.
    """
    states = np.array([stream.state for stream in streams], np.uint64)
    current, best = starts.copy(), starts.copy()
    values = evaluate(starts)
    distances = wanted.distances(values)
    for temperature in temperatures.tolist():
        rows = np.flatnonzero(distances > 0)  # false for nan
        if not rows.size:
            return
        moving, neighbors, draws = states[rows], current[rows], np.empty(rows.size, np.int64)
        exchange_booths(neighbors, board.columns, TRIES, moving, draws)
        states[rows] = moving
        found = evaluate(neighbors)
        found_distances = wanted.distances(found)
        worse = np.maximum(found_distances - distances[rows], 0.0)
        chances = np.exp(-worse / temperature)
        accepted = (draws >= 0) & (draws < chances * CHANCES)  # false for nan
        moved = rows[accepted]
        current[moved], distances[moved] = neighbors[accepted], found_distances[accepted]
        accepted &= found_distances < wanted.distances(values[rows])
        better = rows[accepted]
        best[better], values[better] = neighbors[accepted], found[accepted]
        distances[rows[draws < 0]] = np.nan  # no exchange: the search ends
        yield best, values
