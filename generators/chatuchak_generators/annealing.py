"""Simulated annealing for start grids with a value in a range, over rule-valid grids.

Neighbors differ by a rule-valid exchange of two booths. Finds rare grids, such as those with an
optimum of 16 or 25 moves.

References
----------
Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220 (1983).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from chatuchak_generators.kernels.exchanges import CHANCES, exchange_booths
from chatuchak_generators.random_stream import RandomStream
from chatuchak_solver.arguments import check_number
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.kernels.arrays import Bools, Float64s, Int8s
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.goal_directed import color_codes

TRIES: Final = 100_000
"""Attempted pairs of booths per step; about 2% are legal."""


@dataclass(frozen=True, slots=True)
class Range:
    """A closed range of values."""

    low: float
    high: float

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            check_number(end, name="end of a range")
        if not self.low <= self.high:
            raise InputError(f"invalid range {self.low}..{self.high}: expected A..B with A <= B")

    def __str__(self) -> str:
        return f"{self.low:g}..{self.high:g}"

    def distance(self, value: float) -> float:
        """Return the distance from the range; 0 inside."""
        return max(self.low - value, value - self.high, 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Annealing:
    """Schedule of an annealing.

    Attributes
    ----------
    steps
        Maximum number of evaluated grids.
    hot, cold
        First and last temperature, in units of the value; the decrease is geometric. A grid worse
        by the temperature is accepted with probability 1/e.
    """

    steps: int = 3000
    hot: float = 0.5
    cold: float = 0.15

    def temperature(self, step: int) -> float:
        """Return the temperature of a step, from 0."""
        return float(self.hot * (self.cold / self.hot) ** (step / max(1, self.steps - 1)))


def codes_of(grids: Sequence[Grid]) -> Int8s:
    """Return the color codes of grids of one board, int8 (n, spots)."""
    return np.stack([color_codes(grid) for grid in grids])


Evaluate = Callable[[Int8s], Float64s]
"""Values, float64 (n,), of color codes int8 (n, spots); nan if undefined."""


class Annealings:
    """Independent annealings for rule-valid grids with values in or near a range.

    Step together to evaluate grids in batches. Deterministic unless stopped.

    Parameters
    ----------
    starts
        Rule-valid grids of one board.
    wanted
        An annealing ends at the first grid inside.
    evaluate
        Evaluates a batch; grids without a value are rejected.
    streams
        Random stream of each annealing.

    Attributes
    ----------
    values
        float64 (n,): value of the best grid of each annealing so far; nan if its start has none.
    active
        bool (n,): the running annealings.
    """

    def __init__(
        self,
        starts: Sequence[Grid],
        wanted: Range,
        evaluate: Evaluate,
        streams: Sequence[RandomStream],
        annealing: Annealing | None = None,
    ) -> None:
        self._board = starts[0].board
        self._wanted = wanted
        self._evaluate = evaluate
        self._annealing = annealing or Annealing()
        self._step = 0
        self._states = np.array([stream.state for stream in streams], np.uint64)
        self._current = codes_of(starts)
        self._best = self._current.copy()
        self.values: Float64s = evaluate(self._current)
        self._distances = self._distances_of(self.values)
        self.active: Bools = self._distances > 0  # false for nan

    def _distances_of(self, values: Float64s) -> Float64s:
        low, high = self._wanted.low, self._wanted.high
        return np.maximum(np.maximum(low - values, values - high), 0.0)

    @property
    def is_over(self) -> bool:
        """Whether all annealings have ended."""
        return self._step == self._annealing.steps or not self.active.any()

    def grid(self, index: int) -> Grid:
        """Return the best grid of an annealing so far."""
        return Grid.from_colors(self._best[index].tolist(), board=self._board)

    def run(self, stop: Stop) -> None:
        """Take all steps unless stopped; the unit of work is steps."""
        run = stop.begin()
        while not self.is_over and not run.should_stop(self._step):
            self.step()

    def step(self) -> None:
        """Move each active annealing to a neighbor, or stay."""
        board, rows = self._board, np.flatnonzero(self.active)
        states, neighbors = self._states[rows], np.empty((len(rows), board.spots), np.int8)
        draws = np.empty(len(rows), np.int64)
        exchange_booths(
            self._current[rows], board.columns, board.left_mask, board.right_mask, TRIES, states,
            neighbors, draws,
        )  # fmt: skip
        self._states[rows] = states
        values = self._evaluate(neighbors)
        distances = self._distances_of(values)
        worse = np.maximum(distances - self._distances[rows], 0.0)
        chances = np.exp(-worse / self._annealing.temperature(self._step))
        self._step += 1
        accepted = (draws >= 0) & (draws < chances * CHANCES)  # false for nan
        moved = rows[accepted]
        self._current[moved], self._distances[moved] = neighbors[accepted], distances[accepted]
        accepted[accepted] = self._distances[moved] < self._distances_of(self.values[moved])
        better = rows[accepted]
        self._best[better], self.values[better] = neighbors[accepted], values[accepted]
        self.active[rows[draws < 0]] = False
        self.active[moved] = self._distances[moved] > 0
