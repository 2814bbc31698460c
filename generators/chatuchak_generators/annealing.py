"""Simulated annealing for start grids with a value in a range, over rule-valid grids.

Neighbors differ by a rule-valid exchange of two booths. Finds rare grids, such as those with an
optimum of 16 or 25 moves.

References
----------
Kirkpatrick, Gelatt and Vecchi, "Optimization by Simulated Annealing", Science 220 (1983).
"""

import math
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from chatuchak_generators.kernels.chances import CHANCES
from chatuchak_generators.kernels.exchanges import exchange_booths
from chatuchak_generators.random_stream import RandomStream
from chatuchak_solver.arguments import check_number
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.kernels.arrays import Float64s, Int8s
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


@dataclass(frozen=True, slots=True)
class Found:
    """The best grid of an annealing."""

    grid: Grid
    value: float


Evaluate = Callable[["Int8s"], "Float64s"]
"""Values, float64 (n,), of color codes int8 (n, spots); nan if undefined."""


class Annealings:
    """Independent annealings for rule-valid grids with values in or near ranges.

    Step together to evaluate grids in batches. Deterministic unless stopped.

    Parameters
    ----------
    starts
        Rule-valid grids of one board.
    wanted
        Range of each annealing, which ends at the first grid inside.
    evaluate
        Evaluates a batch; grids without a value are rejected.
    streams
        Random stream of each annealing.

    Attributes
    ----------
    found
        Best grid of each annealing so far; None if its start has no value.
    active
        Indices of the running annealings.
    """

    def __init__(
        self,
        starts: Sequence[Grid],
        wanted: Sequence[Range],
        evaluate: Evaluate,
        streams: Sequence[RandomStream],
        annealing: Annealing | None = None,
    ) -> None:
        self._board = starts[0].board
        self._wanted = wanted
        self._evaluate = evaluate
        self._annealing = annealing or Annealing()
        self._step = 0
        self._current = np.stack([color_codes(start) for start in starts])
        self._states = np.array([stream.state for stream in streams], np.uint64)
        values = evaluate(self._current).tolist()
        self._distances = [
            range_.distance(value) for range_, value in zip(wanted, values, strict=True)
        ]
        self._best = list(self._distances)
        self.found: list[Found | None] = [
            None if math.isnan(value) else Found(start, value)
            for start, value in zip(starts, values, strict=True)
        ]
        self.active: list[int] = [
            index for index, distance in enumerate(self._distances) if distance > 0
        ]

    @property
    def is_over(self) -> bool:
        """Whether all annealings have ended."""
        return not self.active or self._step == self._annealing.steps

    def end(self, searches: Collection[int]) -> None:
        """End some annealings early."""
        self.active = [index for index in self.active if index not in searches]

    def run(self, stop: Stop) -> None:
        """Take all steps unless stopped; the unit of work is steps."""
        run = stop.begin()
        while not self.is_over and not run.should_stop(self._step):
            self.step()

    def step(self) -> None:
        """Move each active annealing to a neighbor, or stay."""
        board, active = self._board, tuple(self.active)
        states = self._states[list(active)]
        neighbors = np.empty((len(active), board.spots), np.int8)
        draws = np.empty(len(active), np.int64)
        exchange_booths(
            self._current[list(active)],
            board.columns,
            board.left_mask,
            board.right_mask,
            TRIES,
            states,
            neighbors,
            draws,
        )
        self._states[list(active)] = states
        values = self._evaluate(neighbors)
        temperature = self._annealing.temperature(self._step)
        self._step += 1
        for row, (index, draw, value) in enumerate(
            zip(active, draws.tolist(), values.tolist(), strict=True)
        ):
            distance = self._wanted[index].distance(value)
            if draw < 0:
                self.active.remove(index)
            # False for nan.
            elif (
                draw
                < math.exp(-max(distance - self._distances[index], 0.0) / temperature) * CHANCES
            ):
                self._current[index], self._distances[index] = neighbors[row], distance
                if distance < self._best[index]:
                    grid = Grid.from_colors(neighbors[row].tolist(), board=board)
                    self.found[index], self._best[index] = Found(grid, value), distance
                if distance == 0:
                    self.active.remove(index)
