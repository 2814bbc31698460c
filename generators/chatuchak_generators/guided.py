"""Guided search for start grids of a wanted kind: simulated annealing over rule-valid grids.

Where one random grid in many thousands would do, such as an optimum of 16 or of 25 moves, exchanges
of booths that keep rules A, B and C lead there: those that come nearer to what is wanted are
taken, others with a chance that falls while the search cools.

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
from chatuchak_generators.random_stream import RandomStream
from chatuchak_solver.arguments import checked_number
from chatuchak_solver.errors import InputError
from chatuchak_solver.execution.limits import Stop
from chatuchak_solver.kernels.arrays import Float64s, Int8s
from chatuchak_solver.kernels.precompiled.shipped_kernel import ShippedKernel
from chatuchak_solver.puzzle.grid import Grid
from chatuchak_solver.search.goal_directed import color_codes

EXCHANGE: Final = ShippedKernel(
    *("exchanges", "chatuchak_generators.kernels.exchanges", "exchange_booths"),
    "int8[2] int64 int64 int64 int64 uint64[1] int8[2] int64[1]",
)
TRIES: Final = 100_000
"""Pairs of booths that are tried; some two in a hundred may be exchanged."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A range of values, ends included.

    Raises
    ------
    InputError
        If the range is empty, or its ends are no numbers.
    """

    low: float
    high: float

    def __post_init__(self) -> None:
        for end in (self.low, self.high):
            checked_number(end, what="the end of a range")
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
    """

    grid: Grid
    value: float


Evaluate = Callable[["Int8s"], "Float64s"]
"""The values of grids, float64 (n,) of color codes int8 (n, spots); nan where there is none."""


class Annealings:
    """Searches for rule-valid grids whose value is in a range, or as near as can be.

    Side by side, step by step, so that their grids are evaluated together; what each finds
    depends on none of the others. Deterministic, unless it is stopped.

    Parameters
    ----------
    starts
        Grids of one board that keep rules A, B and C.
    wanted
        The range of each search, which ends at the first grid inside it.
    evaluate
        The values of many grids. A grid without is not taken.
    streams
        Random numbers, a stream for each search.
    annealing
        How long to search.

    Attributes
    ----------
    found
        The best grid of each search so far; None where the start has no value.
    active
        The numbers of the searches that have not ended.
    """

    def __init__(
        self,
        starts: Sequence[Grid],
        wanted: Sequence[Wanted],
        evaluate: Evaluate,
        streams: Sequence[RandomStream],
        annealing: Annealing | None = None,
    ) -> None:
        self._board = starts[0].board
        self._wanted = wanted
        self._evaluate = evaluate
        self._annealing = annealing or Annealing()
        self._step = 0
        self._here = np.stack([color_codes(start) for start in starts])
        self._states = np.array([stream.state for stream in streams], np.uint64)
        values = evaluate(self._here).tolist()
        self._off = [range_.distance(one) for range_, one in zip(wanted, values, strict=True)]
        self._best = list(self._off)
        self.found: list[Found | None] = [
            None if math.isnan(value) else Found(start, value)
            for start, value in zip(starts, values, strict=True)
        ]
        self.active: list[int] = [which for which, off in enumerate(self._off) if off > 0]

    @property
    def is_over(self) -> bool:
        """Whether all searches have ended."""
        return not self.active or self._step == self._annealing.steps

    def end(self, searches: Collection[int]) -> None:
        """End some searches, whose outcome is not needed any more."""
        self.active = [which for which in self.active if which not in searches]

    def run(self, stop: Stop) -> None:
        """Take all steps, or end with the best so far; the stop's work is steps."""
        run = stop.begin()
        while not self.is_over and not run.must_end(self._step):
            self.step()

    def step(self) -> None:
        """Let each active search go to a neighbor of its grid, or stay."""
        board, active = self._board, tuple(self.active)
        states = self._states[list(active)]
        there = np.empty((len(active), board.spots), np.int8)
        draws = np.empty(len(active), np.int64)
        EXCHANGE(
            self._here[list(active)],
            board.columns,
            board.left_mask,
            board.right_mask,
            TRIES,
            states,
            there,
            draws,
        )
        self._states[list(active)] = states
        values = self._evaluate(there)
        temperature = self._annealing.temperature(self._step)
        self._step += 1
        for place, (which, draw, value) in enumerate(
            zip(active, draws.tolist(), values.tolist(), strict=True)
        ):
            off = self._wanted[which].distance(value)
            if draw < 0:
                self.active.remove(which)
            # Never so for a value that is none.
            elif draw < math.exp(-max(off - self._off[which], 0.0) / temperature) * CHANCES:
                self._here[which], self._off[which] = there[place], off
                if off < self._best[which]:
                    grid = Grid.from_colors(there[place].tolist(), board=board)
                    self.found[which], self._best[which] = Found(grid, value), off
                if off == 0:
                    self.active.remove(which)
